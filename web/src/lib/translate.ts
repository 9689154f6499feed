import { i18n, type MessageDescriptor } from '@lingui/core'
import type { Wording } from '@twofold/contract/said'
import { valuesWritten, type Writer } from '@twofold/contract/sentences/written-values'
import {
  byCode,
  byPattern,
  bySentence,
  bySentenceCode,
  devicePatterns,
  templateTexts,
  themeTexts,
  troublePatterns,
  variableTexts,
  verdictPatterns,
} from './translatable.ts'

/* What `server-texts.ts` offers, for readers of other languages than English: fetched with the language. */

/** A server error in the reader's language: by its code, else the message the server sent. */
export function translateError(code: string, message: string, parameters: Record<string, string | number>): string {
  const known = valueOf(byCode, code)
  return known ? i18n._({ ...known, values: parameters }) : message
}

/** A complaint about a field in the reader's language, whether a schema or the server made it; unknown ones as they are. */
export function translateComplaint(sentence: string): string {
  const known = bySentence.get(sentence)
  if (known) return i18n._({ ...known.descriptor, values: known.values ?? {} })
  const byCatalogue = Object.values(byCode).find((descriptor) => descriptor.message === sentence)
  return byCatalogue ? i18n._(byCatalogue) : byPatterns(sentence, byPattern)
}

/** With its values, of which one may be a complaint itself. */
function byPatterns(sentence: string, patterns: typeof byPattern): string {
  for (const [pattern, descriptor] of patterns) {
    const values = valuesIn(sentence, pattern)
    if (values === undefined) continue
    const nested = ['problem', 'label'].filter((name) => values[name] !== undefined)
    const translated = Object.fromEntries(nested.map((name) => [name, translateComplaint(values[name] ?? '')]))
    const why = values['why'] === undefined ? {} : { why: byPatterns(values['why'], patterns) }
    const until = values['until'] === undefined ? {} : { until: i18n.date(values['until'], { dateStyle: 'medium', timeStyle: 'short' }) }
    return i18n._(descriptor.id, { ...values, ...translated, ...why, ...until }, descriptor)
  }
  return sentence
}

/** What stands in the places of `pattern`; undefined: the sentence is another one. */
function valuesIn(sentence: string, pattern: string): Record<string, string> | undefined {
  const expression = pattern.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`).replaceAll(/\\\{(\w+)\\\}/g, '(?<$1>.+)')
  const found = new RegExp(`^${expression}$`, 's').exec(sentence)
  return found === null ? undefined : (found.groups ?? {})
}

/** Why an e-mail was sent or not. */
export function translateVerdict(detail: string): string {
  return byPatterns(detail, verdictPatterns)
}

/** Why something could not be sent or fetched; what another machine said stays as it is. */
export function translateTrouble(text: string): string {
  return byPatterns(text, troublePatterns)
}

/** The name of a template: one that came with the application, and that nobody renamed, is called as its event. */
export function translateTemplateName({ slug, name }: { slug: string; name: string }): string {
  const titles = Object.entries(bySentenceCode).filter(([code]) => code.startsWith('event.'))
  const known = titles.find(([code, { message }]) => message === name && code.slice('event.'.length).replaceAll(/[._]/g, '-') === slug)
  return known ? i18n._(known[1]) : name
}

/** What a template or theme is for: of one that came with the application, as long as nobody changed the text. */
export function translateDescription(description: string): string {
  const seeded = [...Object.values(templateTexts), ...Object.values(themeTexts)]
  const known = seeded.find(({ message }) => message === description)
  return known ? i18n._(known) : description
}

/** What a variable of a template holds. */
export function translateVariable(name: string, description: string): string {
  const known = valueOf<MessageDescriptor>(variableTexts, name)
  return known ? i18n._(known) : description
}

/** 'Firefox on Linux' in the reader's language. */
export function translateDevice(name: string): string {
  return byPatterns(name, devicePatterns)
}

/** What has a code of its own, such as an act of the audit log; `english` where the page does not know it. */
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

/** Undefined where a part of it is not known here: half a text in another language helps nobody. */
function inWords(wordings: readonly Wording[]): string | undefined {
  const parts = wordings.map(({ code, values }) => {
    const known = valueOf(bySentenceCode, code) ?? valueOf(byCode, code)
    return known && i18n._({ ...known, values: valuesShown(values ?? {}) })
  })
  return parts.includes(undefined) ? undefined : parts.join(' ')
}

const writer: Writer = { number: (value, options) => i18n.number(value, options), date: (value, options) => i18n.date(value, options) }

/** Values that are words of the server: the name of a device or of a format, and what was changed. */
const worded = new Set(['format', 'fields'])
const parts = new Map(
  (['export.links', 'export.qr', 'change.name', 'change.email'] as const).map((code) => [
    bySentenceCode[code].message,
    bySentenceCode[code],
  ]),
)

function valuesShown(values: NonNullable<Wording['values']>) {
  const shown = Object.entries(values).map(([name, value]) => {
    if (name === 'device') return [name, translateDevice(String(value))]
    return [name, worded.has(name) ? String(value).split(', ').map(partShown).join(', ') : value]
  })
  return valuesWritten(Object.fromEntries(shown) as typeof values, writer)
}

function partShown(part: string): string {
  const known = parts.get(part)
  return known ? i18n._(known) : part
}

const valueOf = <Value>(from: Readonly<Record<string, Value>>, name: string): Value | undefined =>
  Object.hasOwn(from, name) ? from[name] : undefined
