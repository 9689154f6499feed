import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { encodeBase32 } from './base32.ts'
import { limits } from './limits.ts'
import { formatOtpauth, type KeyParameters, parseOtpauth, parseSecretText } from './otpauth.ts'
import { withoutHiddenCharacters } from './without-hidden-characters.ts'

const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
const totp = { kind: 'totp', secret, algorithm: 'SHA1', digits: 6, period: 30, counter: null }

const parsed = (uri: string) => {
  const result = parseOtpauth(uri)
  return result.ok ? result.parameters : result.failure
}

const refusedParameter = (parameter: string) => ({ code: 'parameter_invalid', parameter })

describe('an otpauth link', () => {
  test('keeps every parameter it names', () => {
    expect(
      parsed(`otpauth://totp/ACME%20Co:john@example.com?secret=${secret}&issuer=ACME%20Co&algorithm=SHA512&digits=8&period=60`),
    ).toEqual({
      kind: 'totp',
      secret,
      issuer: 'ACME Co',
      account: 'john@example.com',
      algorithm: 'SHA512',
      digits: 8,
      period: 60,
      counter: null,
    })
  })

  test('that leaves parameters out means SHA-1, 6 digits and 30 seconds', () => {
    expect(parsed(`otpauth://totp/?secret=${secret}`)).toEqual(totp)
  })

  test('of a counter-based key keeps the counter, also beyond 32 bits', () => {
    expect(parsed(`otpauth://hotp/a?secret=${secret}&counter=5000000000`)).toEqual({
      ...totp,
      kind: 'hotp',
      account: 'a',
      period: null,
      counter: 5_000_000_000,
    })
  })

  test('of a counter-based key that names no counter starts at 0', () => {
    expect(parsed(`otpauth://hotp/a?secret=${secret}`)).toMatchObject({ kind: 'hotp', counter: 0 })
  })

  test.each([
    `otpauth://steam/Steam:gabe?secret=${secret}`,
    `otpauth://steam/Steam:gabe?secret=${secret}&digits=6&period=30`,
    `otpauth://totp/Steam:gabe?secret=${secret}&digits=5&encoder=steam`,
    `otpauth://totp/Steam:gabe?secret=${secret}&steam`,
    `otpauth://totp/Steam:gabe?secret=${secret}`,
    `otpauth://totp/gabe?secret=${secret}&issuer=Steam&algorithm=SHA1&digits=6&period=30`,
  ])('of a Steam key is understood in every spelling: %s', (uri) =>
    expect(parsed(uri)).toEqual({ ...totp, kind: 'steam', digits: 5, issuer: 'Steam', account: 'gabe' }),
  )

  // Stratum, Authenticator.GetOtpAuthUri.
  test('of a Steam key under the name of another issuer is one of Steam all the same', () => {
    expect(parsed(`otpauth://totp/Game%3Agabe?secret=${secret}&issuer=Game&steam`)).toMatchObject({
      kind: 'steam',
      digits: 5,
      issuer: 'Game',
    })
  })

  test('of an issuer named Steam with what Steam never has is a key of that issuer', () => {
    expect(parsed(`otpauth://totp/STEAM:a?secret=${secret}&digits=8`)).toMatchObject({ kind: 'totp', digits: 8, issuer: 'STEAM' })
    expect(parsed(`otpauth://hotp/Steam:a?secret=${secret}&counter=1`)).toMatchObject({ kind: 'hotp', issuer: 'Steam' })
  })

  test.each([
    ['digits=7', 'digits'],
    ['period=60', 'period'],
    ['algorithm=SHA256', 'algorithm'],
  ])('of a Steam key with %s is refused, because Steam has no such codes', (parameter, name) => {
    expect(parsed(`otpauth://steam/a?secret=${secret}&${parameter}`)).toEqual(refusedParameter(name))
  })

  test('may be written in any case, and with white space around it', () => {
    expect(parsed(`  OTPAUTH://ToTp/?SECRET=${secret.toLowerCase()}\n`)).toEqual(totp)
  })

  test.each(['SHA256', 'sha256', 'SHA-256', 'sha-256', 'HmacSHA256', 'HMAC-SHA-256'])('may write the algorithm as %s', (algorithm) => {
    expect(parsed(`otpauth://totp/?secret=${secret}&algorithm=${algorithm}`)).toEqual({ ...totp, algorithm: 'SHA256' })
  })

  test('may carry parameters that we do not know', () => {
    expect(parsed(`otpauth://totp/?secret=${secret}&image=https%3A%2F%2Fexample.com%2Fa.png&image=b&lock&=`)).toEqual(totp)
  })

  test.each([
    ['digits=0', 'digits'],
    ['digits=4', 'digits'],
    ['digits=11', 'digits'],
    ['digits=', 'digits'],
    ['digits', 'digits'],
    ['digits=6.0', 'digits'],
    ['digits=0x6', 'digits'],
    ['period=x', 'period'],
    ['period=0', 'period'],
    ['period=301', 'period'],
    ['period=-30', 'period'],
    ['period=3e1', 'period'],
    ['algorithm=MD5', 'algorithm'],
    ['algorithm=SHA', 'algorithm'],
    ['algorithm=SHA2561', 'algorithm'],
    ['algorithm=xSHA256', 'algorithm'],
    ['algorithm=', 'algorithm'],
    ['encoder=base64', 'encoder'],
    ['digits=6&digits=8', 'digits'],
    [`secret=${secret}`, 'secret'],
    ['issuer=a%00b', 'issuer'],
    [`issuer=${'x'.repeat(256)}`, 'issuer'],
  ])('with %s is refused, not read as something else', (parameter, name) => {
    expect(parsed(`otpauth://totp/?secret=${secret}&${parameter}`)).toEqual(refusedParameter(name))
  })

  test.each(['&counter=', '&counter=-1', '&counter=9007199254740993'])(
    'of a counter-based key with the counter "%s" is refused',
    (counter) => {
      expect(parsed(`otpauth://hotp/a?secret=${secret}${counter}`)).toEqual(refusedParameter('counter'))
    },
  )

  test.each([
    ['', 'not_otpauth'],
    [secret, 'not_otpauth'],
    ['https://example.com/?secret=AA', 'not_otpauth'],
    ['otpauth:totp/a?secret=AA', 'not_otpauth'],
    ['otpauth-migration://offline?data=AA', 'not_otpauth'],
    [`otpauth://yubi/a?secret=${secret}`, 'unknown_kind'],
    [`otpauth://?secret=${secret}`, 'unknown_kind'],
    ['otpauth://totp/a', 'secret_missing'],
    ['otpauth://totp/a?secret=', 'secret_missing'],
    ['otpauth://totp/a?secret=%20==', 'secret_missing'],
    ['otpauth://totp/a?secret=not!base32', 'secret_invalid'],
    [`otpauth://totp/a?secret=${secret}&image=${'x'.repeat(limits.otpauthUriMax)}`, 'too_long'],
  ])('%j is refused as %s', (uri, code) => {
    expect(parsed(uri)).toEqual({ code })
  })

  test('may be as long as allowed and no longer', () => {
    const begin = `otpauth://totp/a?secret=${secret}&image=`
    const ofLength = (length: number) => begin + 'x'.repeat(length - begin.length)
    expect(parsed(ofLength(limits.otpauthUriMax))).toEqual({ ...totp, account: 'a' })
    expect(parsed(ofLength(limits.otpauthUriMax + 1))).toEqual({ code: 'too_long' })
  })

  test('reads the secret as people write it', () => {
    expect(parsed('otpauth://totp/?secret=gezd%20gnbv-GY3T+QOJQ%3D%3D')).toEqual({ ...totp, secret: 'GEZDGNBVGY3TQOJQ' })
  })
})

describe('the label', () => {
  const names = (label: string, query = '') => {
    const result = parseOtpauth(`otpauth://totp/${label}?secret=${secret}${query}`)
    return result.ok ? { issuer: result.parameters.issuer, account: result.parameters.account } : result.failure
  }

  test.each([
    ['alice', '', { account: 'alice' }],
    [':alice', '', { account: 'alice' }],
    ['%3Aalice', '', { account: 'alice' }],
    ['%3Aalice', '&issuer=ACME', { issuer: 'ACME', account: ':alice' }],
    ['ACME:alice', '', { issuer: 'ACME', account: 'alice' }],
    ['Big%20Corporation%3A%20alice%40bigco.com', '', { issuer: 'Big Corporation', account: 'alice@bigco.com' }],
    ['ACME%3Aalice', '&issuer=ACME', { issuer: 'ACME', account: 'alice' }],
    ['Old:alice', '&issuer=New', { issuer: 'New', account: 'alice' }],
    ['Old:alice', '&issuer=', { issuer: 'Old', account: 'alice' }],
    ['', '&issuer=ACME', { issuer: 'ACME' }],
    ['ACME:', '&issuer=ACME', { issuer: 'ACME' }],
    ['A%3AB:c%3Ad', '', { issuer: 'A:B', account: 'c:d' }],
    ['c%3Ad', '&issuer=ACME', { issuer: 'ACME', account: 'c:d' }],
    ['A:b:c', '', { issuer: 'A', account: 'b:c' }],
    ['A:b:c', '&issuer=A%3Ab', { issuer: 'A:b', account: 'c' }],
    ['A: b:c', '&issuer=A:%20b', { issuer: 'A: b', account: 'c' }],
    ['A%26B%3FC%3D%23:x%2Fy', '', { issuer: 'A&B?C=#', account: 'x/y' }],
    ['a/b#c', '', { account: 'a/b#c' }],
    ['a+b%2Bc', '&issuer=d+e%2Bf', { issuer: 'd e+f', account: 'a+b+c' }],
    ['50%25%2541', '', { account: '50%%41' }],
    ['50% off%zz%ff%E2%82%AC', '', { account: '50% off%zz%ff%E2%82%AC' }],
    ['caf%C3%A9 %F0%9F%94%91', '', { account: 'café 🔑' }],
  ])('%j with %j is split first and decoded once', (label, query, expected) => {
    expect(names(label, query)).toEqual({ issuer: undefined, account: undefined, ...expected })
  })

  test('of more than 255 characters is refused', () => {
    expect(names('x'.repeat(255))).toEqual({ issuer: undefined, account: 'x'.repeat(255) })
    expect(names('x'.repeat(256))).toEqual(refusedParameter('account'))
  })
})

const name = fc
  .string({
    unit: fc.oneof(
      fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
      fc.constantFrom(':', '%', '&', '+', '/', '?', '#', '=', ' ', '@', '3', 'A', '🔑'),
    ),
    maxLength: 40,
  })
  .map((text) => withoutHiddenCharacters(text.replaceAll(/\p{Cc}/gu, '')))

const arbitraryParameters: fc.Arbitrary<KeyParameters> = fc
  .record({
    kind: fc.constantFrom('totp', 'hotp', 'steam'),
    secret: fc.uint8Array({ minLength: 1, maxLength: 64, size: 'max' }).map(encodeBase32),
    issuer: name,
    account: name,
    algorithm: fc.constantFrom('SHA1', 'SHA256', 'SHA512'),
    digits: fc.integer({ min: 5, max: 10 }),
    period: fc.integer({ min: 1, max: 300 }),
    counter: fc.maxSafeNat(),
  })
  .map(({ kind, secret, issuer, account, algorithm, digits, period, counter }) => ({
    kind,
    secret,
    ...(issuer === '' ? {} : { issuer }),
    ...(account === '' ? {} : { account }),
    ...(kind === 'steam' ? { algorithm: 'SHA1' as const, digits: 5 } : { algorithm, digits }),
    period: kind === 'hotp' ? null : kind === 'steam' ? 30 : period,
    counter: kind === 'hotp' ? counter : null,
  }))

test('whatever is formatted is parsed back unchanged', () => {
  fc.assert(
    fc.property(arbitraryParameters, (parameters) => {
      expect(parseOtpauth(formatOtpauth(parameters))).toEqual({ ok: true, parameters })
    }),
    { numRuns: 2000 },
  )
})

const written = { secret, algorithm: 'SHA1', digits: 6, period: 30, counter: null } as const

test.each<[KeyParameters, string]>([
  [
    { ...written, kind: 'totp', issuer: 'ACME Co', account: 'john@example.com' },
    `totp/ACME%20Co:john%40example.com?secret=${secret}&issuer=ACME%20Co&algorithm=SHA1&digits=6&period=30`,
  ],
  [{ ...written, kind: 'totp', account: 'john' }, `totp/john?secret=${secret}&algorithm=SHA1&digits=6&period=30`],
  [{ ...written, kind: 'totp', account: 'a:b' }, `totp/:a%3Ab?secret=${secret}&algorithm=SHA1&digits=6&period=30`],
  [
    { ...written, kind: 'hotp', issuer: 'ACME', period: null, counter: 0, algorithm: 'SHA512', digits: 8 },
    `hotp/ACME:?secret=${secret}&issuer=ACME&algorithm=SHA512&digits=8&counter=0`,
  ],
])('%o is written as the key URI format has it', (parameters, link) => {
  expect(formatOtpauth(parameters)).toBe(`otpauth://${link}`)
})

test('a formatted link is plain ASCII that any reader can take', () => {
  fc.assert(
    fc.property(arbitraryParameters, (parameters) => {
      expect(formatOtpauth(parameters)).toMatch(/^otpauth:\/\/[!-~]+$/)
    }),
  )
})

test('arbitrary text never throws', () => {
  const text = fc.string({ unit: 'binary', maxLength: 200, size: 'max' })
  fc.assert(fc.property(text, (any) => void [parseOtpauth(any), parseSecretText(any)]))
  fc.assert(fc.property(text, text, (label, query) => void parseOtpauth(`otpauth://totp/${label}?secret=${secret}&${query}`)))
  expect(formatOtpauth({ ...totp, kind: 'totp', algorithm: 'SHA1', account: '\ud800' })).toContain('%EF%BF%BD')
})

describe('a bare secret', () => {
  test('is normalized', () => {
    expect(parseSecretText(' gezd gnbv-gy3t qojq== ')).toEqual({ ok: true, secret: 'GEZDGNBVGY3TQOJQ' })
  })

  test('that is not Base32 is refused', () => {
    expect(parseSecretText('hello world!')).toEqual({ ok: false, failure: { code: 'secret_invalid' } })
  })

  test('that is empty is missing', () => {
    expect(parseSecretText(' - ')).toEqual({ ok: false, failure: { code: 'secret_missing' } })
  })

  test('may have as many letters as the limit says, and no more', () => {
    expect(parseSecretText('A'.repeat(limits.secretTextMax))).toMatchObject({ ok: true })
    expect(parseSecretText('A'.repeat(limits.secretTextMax + 8))).toEqual({ ok: false, failure: { code: 'secret_too_long' } })
    expect(parseSecretText('A')).toEqual({ ok: false, failure: { code: 'secret_too_short' } })
  })
})
