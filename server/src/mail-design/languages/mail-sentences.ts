/** Liquid and markup say nothing by themselves: what is left of a text are its words. */
const liquid = /\{\{.*?\}\}|\{%.*?%\}/gs
const hasWord = (text: string) => /\p{L}/u.test(text.replaceAll(liquid, '').replaceAll(/&\w+;/g, ''))

/** Identifiers that an e-mail shows as they are. Translations word them with `case`. */
const shownIdentifiers = { 'alert.severity': 'One of: info, warning, critical' } as const
const showsIdentifier = (text: string) =>
  (text.match(/\{\{.*?\}\}/gs) ?? []).some((output) => Object.keys(shownIdentifiers).some((name) => output.includes(name)))

const isSentence = (text: string) => hasWord(text) || showsIdentifier(text)

export function commentOn(sentence: string): string | undefined {
  const name = Object.entries(shownIdentifiers).find(([value]) => sentence.includes(value))
  return name && `${name[0]}: ${name[1]}`
}

/** Between two tags of HTML: the text of a heading, a paragraph, a cell or a button, with the Liquid in it. */
const tag = /(<[^<>]*>)/

/** Sentences of an e-mail, the keys of its translations. */
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
