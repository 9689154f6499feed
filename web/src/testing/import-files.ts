import type { ReadEntry } from '../transfer/entries/read-entry.ts'
import { fromBase64, toBytes } from '../transfer/opening/bytes.ts'
import { failureOf, readTransfer } from '../transfer/read-file.ts'

/*
 * Files of other applications, and what is in them. Those of `formats` are written by web/import-fixtures.py, which knows nothing of our readers;
 * the others with scrypt, PBKDF2 and AES-GCM of the Python package cryptography, and libsodium itself.
 */
const fixtures = import.meta.glob<string>(['../transfer/fixtures/*', '../transfer/fixtures/formats/*'], {
  query: '?raw',
  import: 'default',
})

/** A file below `fixtures`, as it is on the disk. */
export async function fixture(path: string): Promise<Uint8Array> {
  const text = (await fixtures[`../transfer/fixtures/${path}`]?.()) ?? ''
  return path.endsWith('.base64') ? fromBase64(text) : toBytes(text)
}

/** Those that are not in `formats`. */
export const ownFixtures = Object.keys(fixtures).flatMap((path) => /^\.\.\/transfer\/fixtures\/([^/]+)$/.exec(path)?.[1] ?? [])

export const formatFixture = (file: string) => fixture(`formats/${file}`)

export const password = 'open sesame é'
export const [rfc, hello, other] = [
  'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ',
  'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
  'KRSXG5CTMVRXEZLUKRSXG5CTMVRXEZLU',
]
export const usual = { kind: 'totp', algorithm: 'SHA1', digits: 6, period: 30, counter: null }
const names = { issuer: 'Code host', account: 'ann@example.org' }
export const plain = { ...usual, secret: rfc, ...names }
export const host = { ...plain, algorithm: 'SHA512', digits: 8, period: 60 }
export const bank = {
  kind: 'hotp',
  secret: hello,
  algorithm: 'SHA256',
  digits: 7,
  period: null,
  counter: 41,
  issuer: 'Bank',
  account: 'ann',
}
export const plainBank = { ...bank, algorithm: 'SHA1', digits: 6 }
export const games = { ...usual, kind: 'steam', secret: other, digits: 5, issuer: 'Games', account: 'ann' }
export const nameOf = (file: string) => file.replace('.base64', '')
export const parametersOf = (entries: readonly ReadEntry[]) => entries.map((entry) => (entry.ok ? entry.parameters : entry))
export const failure = (reading: Promise<unknown>) => reading.then(() => 'read', failureOf)

export const readText = (text: string, name = '') => readTransfer(toBytes(text), { name, password })
export const failureOfText = (text: string, given?: string) => failure(readTransfer(toBytes(text), { password: given }))
