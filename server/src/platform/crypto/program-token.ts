import { randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'
import type { ProgramKind } from '@twofold/contract/tokens'

/*
 * `twofold_<kind>_`, 43 base62 characters that carry 256 random bits, and 6 that carry the CRC-32 of all before them. The checksum keeps no secret:
 * it lets a scanner tell a token from a look-alike, and the server refuse one without asking the database.
 */

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const base = BigInt(alphabet.length)
const [secretLength, checksumLength] = [43, 6]
const format = /^twofold_(svc|pat|wid|cli)_[0-9A-Za-z]{49}$/

/** Prefix of every program token, and of no other credential. */
export const programTokenMark = 'twofold_'

/** A new token of 256 random bits. */
export function newProgramToken(kind: ProgramKind): string {
  const begin = `${programTokenMark}${kind}_${inBase62(BigInt(`0x${randomBytes(32).toString('hex')}`), secretLength)}`
  return begin + checksumOf(begin)
}

/** The kind that a token claims to be; undefined: it cannot be one of ours. */
export function kindOfProgramToken(text: string): ProgramKind | undefined {
  const kind = format.exec(text)?.[1]
  const isWhole = kind !== undefined && checksumOf(text.slice(0, -checksumLength)) === text.slice(-checksumLength)
  return isWhole ? (kind as ProgramKind) : undefined
}

const checksumOf = (text: string) => inBase62(BigInt(crc32(text)), checksumLength)

/** The most significant digit first, filled up with zeros to `length`. */
function inBase62(value: bigint, length: number): string {
  let digits = ''
  for (let rest = value; digits.length < length; rest /= base) digits = alphabet.charAt(Number(rest % base)) + digits
  return digits
}
