import { createPublicKey, hash } from 'node:crypto'
import type { PublicKeySet } from '@twofold/contract/public-keys'

type Key = PublicKeySet['keys'][number]

/** Members that make a key, by its kind and in the order of RFC 7638, 3.2; RFC 8037 adds OKP. */
const members: Record<string, readonly string[]> = { EC: ['crv', 'kty', 'x', 'y'], OKP: ['crv', 'kty', 'x'], RSA: ['e', 'kty', 'n'] }

/** One key can be written in several ways; a key that cannot be read verifies nothing, and is named as it is written. */
function canonical(key: Key): object {
  try {
    return createPublicKey({ key, format: 'jwk' }).export({ format: 'jwk' })
  } catch {
    return key
  }
}

function thumbprintOf(key: Key): string {
  const found = canonical(key) as Record<string, unknown>
  return hash('sha256', JSON.stringify(Object.fromEntries((members[key.kty] ?? ['kty']).map((name) => [name, found[name]]))), 'base64url')
}

/** The thumbprint of each key (RFC 7638), in the order of the set. */
export const listThumbprints = (set: PublicKeySet | null | undefined): string[] => (set?.keys ?? []).map(thumbprintOf)
