import { cutText } from '@twofold/contract/cut-text'
import type { CallInput } from '@twofold/contract/endpoint'
import { type DescriptionField, descriptionNames, isWritten, noDescription, type PartialDescription } from '@twofold/contract/key-fields'
import { mapSealed, type SealedTexts, writtenSealed } from '@twofold/contract/sealed-fields'
import type { addKey, HashAlgorithm, KeyKind } from '@twofold/contract/keys'
import { limits } from '@twofold/contract/limits'
import { type KeyParameters, otpauthDefaults, parseSecretText, steamParameters } from '@twofold/contract/otpauth'

/** As typed: lists separated by commas. */
type DescriptionDraft = Record<DescriptionField, string>

/** The add form as it is typed. Numbers are text, since a field can be empty. */
export interface KeyDraft extends DescriptionDraft, SealedTexts {
  name: string
  secret: string
  type: KeyKind
  issuer: string
  account: string
  algorithm: HashAlgorithm
  digits: string
  period: string
  counter: string
  /** Codes are only taken. */
  exclusive: boolean
}

export const emptyDraft: KeyDraft = {
  name: '',
  secret: '',
  type: 'totp',
  issuer: '',
  account: '',
  algorithm: otpauthDefaults.algorithm,
  digits: String(otpauthDefaults.digits),
  period: String(otpauthDefaults.period),
  counter: '0',
  ...typeDescription(noDescription),
  ...mapSealed(() => ''),
  exclusive: false,
}

export type AddKeyBody = CallInput<typeof addKey>['body']

/** The request body: without empty fields, and only with the parameters of the chosen kind. */
export function draftBody(draft: KeyDraft): AddKeyBody {
  const described = descriptionNames
    .map((field) => [field, readDescription(field, draft[field])] as const)
    .filter(([, value]) => isWritten(value))
  return {
    ...parametersBody(draft),
    ...given('secret', draft.secret),
    type: draft.type,
    ...Object.fromEntries(described),
    ...writtenSealed(mapSealed((field) => (draft[field].trim() === '' ? '' : draft[field]))),
  }
}

/** The names of a key and what makes its codes, but for its secret. */
export function parametersBody({ type, ...draft }: KeyDraft) {
  return {
    name: draft.name.trim(),
    ...given('issuer', draft.issuer),
    ...given('account', draft.account),
    ...(type !== 'steam' && { algorithm: draft.algorithm, digits: Number(draft.digits) }),
    ...(type === 'totp' && { period: Number(draft.period) }),
    ...(type === 'hotp' && { counter: Number(draft.counter) }),
  }
}

export function typeDescription(description: PartialDescription): DescriptionDraft {
  const typed = (value: string | readonly string[]) => (typeof value === 'string' ? value : value.join(', '))
  return Object.fromEntries(descriptionNames.map((field) => [field, typed(description[field] ?? '')])) as DescriptionDraft
}

/** The same in its form for the request. */
export const readDescription = (field: DescriptionField, text: string): string | string[] =>
  Array.isArray(noDescription[field]) ? readTags(text) : text.trim()

export const readTags = (text: string) => [
  ...new Set(
    text
      .split(',')
      .map((tag) => tag.trim())
      .filter(Boolean),
  ),
]

function given<Name extends string>(name: Name, text: string): Partial<Record<Name, string>> {
  const trimmed = text.trim()
  return trimmed === '' ? {} : ({ [name]: trimmed } as Record<Name, string>)
}

export const isOtpauthLink = (text: string) => /^\s*otpauth:/i.test(text)

/** Several keys, as exported by Google Authenticator. */
export const isMigrationLink = (text: string) => /^\s*otpauth-migration:/i.test(text)

/** The issuer names a key, or else the account. */
const nameOf = ({ issuer = '', account = '' }: Pick<KeyParameters, 'issuer' | 'account'>) => cutText(issuer || account, limits.keyNameMax)

/** Fills a draft from what a link or a QR code says. A name that was typed stays; one that came from an earlier code goes with that code. */
export function fillFromParameters(draft: KeyDraft, parameters: KeyParameters): KeyDraft {
  const { kind, secret, issuer = '', account = '', algorithm, digits, period, counter } = parameters
  return {
    ...draft,
    name: ['', nameOf(draft)].includes(draft.name.trim()) ? nameOf(parameters) : draft.name,
    secret,
    type: kind,
    issuer,
    account,
    algorithm,
    digits: String(digits),
    period: String(period ?? otpauthDefaults.period),
    counter: String(counter ?? 0),
  }
}

/** Parameters of a draft's codes; undefined while its secret or one of its numbers is invalid. */
export function draftParameters(draft: KeyDraft): KeyParameters | undefined {
  const parsed = parseSecretText(draft.secret)
  if (!parsed.ok) return undefined
  const { secret } = parsed
  const names = { ...given('issuer', draft.issuer), ...given('account', draft.account) }
  if (draft.type === 'steam') return { kind: 'steam', secret, ...names, ...steamParameters, counter: null }
  const settings = { secret, ...names, algorithm: draft.algorithm, digits: Number(draft.digits) }
  if (draft.type === 'hotp') {
    const { counter } = draft
    return isWholeNumber(counter, 0, Number.MAX_SAFE_INTEGER)
      ? { kind: 'hotp', ...settings, period: null, counter: Number(counter) }
      : undefined
  }
  return isWholeNumber(draft.period, 1, limits.periodMaxSeconds)
    ? { kind: 'totp', ...settings, period: Number(draft.period), counter: null }
    : undefined
}

/** Fields in the collapsed part of the forms. */
export const advancedFields = ['type', 'issuer', 'account', 'algorithm', 'digits', 'period', 'counter'] as const

/** Whether a draft has values that the collapsed part of the form would hide. */
export const isAdvanced = (draft: KeyDraft): boolean => advancedFields.some((field) => draft[field] !== emptyDraft[field])

/** Whether a typed number is an integer from `least` to `most`. */
export function isWholeNumber(text: string, least: number, most: number): boolean {
  return /^\d{1,16}$/.test(text) && Number(text) >= least && Number(text) <= most
}
