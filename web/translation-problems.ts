import { type CompiledMessage, compileMessageOrThrow } from '@lingui/message-utils/compileMessage'

type Token = CompiledMessage[number]

/** Parts of a sentence that a translation must have too. */
interface Shape {
  /** 'count plural', 'name'. */
  arguments: Set<string>
  /** '<0>', '</0>', '<1/>', in order of appearance; those of branches one after the other. */
  tags: string[]
  /** The branches of each plural. */
  plurals: { name: string; branches: string[] }[]
}

/** Problems of a translation, in sentences. Both texts are ICU messages, `locale` is a BCP 47 tag. */
export function problemsOf(source: string, translation: string, locale: string): string[] {
  if (translation.trim() === '') return ['not translated']
  const [wanted, given] = [source, translation].map(read)
  if (wanted === undefined || given === undefined) return ['the braces cannot be read']
  const problems = [
    ...differences('placeholder', wanted.arguments, given.arguments),
    ...differences('tag', new Set(wanted.tags), new Set(given.tags)),
    ...nestingProblems(given.tags),
  ]
  const needed = pluralsOf(locale)
  for (const { name, branches } of given.plurals) {
    const isPlain = wanted.plurals.every((plural) => plural.name !== name || isOnlyOther(plural.branches))
    const lacking = isPlain && isOnlyOther(branches) ? [] : needed.filter((one) => !branches.includes(one))
    if (lacking.length > 0) problems.push(`the plural of ${name} has no ${lacking.join(', ')}`)
  }
  if (/^\s/.test(source) !== /^\s/.test(translation) || /\s$/.test(source) !== /\s$/.test(translation))
    problems.push('a blank at the beginning or end is missing, or one too many')
  if (source === translation && isSentence(source)) problems.push('the translation is the sentence itself')
  return problems
}

/** German addresses its reader as Sie: no du, and no imperative without Sie. */
export function addressProblemsOf(translation: string, locale: string): string[] {
  const found = locale === 'de' ? (familiar.exec(translation) ?? imperative.exec(translation)?.slice(1)) : undefined
  return found ? [`${found[0]}: readers are addressed as Sie`] : []
}

const familiar = /\b(?:du|dich|dir|dein(?:e[mnrs]?)?|euch|euer)\b/i
const imperative = new RegExp(
  `(?:^|[.:!?] |\\b(?:und|oder) )(${[
    'aktiviere|aktualisiere|ändere|bestätige|bewahre|deaktiviere|drücke|entferne|entsperre|ersetze|erneuere|erstelle|exportiere|füge|gib|importiere',
    'klicke|kopiere|lade|leere|lege|lies|lösche|melde|nimm|nutze|öffne|prüfe|richte|rufe|scanne|schließe|schreibe|sende|setze|speichere|starte|stelle',
    'stoppe|tippe|trage|übergib|verbinde|versuche|verwende|wähle|warte|wende|widerrufe',
  ].join('|')}) (?!Sie\\b)`,
  'i',
)

/** Undefined: it is not in ICU's notation. */
function read(text: string): Shape | undefined {
  try {
    return shapeOf(compileMessageOrThrow(text))
  } catch {
    return undefined
  }
}

const isOnlyOther = (branches: readonly string[]) => branches.every((branch) => branch === 'other' || branch.startsWith('='))

/** Three words and a full stop; a name or a term may well be the same. */
const isSentence = (text: string) => /\p{L}+\s+\p{L}+\s+\p{L}+.*[.?!]$/u.test(text)

/** The plural categories that whole numbers of everyday size have: 'one' and 'other' in German. */
function pluralsOf(locale: string): string[] {
  const rules = new Intl.PluralRules(locale)
  return [...new Set(Array.from({ length: 1000 }, (_, count) => rules.select(count)))]
}

function differences(what: string, wanted: ReadonlySet<string>, given: ReadonlySet<string>): string[] {
  const lacking = [...wanted].filter((one) => !given.has(one)).map((one) => `the ${what} ${one} is missing`)
  const foreign = [...given].filter((one) => !wanted.has(one)).map((one) => `there is no ${what} ${one} in the sentence`)
  return [...lacking, ...foreign]
}

function nestingProblems(tags: readonly string[]): string[] {
  const open: string[] = []
  for (const tag of tags) {
    if (tag.endsWith('/>')) continue
    if (!tag.startsWith('</')) open.push(tag)
    else if (open.pop() !== tag.replace('/', '')) return ['the tags are not nested as pairs']
  }
  return open.length > 0 ? ['a tag is not closed'] : []
}

function shapeOf(message: CompiledMessage): Shape {
  const shape: Shape = { arguments: new Set(), tags: [], plurals: [] }
  const readToken = (token: Token) => {
    if (typeof token === 'string') return void shape.tags.push(...(token.match(/<\/?\w+\/?>/g) ?? []))
    const [name, type, format] = token
    shape.arguments.add(type === undefined ? name : `${name} ${type}`)
    if (typeof format !== 'object' || format === null) return
    const branches = Object.entries(format).filter(([branch]) => branch !== 'offset')
    if (type === 'plural')
      shape.plurals.push({ name, branches: branches.map(([branch]) => (/^\d+$/.test(branch) ? `=${branch}` : branch)) })
    // '#' is the number itself: an argument of its own in what is compiled.
    for (const [, inner] of branches) for (const one of inner as CompiledMessage) readToken(one)
  }
  for (const token of message) readToken(token)
  shape.arguments.delete('#')
  return shape
}
