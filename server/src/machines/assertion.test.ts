import { generateKeyPairSync } from 'node:crypto'
import { exportJWK, SignJWT } from 'jose'
import type { PublicKeySet } from '@twofold/contract/public-keys'
import type { IssuerKind } from '@twofold/contract/workload'
import { expect, test } from 'vitest'
import { readAsserted, verifyAssertion } from './assertion.ts'

const now = Date.UTC(2026, 0, 1) / 1000
const minute = 60
const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const keys = { keys: [{ ...(await exportJWK(publicKey)), kid: 'one', alg: 'ES256' }] } as unknown as PublicKeySet
const expected = { issuer: 'https://ci.example.org', audience: 'https://vault.example.org/bot', now: new Date(now * 1000) }

/** Claims that are `undefined` are left out. */
const sign = (changed: Record<string, unknown> = {}, header: object = {}) =>
  new SignJWT({ iss: expected.issuer, aud: expected.audience, sub: 'job:7', iat: now, exp: now + 5 * minute, ...changed })
    .setProtectedHeader({ alg: 'ES256', kid: 'one', ...header })
    .sign(privateKey)
const verify = async (changed: Record<string, unknown> = {}, kind: IssuerKind = 'github') =>
  verifyAssertion(await sign(changed), keys, { ...expected, kind })
/** How a token with these times stands. */
const timeOf = async (changed: Record<string, unknown>, kind?: IssuerKind) => (await verify(changed, kind))?.isTimely

test('a token is good until 30 seconds after it ends, as clocks may differ', async () => {
  expect(await timeOf({ exp: now - 29 })).toBe(true)
  expect(await timeOf({ exp: now - 30 })).toBe(false)
})

test('a token is good from 30 seconds before it was issued, and before it begins', async () => {
  expect([await timeOf({ iat: now + 30 }), await timeOf({ iat: now + 31 })]).toEqual([true, false])
  expect([await timeOf({ nbf: now + 30 }), await timeOf({ nbf: now + 31 })]).toEqual([true, false])
})

test.each([
  ['github', 10],
  ['github_enterprise', 10],
  ['url', 10],
  ['keys', 10],
  ['gitlab', 60],
] as const)('a token of %s is good for %i minutes after it was issued, whenever it says that it ends', async (kind, minutes) => {
  const oldest = minutes * minute
  const of = (iat: number) => timeOf({ iat, exp: now + 1000 * minute }, kind)
  expect([await of(now - oldest - 30), await of(now - oldest - 31)]).toEqual([true, false])
  const long = await verify({ exp: now + 1000 * minute }, kind)
  expect(long?.expiresAt).toEqual(new Date((now + oldest + 30) * 1000))
  const short = await verify({ exp: now + 1 }, kind)
  expect(short?.expiresAt).toEqual(new Date((now + 31) * 1000))
})

test.each(['iss', 'aud', 'sub', 'iat', 'exp'])('a token without %s, or with something else there, is none', async (claim) => {
  expect(await verify({ [claim]: undefined })).toBeUndefined()
  expect(await verify({ [claim]: claim === 'iss' ? 'https://other.example.org' : {} })).toBeUndefined()
})

test('a token for several, one without a subject, and one of another issuer or for somebody else is none', async () => {
  const wrong = [
    { aud: [] },
    { aud: [expected.audience, 'https://other.example.org'] },
    { aud: [expected.audience, expected.audience] },
    { aud: [[expected.audience]] },
    { aud: ['https://other.example.org'] },
    { aud: 'https://other.example.org' },
    { sub: '' },
    { sub: 7 },
  ]
  expect(await Promise.all(wrong.map((claims) => verify(claims)))).toEqual(wrong.map(() => undefined))
  const right = await verify({ actor: 'ann' })
  expect(right).toMatchObject({ isTimely: true, claims: { sub: 'job:7', actor: 'ann' } })
})

test('a list of one audience, as Kubernetes writes it, is that audience', async () => {
  expect(await verify({ aud: [expected.audience] })).toMatchObject({ isTimely: true, claims: { sub: 'job:7' } })
})

test('a token that is too old is known by its claims, and is good no longer; what others signed is not even known', async () => {
  expect(await verify({ exp: now - 31 })).toMatchObject({ isTimely: false, claims: { sub: 'job:7' }, expiresAt: expected.now })
  // Not of ours, and too old: nothing in it is to be relied on.
  expect(await verify({ aud: 'https://other.example.org', exp: now - 31 })).toBeUndefined()
  const foreign = await new SignJWT({ iss: expected.issuer, aud: expected.audience, sub: 'job:7', iat: now, exp: now - 31 })
    .setProtectedHeader({ alg: 'ES256', kid: 'one' })
    .sign(generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey)
  expect(await verifyAssertion(foreign, keys, { ...expected, kind: 'github' })).toBeUndefined()
})

test('the issuer, audience and key of an unverified token are read, if it is an identity token for one audience', async () => {
  const found = { issuer: expected.issuer, audience: expected.audience, keyId: 'one' }
  for (const typ of [undefined, 'JWT', 'jwt', 'application/jwt']) expect(readAsserted(await sign({}, { typ }))).toEqual(found)
  expect(readAsserted(await sign({}, { kid: undefined }))).toEqual({ ...found, keyId: undefined })
  expect(readAsserted(await sign({}, { kid: 1 }))).toEqual({ ...found, keyId: undefined })
  for (const typ of ['at+jwt', 'logout+jwt', 'jwt+at', 'application/at+jwt', 'xjwt', 'application/jwtx'])
    expect([typ, readAsserted(await sign({}, { typ }))]).toEqual([typ, undefined])
  expect(readAsserted(await sign({ aud: [expected.audience] }))).toEqual(found)
  for (const changed of [{ iss: undefined }, { iss: 7 }, { aud: undefined }, { aud: [] }, { aud: [7] }, { aud: ['a', 'b'] }])
    expect(readAsserted(await sign(changed))).toBeUndefined()
  expect([readAsserted('hello'), readAsserted('')]).toEqual([undefined, undefined])
})
