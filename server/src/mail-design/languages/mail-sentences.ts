/** Liquid and markup say nothing by themselves: what is left of a text are its words. */
const liquid = /\{\{.*?\}\}|\{%.*?%\}/gs
const hasWord = (text: string) => /\p{L}/u.test(text.replaceAll(liquid, '').replaceAll(/&\w+;/g, ''))

/** Values that the server fills in with English words. A language writes them in its own, with `case`. */
const englishValues = {
  'request.state':
    'One of: waits for another administrator, approved, the waiting time is over, carried out, could not be carried out, refused, withdrawn, stopped by the person concerned, expired; or when it will be done',
  'closing.what':
    'One of: restored your deleted account, changed the e-mail address of your account, set your password, made a link with which your password can be set, set your PIN',
  'alert.severity': 'One of: info, warning, critical',
  'backup.format': 'One of: Twofold, links, QR codes, Aegis, Bitwarden, KeePass',
  'change.fields':
    'name; “e-mail address, now …”; “e-mail address, to become … once that is confirmed”; “second factors, now none”; or fields as “name, now …; role, now …”',
} as const
const hasEnglishValue = (text: string) =>
  (text.match(/\{\{.*?\}\}/gs) ?? []).some((output) => Object.keys(englishValues).some((name) => output.includes(name)))

const isSentence = (text: string) => hasWord(text) || hasEnglishValue(text)

/** What a translator has to know to translate `sentence`. */
export function commentOn(sentence: string): string | undefined {
  const name = Object.entries(englishValues).find(([value]) => sentence.includes(value))
  return name && `${name[0]}: ${name[1]}`
}

/** Between two tags of HTML: the text of a heading, a paragraph, a cell or a button, with the Liquid in it. */
const tag = /(<[^<>]*>)/

/** The sentences of a mail, as its translations are looked up by. */
export function sentencesOf(subject: string, html: string): string[] {
  return [subject, ...html.split(tag).filter((part) => !part.startsWith('<'))].map((part) => part.trim()).filter(isSentence)
}

/** `html` with every sentence as `say` says it. */
export function sayAgain(html: string, say: (sentence: string) => string): string {
  return html
    .split(tag)
    .map((part) => {
      const sentence = part.trim()
      return part.startsWith('<') || !isSentence(sentence) ? part : part.replace(sentence, () => say(sentence))
    })
    .join('')
}
