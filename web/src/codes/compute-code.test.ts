import type { KeyParameters } from '@twofold/contract/otpauth'
import { encodeBase32 } from '@twofold/contract/base32'
import { expect, test } from 'vitest'
import { computeCode } from './compute-code.ts'

const ascii = (text: string) => encodeBase32(new TextEncoder().encode(text))
const key = (changes: Partial<KeyParameters>): KeyParameters => ({
  kind: 'totp',
  secret: ascii('12345678901234567890'),
  algorithm: 'SHA1',
  digits: 8,
  period: 30,
  counter: null,
  ...changes,
})

// RFC 6238, appendix B.
test.each([
  ['SHA1', '12345678901234567890', 1, '94287082'],
  ['SHA256', '12345678901234567890123456789012', 1, '46119246'],
  ['SHA512', '1234567890123456789012345678901234567890123456789012345678901234', 1, '90693936'],
  ['SHA1', '12345678901234567890', 0x27bc86aa, '65353130'],
  ['SHA256', '12345678901234567890123456789012', 0x27bc86aa, '77737706'],
  ['SHA512', '1234567890123456789012345678901234567890123456789012345678901234', 0x27bc86aa, '47863826'],
] as const)('a code of %s is that of RFC 6238 for the secret %s and the window %d', async (algorithm, secret, window, expected) => {
  expect(await computeCode(key({ algorithm, secret: ascii(secret) }), window)).toBe(expected)
})

// RFC 4226, appendix D.
test.each([
  [0, '755224'],
  [9, '520489'],
])('the six digits for the counter %d are those of RFC 4226', async (counter, expected) => {
  expect(await computeCode(key({ kind: 'hotp', digits: 6, period: null, counter }), counter)).toBe(expected)
})

test('Steam writes the same number with letters', async () => {
  expect(await computeCode(key({ kind: 'steam', digits: 5 }), 1)).toBe(steamText(1094287082))
})

/** 1094287082 is the number that the truncation gives for the window 1, of which RFC 6238 shows the last eight digits. */
function steamText(value: number) {
  const letters = '23456789BCDFGHJKMNPQRTVWXY'
  return Array.from({ length: 5 }, (_, at) => letters[Math.floor(value / 26 ** at) % 26]).join('')
}
