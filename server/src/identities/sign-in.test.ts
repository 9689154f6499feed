import { getCurrentUser, signIn, signOut } from '@twofold/contract/sessions'
import { expect, test } from 'vitest'
import { enrolTotp } from '../factors/testing/second-factors.ts'
import { openBrowser } from '../testing/browser.ts'
import { countWaiting } from '../testing/count-waiting.ts'
import { eventually } from '../testing/eventually.ts'
import { addProvider, eventsOf } from '../testing/queued-events.ts'
import { testPassword } from '../testing/start-test-app.ts'
import { answerOf, arrive, depart, shareIssuer, signInElsewhere, startWithIssuer } from './testing/sign-in-elsewhere.ts'
import { codeOf, countOf } from './testing/outcomes.ts'

const minute = 60_000

const start = shareIssuer()

test('a person known to the issuer gets an account without password and PIN, and the same one at the next sign-in', async () => {
  const { app, issuer } = await startWithIssuer({ env: { OIDC_NAME: 'Example ID' } })
  const browser = await openBrowser(app)
  expect((await app.send('GET', '/api/installation')).body).toMatchObject({ providers: [{ id: 'oidc', name: 'Example ID' }] })
  const first = await signInElsewhere(browser, issuer.visit)
  expect(first.body).toMatchObject({
    email_verification_required: false,
    redirect_to: '/dashboard',
    user: { name: 'Ann Example', email: 'ann@example.org', role: 'user', email_verified: true },
  })
  expect((await browser.send('GET', '/api/auth/factors')).body).toMatchObject({ has_password: false, has_pin: false })
  issuer.person = { ...issuer.person, email: 'ann@new.example.org' }
  const second = await signInElsewhere(await openBrowser(app), issuer.visit)
  expect(second.body.user).toEqual(first.body.user)
  expect([await countOf(app, 'users'), await countOf(app, 'identities')]).toEqual([1, 1])
})

// Hydra and Authelia refuse the way that a client is not registered with; without a word it is that of the header (OpenID Connect Core §9).
test.each(['client_secret_basic', 'client_secret_post'] as const)(
  'a client that is registered with %s signs in at an issuer that knows others too, and shows its secret in that way from then on',
  async (registered) => {
    const { app, issuer } = await startWithIssuer()
    issuer.registered = registered
    const asked = async () => {
      issuer.asked.length = 0
      expect((await signInElsewhere(await openBrowser(app), issuer.visit)).status).toBe(200)
      return issuer.asked.filter((path) => path === '/token').length
    }
    expect(await asked()).toBe(registered === 'client_secret_basic' ? 1 : 2)
    expect(await asked()).toBe(1)
  },
)

test('the session is the browser’s: the token alone, and another browser with it, open nothing', async () => {
  const { app, issuer } = start()
  const browser = await openBrowser(app)
  const { body } = await signInElsewhere(browser, issuer.visit)
  expect((await browser.send('GET', '/api/auth/user')).status).toBe(200)
  expect((await app.call(getCurrentUser, {}, { authorization: `Bearer ${body.access_token}` })).status).toBe(401)
})

test('Remember me lasts as long as it does with a password', async () => {
  const { app, issuer } = start()
  const browser = await openBrowser(app)
  await signInElsewhere(browser, issuer.visit, 'oidc', true)
  app.clock.advance(29 * 24 * 60 * minute)
  expect((await browser.send('GET', '/api/auth/user')).status).toBe(200)
  const other = await openBrowser(app)
  await signInElsewhere(other, issuer.visit)
  app.clock.advance(13 * 60 * minute)
  expect((await other.send('GET', '/api/auth/user')).status).toBe(401)
})

test('only the browser that began a sign-in can end it, once, within ten minutes, for the same provider', async () => {
  const { app, issuer } = start()
  const [browser, thief] = [await openBrowser(app), await openBrowser(app)]
  const back = await issuer.visit(await depart(browser))
  const send = (who: typeof browser, change: object = {}) =>
    who.send<object>('POST', '/api/auth/identities/sign-in/finish', { ...answerOf(back), ...change })
  expect(codeOf(await send(thief))).toEqual([422, 'identities.attempt_over'])
  expect(codeOf(await send(browser, { state: `${back.searchParams.get('state')}x` }))).toEqual([422, 'identities.attempt_over'])
  expect(codeOf(await send(browser, { provider: 'google' }))).toEqual([404, 'identities.not_offered'])
  expect((await send(browser)).status).toBe(200)
  expect(codeOf(await send(browser))).toEqual([422, 'identities.attempt_over'])

  const late = await issuer.visit(await depart(browser))
  app.clock.advance(10 * minute)
  expect(codeOf(await arrive(browser, late))).toEqual([422, 'identities.attempt_over'])
})

test('fifty come back at once with one answer: one gets in', async () => {
  const { app, issuer } = start()
  const browser = await openBrowser(app)
  const back = await issuer.visit(await depart(browser))
  const answers = await Promise.all(Array.from({ length: 50 }, () => arrive(browser, back)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(await countOf(app, 'sessions')).toBe(1)
})

test('a program has nothing to be bound to, and the answer says so', async () => {
  const { app } = start()
  const answer = await app.send('POST', '/api/auth/identities/sign-in', { body: { provider: 'oidc' } })
  expect(codeOf(answer)).toEqual([409, 'identities.needs_browser'])
})

test('an address in no ID token is asked for at the userinfo endpoint', async () => {
  const { app, issuer, email } = start()
  issuer.isAddressInToken = false
  const { body } = await signInElsewhere(await openBrowser(app), issuer.visit)
  expect(body.user).toMatchObject({ email, email_verified: true })
})

test('the same subject of another issuer is somebody else', async () => {
  const { app, issuer, email } = start()
  await signInElsewhere(await openBrowser(app), issuer.visit)
  await app.db.updateTable('identities').set({ issuer: 'https://another.example' }).where('subject', '=', email).execute()
  const other = app.address('other@example.org')
  issuer.person = { ...issuer.person, email: other }
  const { body } = await signInElsewhere(await openBrowser(app), issuer.visit)
  expect(body.user?.email).toBe(other)
  expect(await countOf(app, 'users')).toBe(2)
})

test('an address that has an account is never linked: its owner, who the issuer vouches for, learns how to', async () => {
  const { app, issuer } = start()
  await app.signUp('ann@example.org')
  const answer = await signInElsewhere(await openBrowser(app), issuer.visit)
  expect(codeOf(answer)).toEqual([422, 'identities.address_taken'])
  expect(answer.body.message).toBe(
    'An account with this e-mail address already exists. Sign in to it as you did before, then connect Single sign-on in your profile.',
  )
  expect([await countOf(app, 'users'), await countOf(app, 'identities')]).toEqual([1, 0])
})

test('an address that the issuer has not verified: the same answer whether or not it has an account, and an e-mail that proves or tells', async () => {
  const { app, issuer } = await startWithIssuer({ env: { EMAIL_VERIFICATION: 'off' } })
  await app.signUp('ann@example.org')
  await addProvider(app)
  issuer.person = { ...issuer.person, email_verified: false }
  const known = await signInElsewhere(await openBrowser(app), issuer.visit)
  issuer.person = { ...issuer.person, sub: 'bo-1', email: 'bo@example.org' }
  const unknown = await signInElsewhere(await openBrowser(app), issuer.visit)
  expect(known.body).toEqual({ email_verification_required: true, email: 'ann@example.org' })
  expect(unknown.body).toEqual({ email_verification_required: true, email: 'bo@example.org' })
  expect((await eventsOf(app, 'user.registered.again')).length).toBe(1)
  expect((await eventsOf(app, 'user.email_verification')).length).toBe(1)
  const again = await signInElsewhere(await openBrowser(app), issuer.visit)
  expect(again.body).toEqual(unknown.body)
  expect(await countOf(app, 'sessions')).toBe(1)
})

test('e-mails to an address that nobody has proven are limited like all others', async () => {
  const { app, issuer } = await startWithIssuer({ rateLimitFactor: 1 })
  await app.signUp('ann@example.org')
  await addProvider(app)
  issuer.person = { ...issuer.person, email_verified: false }
  const statuses: number[] = []
  for (let turn = 0; turn < 3; turn++) statuses.push((await signInElsewhere(await openBrowser(app), issuer.visit)).status)
  // The sign-up was the first of the three that there are in a quarter of an hour.
  expect(statuses).toEqual([200, 200, 429])
})

test('without e-mail an address that the issuer has not verified, and without an address nobody, gets an account', async () => {
  const { app, issuer } = start()
  issuer.person = { ...issuer.person, email_verified: false }
  expect(codeOf(await signInElsewhere(await openBrowser(app), issuer.visit))).toEqual([422, 'identities.unverified'])
  issuer.person = { sub: issuer.person['sub'] }
  expect(codeOf(await signInElsewhere(await openBrowser(app), issuer.visit))).toEqual([422, 'identities.no_email'])
  expect(await countOf(app, 'users')).toBe(0)
})

test.each(['invite', 'closed'])(
  'SIGN_UP=%s: nobody gets an account this way; people who have connected their account get in',
  async (SIGN_UP) => {
    const { app, issuer } = await startWithIssuer({ env: { SIGN_UP } })
    const answer = await signInElsewhere(await openBrowser(app), issuer.visit)
    expect(codeOf(answer)).toEqual([403, 'auth.sign_up_closed'])
    expect(await countOf(app, 'users')).toBe(0)
  },
)

test('a deactivated account stays closed', async () => {
  const { app, issuer, email } = start()
  await signInElsewhere(await openBrowser(app), issuer.visit)
  await app.db.updateTable('users').set({ is_active: false }).where('email', '=', email).execute()
  expect(codeOf(await signInElsewhere(await openBrowser(app), issuer.visit))).toEqual([403, 'identities.account_inactive'])
})

test('the issuer is one proof: the own second factor is required as well', async () => {
  const { app, issuer } = start()
  const ann = await app.signUp('ann@example.org')
  await enrolTotp(app, ann)
  const { id } = await app.db.selectFrom('users').where('email', '=', ann.email).select('id').executeTakeFirstOrThrow()
  const row = { issuer: issuer.url, subject: ann.email, provider: 'oidc', created_at: new Date() }
  await app.db
    .insertInto('identities')
    .values({ ...row, id: crypto.randomUUID(), user_id: id })
    .execute()
  const browser = await openBrowser(app)
  const { body } = await signInElsewhere(browser, issuer.visit)
  expect(body).toMatchObject({ second_factor_required: true, methods: ['totp', 'recovery_code'] })
  expect((await browser.send('GET', '/api/keys/generate-codes')).body.code).toBe('auth.second_factor_required')
})

test('while an address is locked from a network, this way in is, too', async () => {
  const { app, issuer, email } = start()
  await signInElsewhere(await openBrowser(app), issuer.visit)
  for (let turn = 0; turn < 10; turn++) await app.call(signIn, { body: { email, password: 'not-the-password' } })
  expect(codeOf(await signInElsewhere(await openBrowser(app), issuer.visit))).toEqual([429, 'auth.locked'])
  app.clock.advance(15 * minute)
  expect((await signInElsewhere(await openBrowser(app), issuer.visit)).status).toBe(200)
})

test('an account elsewhere that is disconnected while somebody comes back from it opens nothing', async () => {
  const { app, issuer } = start()
  const first = await signInElsewhere(await openBrowser(app), issuer.visit)
  const id = String(first.body.user?.id)
  const { late } = await app.transaction(async ({ db }) => {
    await db.updateTable('users').set({ page_language: 'de' }).where('id', '=', id).returning('id').execute()
    const late = signInElsewhere(await openBrowser(app), issuer.visit)
    await eventually(async () => expect(await countWaiting(app.db)).toBe(1))
    await db.deleteFrom('identities').where('user_id', '=', id).execute()
    return { late }
  })
  expect(codeOf(await late)).toEqual([422, 'identities.attempt_over'])
  expect(await countOf(app, 'sessions')).toBe(1)
})

test('names from elsewhere become names that are allowed here', async () => {
  const { app, issuer } = start()
  const nameOf = async (sub: string, name: unknown) => {
    issuer.person = { sub: app.address(`${sub}@example.org`), email: app.address(`${sub}@example.org`), email_verified: true, name }
    return (await signInElsewhere(await openBrowser(app), issuer.visit)).body.user?.name
  }
  expect(await nameOf('cleo', 'Cleo\r\nBcc: x')).toBe('Cleo  Bcc: x')
  expect(await nameOf('dora', 'D'.repeat(300))).toBe('D'.repeat(100))
  expect(await nameOf('emil', ' ')).toBe('emil')
  expect(await nameOf('f', { $ne: 1 })).toBe('New user')
})

test('a program can still sign out a session that was opened this way', async () => {
  const { app, issuer, email } = start()
  const browser = await openBrowser(app)
  await signInElsewhere(browser, issuer.visit)
  expect((await browser.send(signOut.method, `/api${signOut.path}`)).status).toBe(200)
  expect((await browser.send('GET', '/api/auth/user')).status).toBe(401)
  expect((await app.call(signIn, { body: { email, password: testPassword } })).body.code).toBe('auth.invalid_credentials')
})

test('a deleted account stays closed, and lets go of the identity, as of its address: its person signs up with it again', async () => {
  const { app, issuer, email } = start()
  const first = await signInElsewhere(await openBrowser(app), issuer.visit)
  await app.db.updateTable('users').set({ deleted_at: app.clock.date(), is_active: false }).where('email', '=', email).execute()
  const second = await signInElsewhere(await openBrowser(app), issuer.visit)
  expect(second.body.user).toMatchObject({ email })
  expect(second.body.user?.id).not.toBe(first.body.user?.id)
  expect(await countOf(app, 'identities')).toBe(1)
  const old = await app.db
    .selectFrom('users')
    .where('id', '=', first.body.user?.id ?? '')
    .select('deleted_at')
    .executeTakeFirstOrThrow()
  expect(old.deleted_at).not.toBeNull()
})
