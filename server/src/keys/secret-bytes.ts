import { decodeBase32 } from '@twofold/contract/base32'

/** Stored as bytes, so that generating a code needs no decoding. */
export function secretBytes(secret: string): Uint8Array {
  const bytes = decodeBase32(secret)
  if (bytes === undefined) throw new Error('A secret that was checked is not Base32.')
  return bytes
}
