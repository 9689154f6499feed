import { getCurrentUser, signIn, signOut, signUp } from '@twofold/contract/sessions'
import { expect, test } from 'vitest'
import type { Client } from '../platform/identity.ts'
import { openBrowser } from '../testing/browser.ts'
import { shareApp } from '../testing/share-app.ts'
import { startTestApp, type TestApp, testPassword } from '../testing/start-test-app.ts'
import { testAccount } from '../testing/test-secrets.ts'

const hour = 60 * 60 * 1000
const shared = shareApp(startTestApp)

const accountOf = (app: TestApp) => ({ ...testAccount, email: app.address(testAccount.email) })

test('signing up makes an account, signs in, and sends a user to the dashboard', async () => {
  const app = shared()
  const body = accountOf(app)
  const answer = await app.call(signUp, { body })
  expect(answer.status).toBe(201)
  expect(answer.body).toMatchObject({
    email_verification_required: false,
    redirect_to: '/dashboard',
    user: { role: 'user', is_active: true },
  })
  const me = await app.call(getCurrentUser, {}, { authorization: `Bearer ${answer.body.access_token}` })
  expect(me.body).toMatchObject({ name: 'Ann Example', email: body.email, role: 'user' })
  const alias = await app.send('GET', '/api/user', { headers: { authorization: `Bearer ${answer.body.access_token}` } })
  expect(alias.body).toEqual(me.body)
})

test('every wrong field of a sign-up is named at once, with the specified texts', async () => {
  const app = shared()
  const answer = await app.send('POST', '/api/auth/register', {
    body: { name: ' a ', email: 'nobody', password: 'short', password_confirmation: 'other', pin: '12a4', role: 'admin' },
  })
  expect(answer.status).toBe(422)
  expect(answer.body).toEqual({
    message: 'Please fix the errors above',
    code: 'request.invalid',
    errors: {
      name: ['Name must be at least 2 characters'],
      email: ['Please enter a valid email address'],
      password: ['Password must be at least 8 characters'],
      password_confirmation: ['Passwords do not match'],
      pin: ['PIN must be exactly 4 digits'],
      role: ['This field is not known here.'],
    },
  })
  const empty = await app.send('POST', '/api/auth/register', { body: {} })
  expect(empty.body.errors).toMatchObject({
    name: ['Name is required'],
    email: ['Email is required'],
    password: ['Password is required'],
    password_confirmation: ['Please confirm your password'],
    pin: ['PIN is required'],
  })
})

test('an address has one account, however it is written', async () => {
  const app = shared()
  const { email } = await app.signUp('ann@example.org')
  const again = await app.call(signUp, { body: { ...testAccount, email: ` ${email.toUpperCase()} ` } })
  expect(again.status).toBe(422)
  expect(again.body).toMatchObject({ code: 'auth.email_taken', errors: { email: ['This e-mail is already in use.'] } })
  const inAnyCase = await app.call(signIn, { body: { email: email.toUpperCase().replace('ANN@', 'Ann@'), password: testPassword } })
  expect(inAnyCase.status).toBe(200)
})

test('an unknown address, a wrong password and a deactivated account get the same answer', async () => {
  const app = shared()
  const [ann, gone] = [await app.signUp('ann@example.org'), await app.signUp('gone@example.org')]
  await app.db.updateTable('users').set({ is_active: false }).where('email', '=', gone.email).execute()
  const wrong = await app.call(signIn, { body: { email: ann.email, password: 'not-the-password' } })
  const unknown = await app.call(signIn, { body: { email: 'nobody@example.org', password: testPassword } })
  const inactive = await app.call(signIn, { body: { email: gone.email, password: testPassword } })
  expect(wrong.status).toBe(422)
  expect(wrong.body.code).toBe('auth.invalid_credentials')
  expect(unknown.body).toEqual(wrong.body)
  expect(inactive.body).toEqual(wrong.body)
})

test('while verification is required, sign-up answers the same for a known and a new address, and signs nobody in', async () => {
  const app = await startTestApp({ env: { EMAIL_VERIFICATION: 'required' } })
  const first = await app.call(signUp, { body: testAccount })
  const again = await app.call(signUp, { body: testAccount })
  expect(first.body).toEqual({ email_verification_required: true })
  expect([again.status, again.body]).toEqual([first.status, first.body])
  const entering = await app.call(signIn, { body: { email: testAccount.email, password: testAccount.password } })
  expect(entering.body).toEqual({ email_verification_required: true })
})

test('with sign-up closed, nobody can make an account', async () => {
  const app = await startTestApp({ env: { SIGN_UP: 'closed' } })
  expect((await app.call(signUp, { body: testAccount })).body.code).toBe('auth.sign_up_closed')
})

test('five tries a minute for an account from an address; the answer says how many are left and until when', async () => {
  const app = await startTestApp({ rateLimitFactor: 1, now: Date.now() })
  const attempt = () => app.call(signIn, { body: { email: 'ann@example.org', password: 'not-the-password' } })
  const left: (string | null)[] = []
  for (let count = 0; count < 5; count++) left.push((await attempt()).headers.get('x-ratelimit-remaining'))
  expect(left).toEqual(['4', '3', '2', '1', '0'])
  const refused = await attempt()
  expect(refused.status).toBe(429)
  expect(refused.body.code).toBe('rate.limited')
  expect(refused.body.message).toMatch(/^Too many attempts\. Please try again in \d+ seconds\.$/)
  const reset = Number(refused.headers.get('x-ratelimit-reset'))
  expect(reset - app.clock.now() / 1000).toBeGreaterThan(0)
  expect(reset - app.clock.now() / 1000).toBeLessThanOrEqual(61)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  const other = await app.call(signIn, { body: { email: 'bo@example.org', password: 'not-the-password' } })
  expect(other.status).toBe(422)
})

test('a forged X-Forwarded-For does not buy new tries', async () => {
  const app = await startTestApp({ rateLimitFactor: 1 })
  const statuses: number[] = []
  for (let count = 0; count < 8; count++) {
    const answer = await app.call(
      signIn,
      { body: { email: 'ann@example.org', password: 'not-the-password' } },
      { 'x-forwarded-for': `203.0.113.${count}` },
    )
    statuses.push(answer.status)
  }
  expect(statuses.slice(5)).toEqual([429, 429, 429])
})

test('behind a trusted proxy the forwarded address counts, an IPv6 client by its /64 and IPv4 in any spelling', async () => {
  const app = await startTestApp({ rateLimitFactor: 1, env: { TRUSTED_PROXIES: '127.0.0.1' } })
  const attempt = async (from: string) => {
    const body = { email: 'ann@example.org', password: 'not-the-password' }
    return (await app.call(signIn, { body }, { 'x-forwarded-for': from })).status
  }
  for (const addresses of [
    ['203.0.113.7', '::ffff:203.0.113.7', '::FFFF:cb00:7107', '203.0.113.7', '::ffff:203.0.113.7'],
    ['2001:db8:1:2::1', '2001:0DB8:1:2:ffff::', '2001:db8:1:2:3:4:5:6', '2001:db8:1:2::', '2001:db8:1:2::9'],
  ]) {
    for (const address of addresses) expect(await attempt(address)).toBe(422)
    expect(await attempt(addresses[0] ?? '')).toBe(429)
  }
  expect(await attempt('198.51.100.1, 203.0.113.7')).toBe(429) // the client's own header before the proxy's entry
  expect(await attempt('2001:db8:1:3::1')).toBe(422)
})

test('a right sign-in clears the count of wrong ones', async () => {
  const app = await startTestApp({ rateLimitFactor: 1 })
  await app.signUp('ann@example.org')
  for (let round = 0; round < 3; round++) {
    for (let count = 0; count < 3; count++) {
      expect((await app.call(signIn, { body: { email: 'ann@example.org', password: 'not-the-password' } })).status).toBe(422)
    }
    expect((await app.call(signIn, { body: { email: 'ann@example.org', password: testPassword } })).status).toBe(200)
  }
})

test('a session that a browser opened is worth nothing without the HttpOnly half', async () => {
  const app = shared()
  const browser = await openBrowser(app)
  const answer = await browser.send<{ access_token: string }>('POST', '/api/auth/register', accountOf(app))
  expect(answer.status).toBe(201)
  const cookie = answer.headers.getSetCookie().find((line) => line.startsWith('twofold_session='))
  expect(cookie).toMatch(/HttpOnly/i)
  expect(cookie).toMatch(/SameSite=Strict/i)
  browser.token = answer.body.access_token
  expect((await browser.send('GET', '/api/auth/user')).status).toBe(200)
  const stolen = { authorization: `Bearer ${answer.body.access_token}` }
  expect((await app.send('GET', '/api/auth/user', { headers: stolen })).status).toBe(401)
  expect((await app.send('GET', '/api/keys/generate-codes', { headers: stolen })).status).toBe(401)
  const wrongHalf = { ...stolen, cookie: `twofold_session=${'A'.repeat(43)}` }
  expect((await app.send('GET', '/api/keys/generate-codes', { headers: wrongHalf })).status).toBe(401)
})

test('an address with https makes the cookie half Secure, with the __Host- prefix', async () => {
  const app = await startTestApp({ env: { APP_URL: 'https://vault.example.org' } })
  const browser = await openBrowser(app)
  const answer = await browser.send('POST', '/api/auth/register', testAccount)
  const cookie = answer.headers.getSetCookie().find((line) => line.startsWith('__Host-twofold_session='))
  expect(cookie).toMatch(/; Secure/i)
  expect(cookie).toMatch(/Path=\//)
  expect(answer.headers.get('strict-transport-security')).toContain('max-age=63072000')
})

test('a session that a program opened works with the bearer token alone', async () => {
  const app = shared()
  const person = await app.signUp('ann@example.org')
  expect((await person.call(getCurrentUser, {})).status).toBe(200)
})

test('only hashes of tokens are stored', async () => {
  const app = shared()
  const person = await app.signUp('ann@example.org')
  const { id } = (await person.call(getCurrentUser, {})).body
  const rows = await app.db.selectFrom('sessions').where('user_id', '=', id).selectAll().execute()
  expect(rows).toHaveLength(1)
  expect(rows[0]?.token_hash).toHaveLength(32)
  expect(JSON.stringify(rows)).not.toContain(person.token)
})

test('a session ends after 12 unused hours, and after 24 hours in any case', async () => {
  const app = shared()
  const person = await app.signUp('ann@example.org')
  const status = async () => (await person.call(getCurrentUser, {})).status
  app.clock.advance(11 * hour)
  expect(await status()).toBe(200)
  app.clock.advance(11 * hour)
  expect(await status()).toBe(200)
  app.clock.advance(3 * hour)
  expect(await status()).toBe(401)

  const idle = await app.signUp('bo@example.org')
  app.clock.advance(12 * hour)
  expect((await idle.call(getCurrentUser, {})).status).toBe(401)
})

test('asking for codes, which the page does by itself, does not keep an idle session alive', async () => {
  const app = shared()
  const person = await app.signUp('ann@example.org')
  app.clock.advance(11 * hour)
  expect((await person.send('GET', '/api/keys/generate-codes')).status).toBe(200)
  app.clock.advance(2 * hour)
  expect((await person.send('GET', '/api/keys/generate-codes')).status).toBe(401)
})

test('with Remember me a session lasts 30 days', async () => {
  const app = shared()
  const { email } = await app.signUp('ann@example.org')
  const { body } = await app.call(signIn, { body: { email, password: testPassword, remember: true } })
  const status = async () => (await app.call(getCurrentUser, {}, { authorization: `Bearer ${body.access_token}` })).status
  app.clock.advance(29 * 24 * hour)
  expect(await status()).toBe(200)
  app.clock.advance(25 * hour)
  expect(await status()).toBe(401)
})

test('signing out ends the session at once and clears the cookie half', async () => {
  const app = shared()
  const browser = await openBrowser(app)
  const { body } = await browser.send<{ access_token: string }>('POST', '/api/auth/register', accountOf(app))
  browser.token = body.access_token
  const answer = await browser.send('POST', '/api/auth/logout')
  expect(answer.status).toBe(200)
  expect(browser.jar.has('twofold_session')).toBe(false)
  expect((await browser.send('GET', '/api/auth/user')).status).toBe(401)
  const person = await app.signUp('bo@example.org')
  await person.send('POST', '/api/logout')
  expect((await person.call(signOut, {})).status).toBe(401)
})

test('deactivating an account ends its sessions from the very next call on', async () => {
  const app = shared()
  const person = await app.signUp('ann@example.org')
  await app.db.updateTable('users').set({ is_active: false }).where('email', '=', person.email).execute()
  expect((await person.call(getCurrentUser, {})).status).toBe(401)
  expect((await person.send('GET', '/api/keys/generate-codes')).status).toBe(401)
})

test('no e-mail is claimed to be sent while none can be', async () => {
  const app = shared()
  for (const path of ['/api/auth/password/email', '/api/auth/email/verification-notification']) {
    const answer = await app.send('POST', path, { body: { email: 'ann@example.org' } })
    expect([answer.status, answer.body.code]).toEqual([503, 'mail.unavailable'])
  }
})

test('a sign-in that was checked before the password changed, or the account was deactivated, opens no session', async () => {
  const app = shared()
  const { email } = await app.signUp('ann@example.org')
  const account = await app.accounts.checkPassword(await app.accounts.findByEmail(email), testPassword)
  if (account === undefined) throw new Error('The password is right.')
  const client = { address: '192.0.2.7', device: () => undefined } as Client
  const enter = () => app.opening.enter(account, client, false)
  expect((await enter()).answer.user?.email).toBe(email)
  await app.db.updateTable('users').set({ password_hash: 'another one' }).where('email', '=', email).execute()
  await expect(enter()).rejects.toMatchObject({ code: 'auth.invalid_credentials' })
  await app.db.updateTable('users').set({ password_hash: account.password_hash, is_active: false }).where('email', '=', email).execute()
  await expect(enter()).rejects.toMatchObject({ code: 'auth.invalid_credentials' })
})
