import { cbc, gcm } from '@noble/ciphers/aes.js'
import { expand } from '@noble/hashes/hkdf.js'
import { hmac } from '@noble/hashes/hmac.js'
import { pbkdf2 } from '@noble/hashes/pbkdf2.js'
import { sha1 } from '@noble/hashes/legacy.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { argon2id, scrypt } from 'hash-wasm'
import { isSame, join, toBytes } from './bytes.ts'
import { TransferError } from './transfer-failure.ts'

/* The browser's own cryptography is there on HTTPS only, and knows neither scrypt nor Argon2. */

const mebibyte = 1024 * 1024
/** A file says itself how much work opening it takes; nobody's application asks for more than these. */
const most = { memory: 1024 * mebibyte, scryptWork: 2 ** 24, argonPasses: 20, argonWork: 10 * 1024 * mebibyte, pbkdf2Rounds: 2_000_000 }

/** The password is right when the tag is; nothing comes out before. Throws `password_wrong`. */
export function openAesGcm(key: Uint8Array, nonce: Uint8Array, sealed: Uint8Array, aad?: Uint8Array): Uint8Array {
  if (key.length !== 32 || nonce.length < 12 || nonce.length > 32 || sealed.length < 16) throw new TransferError('damaged')
  try {
    return gcm(key, nonce, aad).decrypt(sealed)
  } catch {
    throw new TransferError('password_wrong')
  }
}

export const hashSha256 = (bytes: Uint8Array): Uint8Array => sha256(bytes)

/**
 * AES-256-CBC with HMAC-SHA-256 over IV and text, under two keys that HKDF makes of `key`, as Bitwarden seals. Undefined when the key does not
 * fit or something was changed.
 */
export function openAesCbcHmac(key: Uint8Array, iv: Uint8Array, text: Uint8Array, mac: Uint8Array): Uint8Array | undefined {
  if (iv.length !== 16) throw new TransferError('damaged')
  const part = (purpose: string) => expand(sha256, key, toBytes(purpose), 32)
  if (!isSame(hmac(sha256, part('mac'), join(iv, text)), mac)) return undefined
  return cbc(part('enc'), iv).decrypt(text)
}

const isCount = (value: unknown): value is number => typeof value === 'number' && Number.isSafeInteger(value) && value >= 1

export async function deriveScrypt(password: string, salt: Uint8Array, { n, r, p }: Record<'n' | 'r' | 'p', unknown>): Promise<Uint8Array> {
  if (!isCount(n) || !isCount(r) || !isCount(p) || n < 2 || !Number.isInteger(Math.log2(n))) throw new TransferError('damaged')
  if (128 * n * r > most.memory || n * r * p > most.scryptWork) throw new TransferError('too_costly')
  return scrypt({ password, salt, costFactor: n, blockSize: r, parallelism: p, hashLength: 32, outputType: 'binary' })
}

export interface ArgonCost {
  memoryBytes: unknown
  passes: unknown
  lanes: unknown
}

export async function deriveArgon2id(password: string, salt: Uint8Array, { memoryBytes, passes, lanes }: ArgonCost): Promise<Uint8Array> {
  if (!isCount(memoryBytes) || !isCount(passes) || !isCount(lanes) || salt.length < 8 || lanes > 16) throw new TransferError('damaged')
  if (memoryBytes < 8192 * lanes) throw new TransferError('damaged')
  if (memoryBytes > most.memory || passes > most.argonPasses || memoryBytes * passes > most.argonWork) throw new TransferError('too_costly')
  const memorySize = Math.floor(memoryBytes / 1024)
  return argon2id({ password, salt, iterations: passes, parallelism: lanes, memorySize, hashLength: 32, outputType: 'binary' })
}

export function derivePbkdf2(hash: 'SHA1' | 'SHA256', password: string, salt: Uint8Array, rounds: unknown): Uint8Array {
  if (!isCount(rounds)) throw new TransferError('damaged')
  if (rounds > most.pbkdf2Rounds) throw new TransferError('too_costly')
  return pbkdf2(hash === 'SHA1' ? sha1 : sha256, password, salt, { c: rounds, dkLen: 32 })
}
