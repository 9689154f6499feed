import type { CallInput } from '@twofold/contract/endpoint'
import type { addKey, HashAlgorithm, KeyKind } from '@twofold/contract/keys'
import { limits } from '@twofold/contract/limits'
import { type KeyParameters, otpauthDefaults, parseSecretText, steamParameters } from '@twofold/contract/otpauth'

/** The add form as it is typed. Numbers are text, since a field can be empty. */
export interface KeyDraft {
  name: string
  secret: string
  type: KeyKind
  issuer: string
  account: string
  algorithm: HashAlgorithm
  digits: string
  period: string
  counter: string
  /** Separated by commas. */
  tags: string
  note: string
  /** Separated by commas. */
  sites: string
  /** Its codes are only taken. */
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
  tags: '',
  note: '',
  sites: '',
  exclusive: false,
}

export type AddKeyBody = CallInput<typeof addKey>['body']

/** What is sent: nothing that is empty, and of the parameters only those that the kind of key has. */
export function draftBody(draft: KeyDraft): AddKeyBody {
  const { type } = draft
  return {
    name: draft.name.trim(),
    ...given('secret', draft.secret),
    ...given('issuer', draft.issuer),
    ...given('account', draft.account),
    type,
    ...(type !== 'steam' && { algorithm: draft.algorithm, digits: Number(draft.digits) }),
    ...(type === 'totp' && { period: Number(draft.period) }),
    ...(type === 'hotp' && { counter: Number(draft.counter) }),
    ...(readTags(draft.tags).length > 0 && { tags: readTags(draft.tags) }),
    ...(draft.note.trim() !== '' && { note: draft.note }),
  }
}

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

/** Of several keys, as Google Authenticator exports them. */
export const isMigrationLink = (text: string) => /^\s*otpauth-migration:/i.test(text)

/** Fills a draft from what a link or a QR code says. A name that was typed stays; otherwise the issuer names the key, or else the account. */
export function fillFromParameters(draft: KeyDraft, parameters: KeyParameters): KeyDraft {
  const { kind, secret, issuer = '', account = '', algorithm, digits, period, counter } = parameters
  return {
    name: draft.name.trim() === '' ? (issuer || account).slice(0, limits.keyNameMax) : draft.name,
    secret,
    type: kind,
    issuer,
    account,
    algorithm,
    digits: String(digits),
    period: String(period ?? otpauthDefaults.period),
    counter: String(counter ?? 0),
    tags: draft.tags,
    note: draft.note,
    sites: draft.sites,
    exclusive: draft.exclusive,
  }
}

/** What the codes of a draft are computed from; undefined while its secret or one of its numbers makes none. */
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

/** Whether a draft says anything that the closed part of the form would hide. */
export function isAdvanced(draft: KeyDraft): boolean {
  const hidden = ['type', 'issuer', 'account', 'algorithm', 'digits', 'period', 'counter'] as const
  return hidden.some((field) => draft[field] !== emptyDraft[field])
}

/** Whether a typed number is a whole one from `least` to `most`. */
export function isWholeNumber(text: string, least: number, most: number): boolean {
  return /^\d{1,16}$/.test(text) && Number(text) >= least && Number(text) <= most
}
