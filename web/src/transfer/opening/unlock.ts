import { cbc, ecb, gcm } from '@noble/ciphers/aes.js'
import { expand } from '@noble/hashes/hkdf.js'
import { hmac } from '@noble/hashes/hmac.js'
import { pbkdf2 } from '@noble/hashes/pbkdf2.js'
import { md5, sha1 } from '@noble/hashes/legacy.js'
import { sha256, sha512 } from '@noble/hashes/sha2.js'
import { argon2d, argon2id, scrypt } from 'hash-wasm'
import { fromBase64, isSame, join, toBytes, toText } from './bytes.ts'
import { estimateAtOnce, estimateStretching } from './stretching.ts'
import { TransferError } from './transfer-failure.ts'

/* The browser's own cryptography is there on HTTPS only, and knows neither scrypt nor Argon2. */

const mebibyte = 1024 * 1024
/** The file itself declares the cost of opening it; no real application exceeds these. */
const most = {
  memory: 1024 * mebibyte,
  scryptWork: 2 ** 24,
  argonPasses: 100_000,
  argonWork: 16 * 1024 * mebibyte,
  pbkdf2Rounds: 2_000_000,
}

/** The password is right when the tag is; nothing comes out before. Throws `password_wrong`. */
export function openAesGcm(key: Uint8Array, nonce: Uint8Array, sealed: Uint8Array, aad?: Uint8Array): Uint8Array {
  if (key.length !== 32 || nonce.length < 12 || nonce.length > 32 || sealed.length < 16) throw new TransferError('damaged')
  try {
    return gcm(key, nonce, aad).decrypt(sealed)
  } catch {
    throw new TransferError('password_wrong')
  }
}

export const hashMd5 = (bytes: Uint8Array): Uint8Array => md5(bytes)

export const hashSha1 = (bytes: Uint8Array): Uint8Array => sha1(bytes)

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
  const derive = (cost: { costFactor: number; blockSize: number; parallelism: number }) =>
    scrypt({ password, salt, ...cost, hashLength: 32, outputType: 'binary' })
  const sample = { costFactor: 2048, blockSize: 8, parallelism: 1 }
  await estimateStretching({ work: n * r * p, sample: 2048 * 8, run: () => derive(sample) })
  return derive({ costFactor: n, blockSize: r, parallelism: p })
}

export interface ArgonCost {
  memoryBytes: unknown
  passes: unknown
  lanes: unknown
}

/** `password` is text, or bytes that an application derives from it. */
export async function deriveArgon2(
  kind: 'argon2d' | 'argon2id',
  password: string | Uint8Array,
  salt: Uint8Array,
  { memoryBytes, passes, lanes }: ArgonCost,
): Promise<Uint8Array> {
  if (!isCount(memoryBytes) || !isCount(passes) || !isCount(lanes) || salt.length < 8 || lanes > 16) throw new TransferError('damaged')
  if (memoryBytes < 8192 * lanes) throw new TransferError('damaged')
  if (memoryBytes > most.memory || passes > most.argonPasses || memoryBytes * passes > most.argonWork) throw new TransferError('too_costly')
  const memorySize = Math.floor(memoryBytes / 1024)
  const hash = kind === 'argon2d' ? argon2d : argon2id
  const derive = (cost: { iterations: number; memorySize: number; parallelism: number }) =>
    hash({ password, salt, ...cost, hashLength: 32, outputType: 'binary' })
  const sample = { iterations: 1, memorySize: 4096, parallelism: 1 }
  await estimateStretching({ work: passes * memorySize, sample: 4096, run: () => derive(sample) })
  return derive({ iterations: passes, memorySize, parallelism: lanes })
}

export const deriveArgon2id = (password: string, salt: Uint8Array, cost: ArgonCost) => deriveArgon2('argon2id', password, salt, cost)

const hashes = { SHA1: sha1, SHA256: sha256, SHA512: sha512 }

/** `length` is in bytes. */
export function derivePbkdf2(
  hash: keyof typeof hashes,
  password: string | Uint8Array,
  salt: Uint8Array,
  rounds: unknown,
  length = 32,
): Uint8Array {
  if (!isCount(rounds)) throw new TransferError('damaged')
  if (rounds > most.pbkdf2Rounds) throw new TransferError('too_costly')
  const derive = (c: number) => pbkdf2(hashes[hash], password, salt, { c, dkLen: length })
  estimateAtOnce({ work: rounds, sample: 2000, run: () => derive(2000) })
  return derive(rounds)
}

/**
 * AES-256 in CBC mode with padding, without anything that authenticates it. Undefined when the padding is wrong, as it nearly always is with
 * another key; the caller has to look at what comes out before it believes it.
 */
export function openAesCbc(key: Uint8Array, iv: Uint8Array, sealed: Uint8Array): Uint8Array | undefined {
  if (key.length !== 32 || iv.length !== 16 || sealed.length === 0 || sealed.length % 16 !== 0) throw new TransferError('damaged')
  try {
    return cbc(key, iv).decrypt(sealed)
  } catch {
    return undefined
  }
}

/** The first 16 bytes of the plaintext, whether or not the rest can be decrypted. */
export const startAesCbc = (key: Uint8Array, iv: Uint8Array, sealed: Uint8Array): Uint8Array =>
  cbc(key, iv, { disablePadding: true }).decrypt(sealed.subarray(0, 16))

/**
 * Key, start and text of what OpenSSL and CryptoJS seal with a passphrase by AES-256-CBC, in Base64: both are hashes over passphrase and salt.
 * Nothing authenticates it, so the caller has to look at what comes out. Throws `damaged`.
 */
export function readSalted(
  text: string,
  passphrase: string,
  hash: (bytes: Uint8Array) => Uint8Array,
): [Uint8Array, Uint8Array, Uint8Array] {
  const bytes = fromBase64(text)
  if (toText(bytes.subarray(0, 8)) !== 'Salted__') throw new TransferError('damaged')
  const salted = join(toBytes(passphrase), bytes.subarray(8, 16))
  let [made, part] = [new Uint8Array(), new Uint8Array()]
  while (made.length < 48) {
    part = Uint8Array.from(hash(join(part, salted)))
    made = Uint8Array.from(join(made, part))
  }
  return [made.subarray(0, 32), made.subarray(32, 48), bytes.subarray(16)]
}

/** CryptoJS's format, with MD5. Undefined if the padding is wrong. */
export const openPassphraseAes = (text: string, passphrase: string): Uint8Array | undefined =>
  openAesCbc(...readSalted(text, passphrase, hashMd5))

/** The same as `openAesGcm`, but undefined for a wrong key. */
export function tryAesGcm(key: Uint8Array, nonce: Uint8Array, sealed: Uint8Array, aad?: Uint8Array): Uint8Array | undefined {
  try {
    return openAesGcm(key, nonce, sealed, aad)
  } catch (error) {
    if (error instanceof TransferError && error.failure === 'password_wrong') return undefined
    throw error
  }
}

/** AES in counter mode, with a counter that begins at 1 and has its lowest byte first, as ZIP archives have it. */
export function applyAesCounter(key: Uint8Array, bytes: Uint8Array): Uint8Array {
  const counters = new Uint8Array(Math.ceil(bytes.length / 16) * 16)
  const view = new DataView(counters.buffer)
  for (let block = 0; block * 16 < counters.length; block++) view.setUint32(block * 16, block + 1, true)
  const stream = ecb(key, { disablePadding: true }).encrypt(counters)
  return bytes.map((byte, at) => byte ^ (stream[at] ?? 0))
}

export const hmacSha1 = (key: Uint8Array, bytes: Uint8Array): Uint8Array => hmac(sha1, key, bytes)
export const hmacSha256 = (key: Uint8Array, bytes: Uint8Array): Uint8Array => hmac(sha256, key, bytes)
