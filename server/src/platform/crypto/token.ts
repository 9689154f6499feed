import { hash, randomBytes, timingSafeEqual } from 'node:crypto'

/** A random text for links, sessions and cookies, in base64url. Unguessable with the default of 32 bytes. */
export function newToken(bytes = 32): string {
  return randomBytes(bytes).toString('base64url')
}

/** The stored hash of a token. SHA-256 is enough for random values. */
export function hashToken(token: string): Buffer {
  return hash('sha256', token, 'buffer')
}

/** Compares in a time that tells nothing about where two texts differ, or how long they are. */
export function constantTimeEqual(a: string | Uint8Array, b: string | Uint8Array): boolean {
  return timingSafeEqual(hash('sha256', a, 'buffer'), hash('sha256', b, 'buffer'))
}
