import { expect, test } from 'vitest'
import { startTestApp, type TestApp, testPassword } from '../testing/start-test-app.ts'

/* A guesser must not get a second count by writing the same account, address or route differently. */

const email = 'zoë@example.org'
const behindProxy = { TRUSTED_PROXIES: '127.0.0.1' }

async function attempt(app: TestApp, how: { email?: string; password?: string; from?: string; path?: string } = {}) {
  const body = { email: how.email ?? email, password: how.password ?? 'not-the-password' }
  const headers = { 'x-forwarded-for': how.from ?? '203.0.113.7' }
  const answer = await app.send('POST', how.path ?? '/api/auth/login', { body, headers })
  return answer.status === 404 ? 'not found' : answer.body.code
}

test('letter case, composition and spaces around an address are one account: ten failures over all of them lock it', async () => {
  const app = await startTestApp({ env: behindProxy })
  await app.signUp(email)
  const spellings = [email, email.toUpperCase(), email.normalize('NFD'), ` ${email} `, 'ZOË@Example.ORG']
  for (const spelling of [...spellings, ...spellings]) expect(await attempt(app, { email: spelling })).toBe('auth.invalid_credentials')
  for (const spelling of spellings) expect(await attempt(app, { email: spelling, password: testPassword })).toBe('auth.locked')
})

test('IPv4 inside IPv6 is the same client, and so is a whole /64; another /64 is another', async () => {
  const app = await startTestApp({ env: behindProxy })
  await app.signUp(email)
  const sameClient = ['203.0.113.7', '::ffff:203.0.113.7', '::FFFF:203.0.113.7', '::ffff:cb00:7107']
  for (let turn = 0; turn < 10; turn++) expect(await attempt(app, { from: sameClient[turn % 4] ?? '' })).toBe('auth.invalid_credentials')
  for (const from of sameClient) expect(await attempt(app, { from, password: testPassword })).toBe('auth.locked')

  for (let turn = 1; turn <= 10; turn++)
    expect(await attempt(app, { from: `2001:db8:1:2:${turn}::${turn}` })).toBe('auth.invalid_credentials')
  expect(await attempt(app, { from: '2001:0DB8:0001:0002:ffff::1', password: testPassword })).toBe('auth.locked')
  expect(await attempt(app, { from: '2001:db8:1:3::1', password: testPassword })).toBeUndefined()
})

test('a route has one spelling: others lead nowhere, or count with it', async () => {
  const app = await startTestApp({ rateLimitFactor: 1 })
  await app.signUp(email)
  const spellings = [
    '//api/auth/login',
    '/api//auth/login',
    '/api/auth/login/',
    '/api/auth//login',
    '/API/auth/login',
    '/api/auth/Login',
    '/api/auth/login;a=b',
    '/api/auth/login%2F',
    '/api/./auth/login',
    '/api/keys/../auth/login',
    '/api/%61uth/login',
    '/api/auth/%6cogin',
    '/api/auth/login?x',
    '/api/auth/login#x',
  ]
  for (let turn = 0; turn < 5; turn++) expect(await attempt(app)).toBe('auth.invalid_credentials')
  for (const path of spellings)
    expect([path, ['not found', 'rate.limited', 'request.invalid'].includes(await attempt(app, { path }))]).toEqual([path, true])
})

test('a forwarded address counts only from a trusted proxy, and then the one that the proxy saw', async () => {
  const app = await startTestApp()
  await app.signUp(email)
  for (let turn = 0; turn < 10; turn++) expect(await attempt(app, { from: `198.51.100.${turn}` })).toBe('auth.invalid_credentials')
  expect(await attempt(app, { from: '192.0.2.1', password: testPassword })).toBe('auth.locked')

  const proxied = await startTestApp({ env: behindProxy })
  await proxied.signUp(email)
  for (let turn = 0; turn < 10; turn++)
    expect(await attempt(proxied, { from: `198.51.100.${turn}, 203.0.113.7` })).toBe('auth.invalid_credentials')
  expect(await attempt(proxied, { from: '192.0.2.1, 203.0.113.7', password: testPassword })).toBe('auth.locked')
  expect(await attempt(proxied, { from: '192.0.2.1', password: testPassword })).toBeUndefined()
})

test('a thousand forged addresses get no further than one', async () => {
  const app = await startTestApp({ rateLimitFactor: 1 })
  const answers = await Promise.all(
    Array.from({ length: 1000 }, (_, turn) =>
      attempt(app, { email: `person${turn % 100}@example.org`, from: `10.${turn >> 8}.${turn & 255}.1, 10.1.1.1` }),
    ),
  )
  expect(answers.filter((code) => code === 'auth.invalid_credentials').length).toBeLessThanOrEqual(30)
  expect(answers.filter((code) => code === 'rate.limited').length).toBeGreaterThanOrEqual(970)
})
