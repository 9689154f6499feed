import { checkLink, resetPassword, verifyEmail } from '@twofold/contract/links'
import { getCurrentUser, requestPasswordReset, requestVerification, signIn, signUp } from '@twofold/contract/sessions'
import { expect, test } from 'vitest'
import { addProvider, eventsOf, letMailOut, newestToken, runPutOff } from '../testing/queued-events.ts'
import { shareApp } from '../testing/share-app.ts'
import { startTestApp, type TestApp, testPassword } from '../testing/start-test-app.ts'
import { startWithMail, addressOfAnn } from './testing/start-with-mail.ts'

const minute = 60_000

const hour = 60 * minute

const newPassword = 'a-brand-new-password'

const shared = shareApp(startWithMail)

const start = (app: TestApp = shared()) => addressOfAnn(app)

/** Ann got her account while no e-mail could be sent. */
async function startEarlier(app: TestApp = shared()) {
  await letMailOut(app, false)
  const ann = await app.signUp('ann@example.org')
  await letMailOut(app, true)
  return { app, ann, email: ann.email }
}

const verify = (app: TestApp, token: string) => app.call(verifyEmail, { body: { token } })

const reset = (app: TestApp, token: string) =>
  app.call(resetPassword, { body: { token, password: newPassword, password_confirmation: newPassword } })

const enter = (app: TestApp, email: string, password: string) => app.call(signIn, { body: { email, password } })

async function askForReset(app: TestApp, email: string): Promise<string> {
  await app.call(requestPasswordReset, { body: { email } })
  await runPutOff(app)
  return newestToken(app, 'user.password.reset_requested')
}

test('as soon as e-mail can be sent, a new account has to prove its address: by the link in the e-mail, once', async () => {
  const { app, email, account } = start()
  expect((await app.call(signUp, { body: account })).body).toEqual({ email_verification_required: true })
  expect((await enter(app, email, testPassword)).body).toEqual({ email_verification_required: true })
  const [event] = await eventsOf(app, 'user.email_verification')
  expect(event?.data['link.url']).toMatch(/^https:\/\/vault\.example\.org\/verify-email#token=[\w-]{43}$/)
  expect(event?.data['link.expires_at']).toBe(new Date(app.clock.now() + 24 * hour).toISOString())
  const token = await newestToken(app, 'user.email_verification')
  expect((await app.call(checkLink, { body: { token } })).body).toEqual({ state: 'good', purpose: 'verify_email', email })
  expect((await verify(app, token)).status).toBe(200)
  expect((await verify(app, token)).body.code).toBe('links.used')
  expect((await app.call(checkLink, { body: { token } })).body).toEqual({ state: 'used', purpose: 'verify_email', email: null })
  expect((await enter(app, email, testPassword)).body).toMatchObject({ email_verification_required: false, user: { email_verified: true } })
})

test('accounts made while no e-mail could be sent stay admitted when it can', async () => {
  const { app, email } = await startEarlier()
  expect((await enter(app, email, testPassword)).body.access_token).toBeDefined()
})

test('only the hash of a link is stored', async () => {
  const { app, email, account } = start()
  await app.call(signUp, { body: account })
  const token = await newestToken(app, 'user.email_verification')
  const rows = await app.db.selectFrom('one_time_links').where('email', '=', email).selectAll().execute()
  expect(rows).toHaveLength(1)
  expect(rows[0]?.token_hash).toHaveLength(32)
  expect(JSON.stringify(rows)).not.toContain(token)
})

test('fifty requests with the same link at once: one succeeds', async () => {
  const { app, account } = start()
  await app.call(signUp, { body: account })
  const token = await newestToken(app, 'user.email_verification')
  const answers = await Promise.all(Array.from({ length: 50 }, () => verify(app, token)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(answers.filter(({ body }) => body.code === 'links.used')).toHaveLength(49)
})

test('fifty new passwords by the same link at once: one is set', async () => {
  const { app, email, account } = start()
  await app.call(signUp, { body: account })
  const token = await askForReset(app, email)
  const answers = await Promise.all(Array.from({ length: 50 }, () => reset(app, token)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(await eventsOf(app, 'user.password.changed')).toHaveLength(1)
})

test('a link is good for its own purpose only', async () => {
  const { app, email, account } = start()
  await app.call(signUp, { body: account })
  const forAddress = await newestToken(app, 'user.email_verification')
  const forPassword = await askForReset(app, email)
  expect((await reset(app, forAddress)).body.code).toBe('links.wrong')
  expect((await verify(app, forPassword)).body.code).toBe('links.wrong')
  expect((await verify(app, 'A'.repeat(43))).body.code).toBe('links.wrong')
  expect((await app.call(checkLink, { body: { token: 'A'.repeat(43) } })).body).toEqual({ state: 'wrong', purpose: null, email: null })
  expect((await verify(app, forAddress)).status).toBe(200)
})

test('a verification link ends after 24 hours, a reset link after 30 minutes', async () => {
  const { app, email, account } = start()
  await app.call(signUp, { body: account })
  const forAddress = await newestToken(app, 'user.email_verification')
  const forPassword = await askForReset(app, email)
  app.clock.advance(30 * minute)
  expect((await reset(app, forPassword)).body.code).toBe('links.expired')
  app.clock.advance(23.5 * hour - 1)
  expect((await app.call(checkLink, { body: { token: forAddress } })).body.state).toBe('good')
  app.clock.advance(1)
  expect((await verify(app, forAddress)).body.code).toBe('links.expired')
})

test('a new link makes the one before void', async () => {
  const { app, email, account } = start()
  await app.call(signUp, { body: account })
  const first = await askForReset(app, email)
  const second = await askForReset(app, email)
  expect((await reset(app, first)).body.code).toBe('links.expired')
  expect((await reset(app, second)).status).toBe(200)
})

test('a link is void as soon as the address or the password that it was about has changed', async () => {
  const { app, email, account } = start()
  await app.call(signUp, { body: account })
  const verification = await newestToken(app, 'user.email_verification')
  const first = await askForReset(app, email)
  await app.db
    .updateTable('users')
    .set({ email_normalized: app.address('other@example.org') })
    .where('email', '=', email)
    .execute()
  expect((await verify(app, verification)).body.code).toBe('links.expired')
  expect((await reset(app, first)).body.code).toBe('links.expired')
  await app.db.updateTable('users').set({ email_normalized: email }).where('email', '=', email).execute()
  const second = await askForReset(app, email)
  await app.db.updateTable('users').set({ password_changed_at: new Date() }).where('email', '=', email).execute()
  expect((await reset(app, second)).body.code).toBe('links.expired')
})

test('a reset sets the password, ends every session, keeps the PIN, and tells the person', async () => {
  const { app, ann: person, email } = await startEarlier()
  const findPin = () => app.db.selectFrom('users').where('email', '=', email).select('pin_hash').executeTakeFirstOrThrow()
  const pin = await findPin()
  const token = await askForReset(app, email)
  expect((await person.call(getCurrentUser, {})).status).toBe(200)
  expect((await reset(app, token)).status).toBe(200)
  expect((await person.call(getCurrentUser, {})).status).toBe(401)
  expect((await enter(app, email, testPassword)).body.code).toBe('auth.invalid_credentials')
  expect((await enter(app, email, newPassword)).status).toBe(200)
  expect(await findPin()).toEqual(pin)
  const [event] = await eventsOf(app, 'user.password.changed')
  expect(event?.data).toMatchObject({ 'actor.name': 'ann', 'login.ip': '127.0.0.1' })
})

test('a reset proves the address; the PIN of the person who signed up goes if nobody had proven it', async () => {
  const { app, email, account } = start()
  await app.call(signUp, { body: account })
  await reset(app, await askForReset(app, email))
  const row = await app.db
    .selectFrom('users')
    .where('email', '=', email)
    .select(['email_verified_at', 'pin_hash'])
    .executeTakeFirstOrThrow()
  expect(row.email_verified_at).not.toBeNull()
  expect(row.pin_hash).toBeNull()
  expect((await enter(app, email, newPassword)).body.access_token).toBeDefined()
})

test('after a reset by a link that an administrator made, the next sign-in needs more and secrets stay closed for a day', async () => {
  const app = await startTestApp()
  const { email } = await app.signUp('ann@example.org')
  await app.signUp('boss@example.org')
  const ids = new Map((await app.db.selectFrom('users').select(['id', 'email']).execute()).map((row) => [row.email, row.id]))
  const link = await app.transaction((tx) =>
    app.links.make(tx, {
      purpose: 'reset_password',
      userId: ids.get(email) ?? '',
      email,
      createdBy: ids.get('boss@example.org') ?? '',
      isHandedOver: true,
    }),
  )
  expect((await reset(app, link['link.url'].split('#token=')[1] ?? '')).status).toBe(200)
  const row = await app.db
    .selectFrom('users')
    .select(['needs_proof', 'secrets_closed_until'])
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  expect(row).toEqual({ needs_proof: true, secrets_closed_until: new Date(app.clock.now() + 24 * hour) })
})

test('a request for a link gets the same answer for every address; only a known one gets e-mail', async () => {
  const app = await startTestApp({ rateLimitFactor: 1 })
  const { email } = await app.signUp('ann@example.org')
  await addProvider(app)
  for (const endpoint of [requestPasswordReset, requestVerification]) {
    const known = await app.call(endpoint, { body: { email } })
    const unknown = await app.call(endpoint, { body: { email: 'nobody@example.org' } })
    expect(known.status).toBe(200)
    expect([unknown.status, unknown.body]).toEqual([known.status, known.body])
  }
  await runPutOff(app)
  expect(await eventsOf(app, 'user.password.reset_requested')).toHaveLength(1)
  expect(await eventsOf(app, 'user.email_verification')).toHaveLength(1)
})

test('the texts of the older application stand', async () => {
  const { app, email } = start()
  expect((await app.call(requestVerification, { body: { email } })).body.message).toBe('Verification email sent! Please check your inbox.')
  expect((await app.call(requestPasswordReset, { body: { email } })).body.message).toBe('Password reset link sent to your email')
})

test('no address gets more than three such e-mails in 15 minutes, whether or not it has an account, no matter who asks', async () => {
  const app = await startTestApp({ rateLimitFactor: 1, env: { TRUSTED_PROXIES: '127.0.0.1' } })
  await app.signUp('ann@example.org')
  await addProvider(app)
  const ask = async (address: string, from: number) =>
    (await app.call(requestPasswordReset, { body: { email: address } }, { 'x-forwarded-for': `203.0.113.${from}` })).status
  for (const [index, address] of ['nobody@example.org', 'bo@example.org'].entries()) {
    const statuses: number[] = []
    for (const [count, spelling] of [address, address.toUpperCase(), ` ${address}`, address].entries()) {
      statuses.push(await ask(spelling, 10 * index + count))
    }
    expect(statuses).toEqual([200, 200, 200, 429])
  }
})

test('requests of strangers for an address use up none of its person’s limits: sign-ups, verification links and resets are counted apart', async () => {
  const { app, email, account } = start(await startWithMail({ rateLimitFactor: 1 }))
  const ask = {
    signUp: () => app.call(signUp, { body: { ...account, name: 'A stranger' } }),
    verification: () => app.call(requestVerification, { body: { email } }),
    reset: () => app.call(requestPasswordReset, { body: { email } }),
  }
  const kinds = ['signUp', 'verification', 'reset'] as const
  for (const kind of kinds) {
    const answers = []
    for (let tries = 0; tries < 4; tries += 1) answers.push((await ask[kind]()).status)
    expect([kind, ...answers.map((status) => status === 429)]).toEqual([kind, false, false, false, true])
  }
})

test('a link points to the configured address, whatever Host a request names', async () => {
  const { app, email, account } = start()
  await app.call(signUp, { body: account })
  for (const headers of [{ host: 'evil.example' }, { 'x-forwarded-host': 'evil.example' }, { forwarded: 'host=evil.example' }]) {
    await app.send('POST', '/api/auth/password/email', { body: { email }, headers: headers as unknown as Record<string, string> })
    await runPutOff(app)
  }
  const urls = (await eventsOf(app, 'user.password.reset_requested')).map(({ data }) => String(data['link.url']))
  expect(urls).toHaveLength(3)
  for (const url of urls) expect(new URL(url).origin).toBe('https://vault.example.org')
})
