import { createHmac } from 'node:crypto'
import { decodeBase32 } from '@twofold/contract/base32'
import fc from 'fast-check'
import { HOTP, Secret } from 'otpauth'
import { describe, expect, test } from 'vitest'
import { prepareSecret, timeRemaining, windowAt } from './otp.ts'

const seed = (length: number) => Buffer.from('1234567890'.repeat(7).slice(0, length))
const seeds = { SHA1: seed(20), SHA256: seed(32), SHA512: seed(64) }
const algorithms = ['SHA1', 'SHA256', 'SHA512'] as const

/** The 31 bits of RFC 4226 §5.3, in another style than ours: on `createHmac` and big integers. */
function independentValue(secret: Uint8Array, counter: number): bigint {
  const message = Buffer.from(BigInt(counter).toString(16).padStart(16, '0'), 'hex')
  const mac = createHmac('sha1', secret).update(message).digest('hex')
  const offset = Number.parseInt(mac.slice(-1), 16) * 2
  return BigInt(`0x${mac.slice(offset, offset + 8)}`) & 0x7fff_ffffn
}

const independentCode = (secret: Uint8Array, counter: number, digits: number) =>
  (10n ** BigInt(digits) + (independentValue(secret, counter) % 10n ** BigInt(digits))).toString().slice(-digits)

/** Steam writes the value in base 26 with its own digits, the lowest first. */
function independentSteamCode(secret: Uint8Array, counter: number): string {
  const digits = independentValue(secret, counter).toString(26).padStart(5, '0').split('').reverse().slice(0, 5)
  return digits.map((digit) => '23456789BCDFGHJKMNPQRTVWXY'.split('')[Number.parseInt(digit, 26)]).join('')
}

describe('HOTP', () => {
  test('gives the values of RFC 4226 Appendix D', () => {
    const secret = prepareSecret(seeds.SHA1, 'SHA1')
    expect(Array.from({ length: 10 }, (_, counter) => secret.code(counter, 6))).toEqual([
      '755224',
      '287082',
      '359152',
      '969429',
      '338314',
      '254676',
      '287922',
      '162583',
      '399871',
      '520489',
    ])
  })

  test('gives 5 to 10 digits of the same value, with its leading zeros', () => {
    const secret = prepareSecret(seeds.SHA1, 'SHA1')
    expect([5, 6, 7, 8, 9, 10].map((digits) => secret.code(0, digits))).toEqual([
      '55224',
      '755224',
      '4755224',
      '84755224',
      '284755224',
      '1284755224',
    ])
    expect(secret.code(2, 10)).toBe('0137359152')
  })

  test('takes an empty secret, as the RFC does', () => {
    const secret = prepareSecret(new Uint8Array(0), 'SHA1')
    expect([0, 1].map((counter) => secret.code(counter, 6))).toEqual(
      [0, 1].map((counter) => independentCode(new Uint8Array(0), counter, 6)),
    )
  })

  test('counts beyond 32 bits', () => {
    const secret = prepareSecret(seeds.SHA1, 'SHA1')
    for (const counter of [2 ** 32 - 1, 2 ** 32, 2 ** 32 + 1, 2 ** 40 + 7, Number.MAX_SAFE_INTEGER]) {
      expect(secret.code(counter, 8)).toBe(independentCode(seeds.SHA1, counter, 8))
    }
    expect(secret.code(2 ** 32, 8)).not.toBe(secret.code(0, 8))
  })

  test('hashes a secret that is longer than a block of 64 bytes, and no other (RFC 2104 §2)', () => {
    for (const length of [63, 64, 65]) {
      const secret = Buffer.alloc(length, 'k')
      expect(prepareSecret(secret, 'SHA1').code(1, 8)).toBe(independentCode(secret, 1, 8))
    }
  })

  test('agrees with an independent implementation for any secret, also longer than a block', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ minLength: 1, maxLength: 320, size: 'max' }),
        fc.constantFrom(...algorithms),
        fc.integer({ min: 0, max: 2 ** 48 }),
        fc.integer({ min: 5, max: 10 }),
        (bytes, algorithm, counter, digits) => {
          const other = HOTP.generate({ secret: new Secret({ buffer: bytes.slice().buffer }), algorithm, counter, digits })
          expect(prepareSecret(bytes, algorithm).code(counter, digits)).toBe(other)
        },
      ),
      { numRuns: 500 },
    )
  })

  test('gives the same code again after others', () => {
    const [one, other] = [prepareSecret(seeds.SHA1, 'SHA1'), prepareSecret(seeds.SHA256, 'SHA256')]
    const first = one.code(1, 6)
    one.code(2 ** 40, 6)
    other.code(1, 6)
    one.steamCode(5)
    expect(one.code(1, 6)).toBe(first)
  })
})

describe('TOTP', () => {
  test.each([
    [59, '94287082', '46119246', '90693936'],
    [1111111109, '07081804', '68084774', '25091201'],
    [1111111111, '14050471', '67062674', '99943326'],
    [1234567890, '89005924', '91819424', '93441116'],
    [2000000000, '69279037', '90698825', '38618901'],
    [20000000000, '65353130', '77737706', '47863826'],
  ])('at %d s gives the values of RFC 6238 Appendix B', (seconds, ...codes) => {
    const counter = windowAt(seconds * 1000, 30)
    expect(algorithms.map((algorithm) => prepareSecret(seeds[algorithm], algorithm).code(counter, 8))).toEqual(codes)
  })

  test.each([
    [0, 30, 0, 30],
    [999, 30, 0, 30],
    [1_000, 30, 0, 29],
    [29_000, 30, 0, 1],
    [29_999, 30, 0, 1],
    [30_000, 30, 1, 30],
    [59_999, 60, 0, 1],
    [60_000, 60, 1, 60],
    [1_700_000_000_000, 300, 5_666_666, 100],
    [1_700_000_000_999, 1, 1_700_000_000, 1],
  ])('at %d ms and with a period of %d s, is in window %d with %d s remaining', (time, period, counter, remaining) => {
    expect(windowAt(time, period)).toBe(counter)
    expect(timeRemaining(time, period)).toBe(remaining)
  })

  test('after the remaining seconds it is always the next window, and one second earlier never', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4e12 }), fc.integer({ min: 1, max: 300 }), (time, period) => {
        const remaining = timeRemaining(time, period)
        const window = windowAt(time, period)
        expect(remaining).toBeGreaterThanOrEqual(1)
        expect(remaining).toBeLessThanOrEqual(period)
        expect(windowAt(time + remaining * 1000, period)).toBe(window + 1)
        expect(windowAt(time + (remaining - 1) * 1000, period)).toBe(window)
      }),
    )
  })
})

describe('Steam Guard', () => {
  test.each([
    ['63BEDWCQZKTQWPESARIERL5DTTQFCJTK', 1511200518, 'FR8RV'],
    ['63BEDWCQZKTQWPESARIERL5DTTQFCJTK', 1511200714, '9P3VP'],
    ['AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA', 0, 'RYH4D'],
    ['AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA', 30, 'DR2DK'],
  ])('gives the codes that other programs publish: %s at %d s is %s', (secret, seconds, code) => {
    expect(prepareSecret(decodeBase32(secret) ?? Buffer.alloc(0), 'SHA1').steamCode(windowAt(seconds * 1000, 30))).toBe(code)
  })

  test('agrees with an independent implementation for any secret and time', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 64 }), fc.integer({ min: 0, max: 2 ** 40 }), (secret, counter) => {
        expect(prepareSecret(secret, 'SHA1').steamCode(counter)).toBe(independentSteamCode(secret, counter))
      }),
      { numRuns: 500 },
    )
  })
})
