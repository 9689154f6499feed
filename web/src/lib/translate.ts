import { i18n } from '@lingui/core'
import type { Wording } from '@twofold/contract/said'
import { valuesWritten, type Writer } from '@twofold/contract/sentences/written-values'
import { fixedPart, isKnown, translateFinding, valuesIn } from './stored-english.ts'
import { devicePatterns, inOwnWords } from './translatable.ts'

export { translateTrouble, translateVerdict } from './stored-english.ts'

/* The functions of `server-texts.ts` for languages other than English: loaded with the language. */

/** A text in the reader's language by its English; one that the catalogue does not have as it is. */
const byEnglish = (text: string): string => (isKnown(text) ? i18n._(text) : text)

/** A server error in the reader's language: by its code, else the message the server sent. */
export function translateError(code: string, message: string, parameters: Record<string, string | number>): string {
  const own = Object.hasOwn(inOwnWords, code) ? inOwnWords[code] : undefined
  if (own) return i18n._(own)
  return isKnown(code) ? i18n._(code, parameters) : message
}

/** A complaint about a field in the reader's language, whether a schema or the server made it; unknown ones as they are. */
export function translateComplaint(sentence: string): string {
  if (isKnown(sentence)) return i18n._(sentence)
  for (const pattern of englishWithValues()) {
    const values = valuesIn(sentence, pattern)
    if (values !== undefined) return i18n._(pattern, values)
  }
  return translateFinding(sentence)
}

/** Catalogue entries by English with values: the most specific first. */
const englishWithValues = () =>
  Object.keys(i18n.messages)
    .filter((key) => key.includes(' ') && /\{\w+\}/.test(key))
    .toSorted((one, other) => fixedPart(other) - fixedPart(one))

/** Name of a template: an unchanged built-in one is named by its event. */
export function translateTemplateName({ slug, name }: { slug: string; name: string }): string {
  const code = Object.keys(i18n.messages).find(
    (key) => key.startsWith('event.') && key.slice('event.'.length).replaceAll(/[._]/g, '-') === slug,
  )
  return code !== undefined && i18n._(code) === byEnglish(name) ? byEnglish(name) : name
}

/** Description of a template or theme: of a built-in one, as long as its text is unchanged. */
export const translateDescription = byEnglish

export const translateVariable = (name: string, description: string): string => translateSentence(`variable.${name}`, description)

/** 'Firefox on Linux' in the reader's language. */
export function translateDevice(name: string): string {
  for (const [pattern, { id }] of devicePatterns) {
    const values = valuesIn(name, pattern)
    if (values !== undefined) return i18n._(id, values)
  }
  return name
}

/** A sentence with a code, such as an act of the audit log; `english` if the page does not know the code. */
export function translateSentence(code: string, english: string): string {
  return inWords([{ code }]) ?? english
}

/** An answer as the reader is to see it: each text that came with codes is put into the language of the page, however deep it lies. */
export function translateAnswer<Data>(data: Data): Data {
  return translated(data) as Data
}

function translated(data: unknown): unknown {
  if (Array.isArray(data)) return data.map(translated)
  if (typeof data !== 'object' || data === null) return data
  const fields = Object.entries(data).map(([name, value]) => [name, translated(value)] as const)
  return { ...Object.fromEntries(fields), ...textsOf('said' in data ? data.said : undefined) }
}

/** The texts of an object, by its field `said`. */
function textsOf(said: unknown): Record<string, string> {
  if (typeof said !== 'object' || said === null) return {}
  const known = Object.entries(said).map(([name, wordings]) => [name, inWords(wordings as Wording[])] as const)
  return Object.fromEntries(known.filter((entry): entry is [string, string] => entry[1] !== undefined))
}

/** Undefined if a part is unknown here: a text in two languages helps nobody. */
function inWords(wordings: readonly Wording[]): string | undefined {
  const parts = wordings.map(({ code, values }) => (isKnown(code) ? i18n._(code, valuesShown(values ?? {})) : undefined))
  return parts.includes(undefined) ? undefined : parts.join(' ')
}

const writer: Writer = { number: (value, options) => i18n.number(value, options), date: (value, options) => i18n.date(value, options) }

/** Values that are words of the server: the name of a device or of a format, and what was changed. */
const worded = new Set(['format', 'fields'])

function valuesShown(values: NonNullable<Wording['values']>) {
  const shown = Object.entries(values).map(([name, value]) => {
    if (name === 'device') return [name, translateDevice(String(value))]
    return [name, worded.has(name) ? String(value).split(', ').map(byEnglish).join(', ') : value]
  })
  return valuesWritten(Object.fromEntries(shown) as typeof values, writer)
}
