import { cutText } from '@twofold/contract/cut-text'
import { type DescriptionField, descriptionNames, noDescription, type WrittenDescription, writtenOf } from '@twofold/contract/key-fields'
import { mapSealed, type SealedField, sealedFields, type SealedTexts } from '@twofold/contract/sealed-fields'
import { limits } from '@twofold/contract/limits'
import {
  type KeyParameters,
  otpauthDefaults,
  parseOtpauth,
  parseSecretText,
  readSteamSettings,
  steamParameters,
} from '@twofold/contract/otpauth'
import { type EntryIcon, readIcon } from './entry-icon.ts'
import type { MigrationRefusal } from './otpauth-migration.ts'

export type EntryRefusal = MigrationRefusal

/** One account of a file, as far as Twofold supports it. */
export type ReadEntry =
  | ({
      ok: true
      name: string
      parameters: KeyParameters
      isFavourite: boolean
      /** The entry's own; an application's standard icon of an issuer does not count. */
      icon?: EntryIcon
    } & WrittenDescription &
      SealedTexts)
  /** Named, so that it can be found in the other application. */
  | { ok: false; name: string; refusal: EntryRefusal }

/** An account's unchecked data in a file; missing ones have defaults. */
export interface RawEntry extends Partial<Record<DescriptionField | SealedField, unknown>> {
  /** Name of the entry if it differs from issuer and account. */
  name?: unknown
  kind: unknown
  secret: unknown
  issuer?: unknown
  account?: unknown
  algorithm?: unknown
  digits?: unknown
  period?: unknown
  counter?: unknown
  favourite?: unknown
  /** Base64 or bytes of a picture. */
  icon?: unknown
}

export const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '')

/** A value that makes no sense refuses the entry: a default in its place would yield wrong codes in silence. */
export function readEntry(raw: RawEntry): ReadEntry {
  const [issuer, account] = [textOf(raw.issuer), textOf(raw.account)]
  const name = cutText(textOf(raw.name) || issuer || account, limits.keyNameMax)
  const refuse = (refusal: EntryRefusal): ReadEntry => ({ ok: false, name, refusal })
  const kind = textOf(raw.kind)
    .toLowerCase()
    .replace(/^steamtotp$/, 'steam')
  if (kind !== 'totp' && kind !== 'hotp' && kind !== 'steam') return refuse('kind')
  const secret = parseSecretText(textOf(raw.secret))
  if (!secret.ok) return refuse('secret')
  const defaults = kind === 'steam' ? steamParameters : otpauthDefaults
  const algorithm = readAlgorithm(raw.algorithm, defaults.algorithm)
  if (algorithm === undefined) return refuse('algorithm')
  const digits = readNumber(raw.digits, defaults.digits, limits.digitsMin, limits.digitsMax)
  if (digits === undefined) return refuse('digits')
  const period = readNumber(kind === 'hotp' ? undefined : raw.period, defaults.period, 1, limits.periodMaxSeconds)
  if (period === undefined) return refuse('period')
  const counter = readNumber(kind === 'hotp' ? raw.counter : undefined, 0, 0, Number.MAX_SAFE_INTEGER)
  if (counter === undefined) return refuse('counter')
  const steam = kind === 'steam' ? readSteamSettings({ algorithm, digits, period }) : undefined
  if (typeof steam === 'string') return refuse(steam)
  if (![issuer, account, name].every(isName)) return refuse('name')
  const time = kind === 'hotp' ? { period: null, counter } : { period, counter: null }
  const names = { ...(issuer && { issuer }), ...(account && { account }) }
  const parameters: KeyParameters = { kind, secret: secret.secret, algorithm, digits, ...time, ...steam, ...names }
  const icon = readIcon(raw.icon)
  return {
    ok: true,
    name,
    parameters,
    ...readDescription(raw),
    ...mapSealed((field) => readSealed(field, raw[field])),
    isFavourite: readSwitch(raw.favourite),
    ...(icon && { icon }),
  }
}

/** The same from a link, which has all parameters; issuer and account of `fileData` are used if the link names neither. */
export function readEntryLink(link: string, fileData: Omit<RawEntry, 'kind' | 'secret'> = {}): ReadEntry {
  const read = parseOtpauth(link)
  if (!read.ok) {
    const { failure } = read
    const label = textOf(fileData.name) || labelOf(link)
    return { ok: false, name: cutText(label, limits.keyNameMax), refusal: refusalOf(failure) }
  }
  const { issuer, account } = read.parameters
  const isNamed = issuer !== undefined || account !== undefined
  return readEntry({
    ...fileData,
    ...read.parameters,
    issuer: isNamed ? issuer : fileData.issuer,
    account: isNamed ? account : fileData.account,
  })
}

function refusalOf(failure: Extract<ReturnType<typeof parseOtpauth>, { ok: false }>['failure']): EntryRefusal {
  if (failure.code === 'unknown_kind' || failure.code === 'not_otpauth') return 'kind'
  if (failure.code === 'too_long') return 'name'
  if (failure.code !== 'parameter_invalid') return 'secret'
  const { parameter } = failure
  if (parameter === 'issuer' || parameter === 'account') return 'name'
  return parameter === 'encoder' ? 'kind' : parameter
}

/** Never the query, which holds the secret. */
function labelOf(link: string): string {
  const label = /^otpauth:\/\/[^/?]*\/([^?]*)/i.exec(link)?.[1] ?? ''
  try {
    return decodeURIComponent(label)
  } catch {
    return label
  }
}

const isName = (text: string) => text.length <= limits.keyAccountMax && !/\p{Cc}/u.test(text)

/** Applications write switches in any of these ways. */
const readSwitch = (value: unknown) => value === true || value === 1 || (typeof value === 'string' && /^(?:1|true|yes)$/i.test(value))

const isAbsent = (value: unknown) => value === undefined || value === null || value === ''

function readAlgorithm(value: unknown, fallback: KeyParameters['algorithm']): KeyParameters['algorithm'] | undefined {
  if (isAbsent(value)) return fallback
  const size = /^(?:hmac[-_ ]?)?sha[-_ ]?(1|256|512)$/i.exec(textOf(value))?.[1]
  return size === '1' ? 'SHA1' : size === '256' ? 'SHA256' : size === '512' ? 'SHA512' : undefined
}

function readNumber(value: unknown, fallback: number, least: number, most: number): number | undefined {
  if (isAbsent(value)) return fallback
  const number = typeof value === 'string' && /^\s*\d+(?:\.0+)?\s*$/.test(value) ? Number(value) : value
  return typeof number === 'number' && Number.isInteger(number) && number >= least && number <= most ? number : undefined
}

/** Not trimmed: leading blanks are intentional. */
const readSealed = (field: SealedField, value: unknown) => (textOf(value) === '' ? '' : cutText(String(value), sealedFields[field].max))

function readTags(value: unknown): string[] {
  const tags = (Array.isArray(value) ? value : [])
    .map((tag) => textOf(cutText(textOf(tag), limits.tagMax)))
    .filter((tag) => tag !== '' && isName(tag))
  return [...new Set(tags)].slice(0, limits.tagsPerKey)
}

/** A key's description; the server validates it. */
function readDescription(raw: Pick<RawEntry, DescriptionField>): WrittenDescription {
  const texts = descriptionNames.map((field) => [field, Array.isArray(noDescription[field]) ? [] : textOf(raw[field])] as const)
  return writtenOf({ ...Object.fromEntries(texts), tags: readTags(raw.tags), sites: readSites(raw.sites) })
}

const readSites = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [])
    .map(textOf)
    .filter((site) => site !== '' && site.length <= limits.siteMax)
    .slice(0, limits.sitesPerKey)
