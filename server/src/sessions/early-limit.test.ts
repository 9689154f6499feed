import pg from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { startTestApp, testPassword } from '../testing/start-test-app.ts'

const path = '/api/auth/login'

/** Sign-ins that fail in every way that needs no password: none of these came further than its body before. */
const invalid = [
  { raw: 'not JSON' },
  { raw: '{"email":' },
  { body: {} },
  { body: { email: 'x', password: 'y' } },
  { body: { email: 'ann@example.org', password: testPassword, is_admin: true } },
  { body: [] },
  { raw: `[${'{},'.repeat(5000)}{}]` },
  { raw: `{"email":"${'x'.repeat(70_000)}"}` },
]

test('invalid sign-ins count against a limit of their address, before the database and before any hash', async () => {
  // Connections keep what they find here when they are made.
  const query = vi.spyOn(pg.Client.prototype, 'query')
  onTestFinished(() => query.mockRestore())
  const app = await startTestApp({ rateLimitFactor: 1, env: { TRUSTED_PROXIES: '127.0.0.1' } })
  const from = (address: string) => ({ 'x-forwarded-for': address })
  const statements = () =>
    query.mock.calls.map(([text]) => JSON.stringify(text)).filter((text) => /users|sessions|rate_limits|sign_in/.test(text))
  query.mockClear()
  for (let count = 0; count < 60; count++) {
    const { status } = await app.send('POST', path, { ...invalid[count % invalid.length], headers: from('203.0.113.7') })
    expect([400, 413, 422]).toContain(status)
  }
  const right = { body: { email: 'ann@example.org', password: testPassword } }
  for (const request of [...invalid, right]) {
    const refused = await app.send('POST', path, { ...request, headers: from('203.0.113.7') })
    expect([refused.status, refused.body.code]).toEqual([429, 'rate.limited'])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  }
  expect(statements()).toEqual([])
  // Another address is asked for its password.
  const elsewhere = await app.send('POST', path, { ...right, headers: from('203.0.113.8') })
  expect([elsewhere.status, elsewhere.body.code]).toEqual([422, 'auth.invalid_credentials'])
})

test('a sign-in that succeeds gives its count back: an office behind one address is not locked out', async () => {
  const app = await startTestApp({ rateLimitFactor: 1 })
  const ann = await app.signUp('ann@example.org')
  const statusOf = async (body: object) => (await app.send('POST', path, { body })).status
  const right = { email: ann.email, password: testPassword }
  for (let count = 0; count < 59; count++) expect(await statusOf({})).toBe(422)
  for (let count = 0; count < 3; count++) expect(await statusOf(right)).toBe(200)
  expect([await statusOf({}), await statusOf(right)]).toEqual([422, 429])
})
