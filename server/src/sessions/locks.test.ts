import { resetPassword } from '@twofold/contract/links'
import { listActivity } from '@twofold/contract/profile'
import { requestPasswordReset, signIn } from '@twofold/contract/sessions'
import { expect, test } from 'vitest'
import { addProvider, askFor, eventsOf, newestToken, runPutOff } from '../testing/queued-events.ts'
import { openBrowser } from '../testing/browser.ts'
import { shareApp } from '../testing/share-app.ts'
import { createPerson, startTestApp, type TestApp, testPassword } from '../testing/start-test-app.ts'

const minute = 60_000
const day = 24 * 60 * minute
const behindProxy = { env: { TRUSTED_PROXIES: '127.0.0.1' } }
const shared = shareApp((options) => startTestApp({ ...behindProxy, ...options }))

/** Ann, and an address without an account. */
async function start(app: TestApp = shared()) {
  const { email } = await app.signUp('ann@example.org')
  return { app, email, nobody: app.address('nobody@example.org') }
}

function attempt(app: TestApp, email: string, password: string, from = '203.0.113.7') {
  return app.call(signIn, { body: { email, password } }, { 'x-forwarded-for': from })
}

async function failTimes(app: TestApp, email: string, times: number, from?: string): Promise<void> {
  for (let count = 0; count < times; count++)
    expect((await attempt(app, email, 'not-the-password', from)).body.code).toBe('auth.invalid_credentials')
}

test('ten failures in a row lock an account from that network for 15 minutes; its owner still gets in from elsewhere', async () => {
  const { app, email } = await start()
  await failTimes(app, email, 10)
  const refused = await attempt(app, email, testPassword)
  expect([refused.status, refused.body.code]).toEqual([429, 'auth.locked'])
  expect(refused.body.message).toBe('Too many failed sign-ins from here. Please try again in 15 minutes.')
  expect(Number(refused.headers.get('retry-after'))).toBe(15 * 60)
  expect((await attempt(app, email, testPassword, '198.51.100.1')).status).toBe(200)
  expect((await attempt(app, email, testPassword, '::ffff:203.0.113.7')).status).toBe(429)
  app.clock.advance(15 * minute - 1)
  expect((await attempt(app, email, testPassword)).status).toBe(429)
  app.clock.advance(1)
  expect((await attempt(app, email, testPassword)).status).toBe(200)
})

test('an address without an account locks just the same', async () => {
  const { app, email, nobody } = await start()
  await failTimes(app, email, 10)
  await failTimes(app, nobody, 10)
  const [known, unknown] = [await attempt(app, email, 'x'.repeat(9)), await attempt(app, nobody, 'x'.repeat(9))]
  expect([unknown.status, unknown.body]).toEqual([known.status, known.body])
})

test('a hundred wrong passwords at once: ten are looked at', async () => {
  const { app, email } = await start()
  const answers = await Promise.all(Array.from({ length: 100 }, () => attempt(app, email, 'not-the-password')))
  expect(answers.filter(({ body }) => body.code === 'auth.invalid_credentials')).toHaveLength(10)
  expect(answers.filter(({ body }) => body.code === 'auth.locked')).toHaveLength(90)
  await runPutOff(app)
  expect(await eventsOf(app, 'user.account.locked')).toHaveLength(1)
})

test('a right password in between restarts the count', async () => {
  const { app, email } = await start()
  await failTimes(app, email, 9)
  expect((await attempt(app, email, testPassword)).status).toBe(200)
  await failTimes(app, email, 10)
  expect((await attempt(app, email, testPassword)).status).toBe(429)
})

test('its person is notified when the lock begins and when it ends; nobody is for an unknown address', async () => {
  const { app, email, nobody } = await start()
  await askFor(app, 'user.account.unlocked')
  const until = new Date(app.clock.now() + 15 * minute).toISOString()
  await failTimes(app, email, 10)
  await failTimes(app, nobody, 10)
  await runPutOff(app)
  const events = await eventsOf(app, 'user.account.locked')
  expect(events.map(({ data }) => data)).toEqual([{ 'lock.until': until, 'login.ip': '203.0.113.7' }])
  expect(await eventsOf(app, 'user.account.unlocked')).toEqual([])
  app.clock.advance(15 * minute)
  await runPutOff(app)
  expect(await eventsOf(app, 'user.account.unlocked')).toHaveLength(1)
})

test('a new password by the link in an e-mail ends the lock', async () => {
  const { app, email } = await start(await startTestApp(behindProxy))
  await addProvider(app)
  await failTimes(app, email, 10)
  await app.call(requestPasswordReset, { body: { email } })
  await runPutOff(app)
  const token = await newestToken(app, 'user.password.reset_requested')
  await app.call(resetPassword, { body: { token, password: 'a-brand-new-one', password_confirmation: 'a-brand-new-one' } })
  expect((await attempt(app, email, 'a-brand-new-one')).status).toBe(200)
})

test('thirty failures a minute from one network over all accounts, and right ones do not count', async () => {
  const { app, email } = await start(await startTestApp({ ...behindProxy, rateLimitFactor: 1 }))
  for (let count = 0; count < 10; count++) expect((await attempt(app, email, testPassword)).status).toBe(200)
  for (let count = 0; count < 30; count++) await failTimes(app, `person${count}@example.org`, 1)
  expect((await attempt(app, 'one-more@example.org', 'not-the-password')).body.code).toBe('rate.limited')
  expect((await attempt(app, email, testPassword, '198.51.100.1')).status).toBe(200)
})

test('a sign-in after three failures within 15 minutes is reported as suspicious, wherever they came from', async () => {
  const { app, email } = await start()
  await failTimes(app, email, 2)
  await attempt(app, email, testPassword)
  expect(await eventsOf(app, 'user.login.suspicious')).toEqual([])
  await failTimes(app, email, 1, '198.51.100.1')
  await attempt(app, email, testPassword)
  const [event] = await eventsOf(app, 'user.login.suspicious')
  expect(event?.data).toMatchObject({ 'login.failures': 3, 'login.ip': '203.0.113.7' })
  app.clock.advance(15 * minute)
  await attempt(app, email, testPassword)
  expect(await eventsOf(app, 'user.login.suspicious')).toHaveLength(1)
})

test('a browser that an account was not seen in for 90 days is a new device; the first sign-in of all is none', async () => {
  const { app, email } = await start()
  const [first, second] = [await openBrowser(app), await openBrowser(app)]
  const enter = (browser: typeof first) =>
    browser.send(
      'POST',
      '/api/auth/login',
      { email, password: testPassword },
      { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' },
    )
  const notices = async () => (await eventsOf(app, 'user.login.new_device')).length
  expect(await notices()).toBe(0)
  await enter(first)
  expect(await notices()).toBe(1)
  expect((await eventsOf(app, 'user.login.new_device'))[0]?.data).toMatchObject({ 'login.device': 'Firefox on Linux' })
  await enter(first)
  expect(await notices()).toBe(1)
  await enter(second)
  expect(await notices()).toBe(2)
  app.clock.advance(89 * day)
  await enter(first)
  expect(await notices()).toBe(2)
  app.clock.advance(90 * day)
  await enter(first)
  expect(await notices()).toBe(3)
})

test('failures count as suspicious for 15 minutes, and no longer', async () => {
  const { app, email } = await start()
  await failTimes(app, email, 3)
  app.clock.advance(15 * minute)
  await attempt(app, email, testPassword)
  expect(await eventsOf(app, 'user.login.suspicious')).toEqual([])
  await failTimes(app, email, 3)
  app.clock.advance(15 * minute - 1)
  await attempt(app, email, testPassword)
  expect(await eventsOf(app, 'user.login.suspicious')).toHaveLength(1)
})

test('the activity shows whether a sign-in came from a new device or after failures', async () => {
  const { app, email } = await start()
  const enter = async () => {
    const { body } = await attempt(app, email, testPassword)
    const person = createPerson(app.url, email, body.access_token ?? '')
    return (await person.call(listActivity, { query: {} })).body.data[0]?.kind
  }
  const kinds = [await enter(), await enter()]
  await failTimes(app, email, 3)
  kinds.push(await enter())
  expect(kinds).toEqual(['signed_in_from_new_device', 'signed_in', 'signed_in_after_failures'])
  const [notice] = await eventsOf(app, 'user.login.new_device')
  expect(notice?.data['login.location']).toBe('Unknown')
})
