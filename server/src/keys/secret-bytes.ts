import { decodeBase32 } from '@twofold/contract/base32'
import { writtenOf } from '@twofold/contract/key-fields'
import type { KeyRow } from './keys.repository.ts'

/** A key as lists show it. */
export function presentKey(key: KeyRow & { favourite: boolean }) {
  return {
    id: key.id,
    name: key.name,
    type: key.kind,
    issuer: key.issuer,
    account: key.account,
    algorithm: key.algorithm,
    digits: key.digits,
    period: key.period,
    counter: key.counter,
    ...writtenOf(key),
    favourite: key.favourite,
    ...(key.is_exclusive ? { exclusive: true } : {}),
    ...(key.icon === null ? {} : { icon: key.icon }),
    created_at: key.created_at.toISOString(),
  }
}

/** Stored as bytes, so that generating a code needs no decoding. */
export function secretBytes(secret: string): Uint8Array {
  const bytes = decodeBase32(secret)
  if (bytes === undefined) throw new Error('A secret that was checked is not Base32.')
  return bytes
}
