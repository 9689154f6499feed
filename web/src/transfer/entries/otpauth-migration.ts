import { encodeBase32 } from '@twofold/contract/base32'
import { limits } from '@twofold/contract/limits'
import { type KeyParameters, otpauthDefaults } from '@twofold/contract/otpauth'
import { readFields } from './protobuf-reader.ts'

/** Reason why an entry of an export cannot be imported. */
export type MigrationRefusal = 'algorithm' | 'digits' | 'kind' | 'secret' | 'period' | 'counter' | 'name'

export type MigrationEntry =
  | { ok: true; parameters: KeyParameters }
  /** Its name, to find it in the other application. */
  | { ok: false; issuer: string; account: string; refusal: MigrationRefusal }

/** One QR code of an export, which may have several. */
export interface MigrationPart {
  /** The same for all codes of one export. */
  batch: number
  /** From 0 to `size - 1`. */
  index: number
  size: number
  entries: MigrationEntry[]
}

export const isMigrationLink = (text: string) => /^\s*otpauth-migration:/i.test(text)

/**
 * Reads an `otpauth-migration://` link, as Google Authenticator exports accounts: a message of Protocol Buffers in Base64. Its fields were
 * never published; these are the ones that its exports hold. Undefined when it cannot be read.
 */
export function readMigrationLink(text: string): MigrationPart | undefined {
  const data = /^\s*otpauth-migration:\/\/offline\/?\?(?:[^#]*&)?data=([^&#\s]+)/i.exec(text)?.[1]
  if (data === undefined) return undefined
  try {
    return readPart(fromBase64(decodeURIComponent(data)))
  } catch (error) {
    if (error instanceof RangeError || error instanceof URIError) return undefined
    throw error
  }
}

function readPart(message: Uint8Array): MigrationPart | undefined {
  const part: MigrationPart = { batch: 0, index: 0, size: 1, entries: [] }
  for (const field of readFields(message)) {
    if ('bytes' in field) {
      if (field.number === 1) part.entries.push(readEntry(field.bytes))
    } else if (field.number === 3) part.size = Number(field.value)
    else if (field.number === 4) part.index = Number(field.value)
    else if (field.number === 5) part.batch = Number(field.value)
  }
  const isWhole = part.size >= 1 && part.size <= mostParts && part.index < part.size
  return isWhole && part.entries.length > 0 ? part : undefined
}

/** A code holds ten accounts, and nobody may have more keys than this. */
const mostParts = limits.keysPerOwner / 10

function readEntry(message: Uint8Array): MigrationEntry {
  let secret = new Uint8Array()
  let [name, issuer] = ['', '']
  let [algorithm, digits, kind, counter] = [0n, 0n, 0n, 0n]
  for (const field of readFields(message)) {
    if ('bytes' in field) {
      if (field.number === 1) secret = Uint8Array.from(field.bytes)
      else if (field.number === 2) name = readText(field.bytes)
      else if (field.number === 3) issuer = readText(field.bytes)
    } else if (field.number === 4) algorithm = field.value
    else if (field.number === 5) digits = field.value
    else if (field.number === 6) kind = field.value
    else if (field.number === 7) counter = field.value
  }
  return checkEntry({ secret, algorithm, digits, kind, counter, ...readNames(name, issuer) })
}

interface RawEntry {
  secret: Uint8Array
  issuer: string
  account: string
  algorithm: bigint
  digits: bigint
  kind: bigint
  counter: bigint
}

/** 0 means that the export does not say. */
const algorithms: Partial<Record<string, KeyParameters['algorithm']>> = { 0: 'SHA1', 1: 'SHA1', 2: 'SHA256', 3: 'SHA512' }
const lengths: Partial<Record<string, number>> = { 0: otpauthDefaults.digits, 1: 6, 2: 8 }
const kinds: Partial<Record<string, 'totp' | 'hotp'>> = { 0: 'totp', 1: 'hotp', 2: 'totp' }

function checkEntry({ issuer, account, ...raw }: RawEntry): MigrationEntry {
  const refuse = (refusal: MigrationRefusal): MigrationEntry => ({ ok: false, issuer, account, refusal })
  const secret = encodeBase32(raw.secret)
  if (secret === '' || secret.length > limits.secretTextMax) return refuse('secret')
  const kind = kinds[String(raw.kind)]
  if (kind === undefined) return refuse('kind')
  const algorithm = algorithms[String(raw.algorithm)]
  if (algorithm === undefined) return refuse('algorithm')
  const digits = lengths[String(raw.digits)]
  if (digits === undefined) return refuse('digits')
  if (raw.counter > BigInt(Number.MAX_SAFE_INTEGER)) return refuse('counter')
  if (![issuer, account].every((text) => text.length <= limits.keyAccountMax && !/\p{Cc}/u.test(text))) return refuse('name')
  const time = kind === 'totp' ? { period: otpauthDefaults.period, counter: null } : { period: null, counter: Number(raw.counter) }
  return { ok: true, parameters: { kind, secret, algorithm, digits, ...time, ...(issuer && { issuer }), ...(account && { account }) } }
}

/** The name is the label of the key's link: `account` or `issuer:account`. */
function readNames(name: string, issuer: string): { issuer: string; account: string } {
  const at = name.indexOf(':')
  const prefix = at < 0 ? '' : name.slice(0, at).trim()
  const isPrefixed = at >= 0 && (issuer.trim() === '' || prefix === issuer.trim())
  return { issuer: issuer.trim() || prefix, account: (isPrefixed ? name.slice(at + 1) : name).trim() }
}

const readText = (bytes: Uint8Array) => new TextDecoder().decode(bytes)

/** Either alphabet, padded or not; a plus that was not escaped may have become a space. Throws a RangeError. */
function fromBase64(text: string): Uint8Array {
  const letters = text
    .replaceAll(' ', '+')
    .replaceAll('-', '+')
    .replaceAll('_', '/')
    .replace(/(?<!=)=+$/, '')
  if (!/^[A-Za-z0-9+/]+$/.test(letters) || letters.length % 4 === 1) throw new RangeError('This is not Base64.')
  return Uint8Array.from(atob(letters), (letter) => letter.charCodeAt(0))
}
