import type { ErrorEntry } from '../errors/entries.ts'
import { type ActivityKind, activityKinds } from '../activity-kinds.ts'
import { type AuditAction, auditActions } from '../admin/audit.ts'
import { catalogue } from '../error-catalogue.ts'
import { eventCatalogue } from '../event-catalogue.ts'
import type { EventDefinition } from '../event-definition.ts'
import type { EventName } from '../events.ts'
import { themeDescriptions } from '../mail-design/theme-descriptions.ts'
import { variableDescriptions } from '../mail-design/variable-descriptions.ts'
import type { Wording } from '../said.ts'
import { adviceSentences } from './advice.ts'
import { bellSentences } from './bell.ts'
import { complaintSentences } from './complaints.ts'
import { deliverySentences } from './deliveries.ts'
import { emailSentences } from './email.ts'
import { healthSentences } from './health.ts'
import { mailSentences } from './mails.ts'
import { adminSentences } from './admin.ts'
import { markupSentences } from './markup.ts'
import { requestSentences } from './requests.ts'
import { troubleSentences } from './trouble.ts'
import { vaultSentences } from './vault.ts'
import { verdictSentences } from './verdicts.ts'

/** The server's sentences by code, in English. `{name}` marks a value; with `one` and `other` the form depends on the value `by`, or else `count`. */
const sentences = {
  ...vaultSentences,
  ...adminSentences,
  ...emailSentences,
  ...healthSentences,
  ...bellSentences,
  ...adviceSentences,
  ...mailSentences,
  ...requestSentences,
  ...troubleSentences,
  ...complaintSentences,
  ...verdictSentences,
  ...deliverySentences,
  ...markupSentences,
}

type Sentences = typeof sentences
/** A code with an English sentence here. */
export type WordedCode = keyof Sentences
/** A code for what is wrong with a field. */
export type ComplaintCode = keyof typeof complaintSentences

/** A code that the server says something by. The catalogues of the pages have the translation of each (`translated.ts`). */
export type SentenceCode =
  | keyof Sentences
  | `activity.${ActivityKind}`
  | `audit.${AuditAction}`
  | `event.${EventName}`
  | `event.${EventName}.when`

type NamesIn<Text> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never
type NamesOf<Sentence> = Sentence extends { other: infer Other }
  ? NamesIn<Other> | (Sentence extends { by: infer By } ? By : 'count')
  : NamesIn<Sentence>
type ValuesOf<Code extends keyof Sentences> = [NamesOf<Sentences[Code]>] extends [never]
  ? []
  : [values: Readonly<Record<NamesOf<Sentences[Code]>, string | number>>]

export function sentence<Code extends keyof Sentences>(code: Code, ...[values]: ValuesOf<Code>): Wording {
  return values === undefined ? { code } : { code, values: { ...values } }
}

/** The part of an answer that says of its success. */
export function say<Code extends keyof Sentences>(code: Code, ...values: ValuesOf<Code>) {
  return sayAll(sentence(code, ...values))
}

/** Like `say`, for calls that answer `done`. */
export const sayDone = <Code extends keyof Sentences>(code: Code, ...values: ValuesOf<Code>) => ({ success: true, ...say(code, ...values) })

/** Like `say`, with several sentences. */
export function sayAll(...message: Wording[]) {
  return { message: textOf(message), said: { message } }
}

/** The English text, sentences separated by blanks. */
export const textOf = (wordings: readonly Wording[]): string => wordings.map(englishOf).join(' ')

function englishOf({ code, values = {} }: Wording): string {
  const pattern = patternOf(code)
  if (pattern === undefined) return code
  const text = typeof pattern === 'string' ? pattern : values[pattern.by ?? 'count'] === 1 ? pattern.one : pattern.other
  return text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => shown(values[name] ?? whole))
}

const shown = (value: string | number) => (typeof value === 'number' ? value.toLocaleString('en-US') : value)

interface PluralForms {
  one: string
  other: string
  /** Name of the value that the form depends on; `count` by default. */
  by?: string
}

/** Undefined for a code that a newer version wrote. */
export function patternOf(code: string): string | PluralForms | undefined {
  const [noun = '', ...rest] = code.split('.')
  const name = rest.join('.')
  if (noun === 'activity') return valueOf(activityKinds, name)
  if (noun === 'audit') return valueOf(auditActions, name)
  if (noun === 'event') return eventText(name)
  if (noun === 'variable') return valueOf(variableDescriptions, name)
  if (noun === 'look') return valueOf(themeDescriptions, name)
  return valueOf<string | PluralForms>(sentences, code) ?? errorText(valueOf<ErrorEntry>(catalogue, code))
}

/** Parts of an event by the suffix of the code: its title, when it happens, the purpose of its e-mail, and its wording in the profile. */
export const eventParts: Readonly<Record<string, (event: EventDefinition) => string | undefined>> = {
  '.choice.when': (event) => (event.class === 'optional' ? event.choice.description : undefined),
  '.choice': (event) => (event.class === 'optional' ? event.choice.title : undefined),
  '.mail': ({ mail }) => mail,
  '.when': ({ when }) => when,
  '': ({ title }) => title,
}

function eventText(name: string): string | undefined {
  const [part, textIn] = Object.entries(eventParts).find(([end]) => name.endsWith(end)) ?? []
  const event = part === undefined ? undefined : valueOf<EventDefinition>(eventCatalogue, name.slice(0, name.length - part.length))
  return event && textIn?.(event)
}

const errorText = (entry: ErrorEntry | undefined): string | PluralForms | undefined =>
  entry?.one === undefined ? entry?.message : { one: entry.one.message, other: entry.message, by: entry.one.by }

/** The message for translators: an ICU pattern. */
export function messageOf(code: string): string | undefined {
  const pattern = patternOf(code)
  if (pattern === undefined || typeof pattern === 'string') return pattern
  const { one, other, by = 'count' } = pattern
  return `{${by}, plural, one {${one.replace(/\b1\b/, '#')}} other {${other.replace(`{${by}}`, '#')}}}`
}

/** All codes that may be part of an e-mail: titles of acts, activities and events are not. */
export const sentenceCodes: readonly string[] = [...Object.keys(sentences), ...Object.keys(catalogue)]

const valueOf = <Value>(from: Readonly<Record<string, Value>>, name: string): Value | undefined =>
  Object.hasOwn(from, name) ? from[name] : undefined
