import { generateCodes } from '@twofold/contract/codes'
import { passSecondFactor, beginTotp, confirmTotp, removeTotp } from '@twofold/contract/factors'
import { getCurrentUser, signIn } from '@twofold/contract/sessions'
import { expect, test } from 'vitest'
import { openBrowser } from '../testing/browser.ts'
import { countWaiting } from '../testing/count-waiting.ts'
import { eventually } from '../testing/eventually.ts'
import { addProvider, eventsOf } from '../testing/queued-events.ts'
import { shareApp } from '../testing/share-app.ts'
import { createPerson, startTestApp, type TestApp, testPassword } from '../testing/start-test-app.ts'
import { codeAt, enrolTotp, enterPassword } from './testing/second-factors.ts'
import { window, signUpWithTotp } from './testing/start-with-totp.ts'

const shared = shareApp(startTestApp)

const startWithTotp = () => signUpWithTotp(shared())

test('with a second factor the password alone opens a session that waits, and passing it gives another one in its place', async () => {
  const { app, ann, code } = await startWithTotp()
  const entered = await enterPassword(app, ann.email)
  expect(entered.answer.body).toEqual({
    access_token: expect.any(String) as string,
    second_factor_required: true,
    methods: ['totp', 'recovery_code'],
    email_verification_required: false,
  })
  const passed = await entered.passTotp(code())
  expect(passed.body).toMatchObject({ redirect_to: '/dashboard', user: { email: ann.email } })
  expect(passed.body.access_token).not.toBe(entered.token)
  expect((await entered.call(getCurrentUser, {})).status).toBe(401)
  const full = createPerson(app.url, ann.email, passed.body.access_token ?? '')
  expect((await full.call(generateCodes, {})).status).toBe(200)
  expect((await full.call(passSecondFactor, { body: { method: 'totp', code: code() } })).body.code).toBe('auth.second_factor_passed')
})

test('a session that waits can do nothing but pass, ask for its passkey, see who it is and sign out: every call of the API', async () => {
  const { app, ann } = await startWithTotp()
  const entered = await enterPassword(app, ann.email)
  const { body } = await app.send<{ paths: Record<string, Record<string, { security?: object[] }>> }>('GET', '/api/openapi.json')
  const guarded = Object.entries(body.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, call]) => call.security?.length !== 0)
      .map(([method]) => `${method.toUpperCase()} ${path}`),
  )
  const open: string[] = []
  for (const name of guarded.filter((one) => !one.endsWith('logout'))) {
    const [method = '', path = ''] = name.split(' ')
    const answer = await entered.send(method, path.replaceAll(/\{\w+\}/g, crypto.randomUUID()), method === 'GET' ? {} : { body: {} })
    if (answer.body.code !== 'auth.second_factor_required') open.push(name)
    else expect(answer.status).toBe(403)
  }
  expect(open.sort()).toEqual(['GET /api/auth/user', 'GET /api/user', 'POST /api/auth/second-factor'])
  expect(guarded).toContain('GET /api/keys/generate-codes')
  expect(guarded.length).toBeGreaterThan(40)
})

test('a code is good in its window and the ones beside it, with spaces, and in no other', async () => {
  const { app, ann, code } = await startWithTotp()
  const outcomes: [number, number][] = []
  for (const distance of [-2, -1, 0, 1, 2]) {
    app.clock.advance(10 * window)
    const entered = await enterPassword(app, ann.email)
    const spelled = code(distance).replace(/^(...)/, ' $1 ')
    outcomes.push([distance, (await entered.passTotp(spelled)).status])
  }
  expect(outcomes).toEqual([
    [-2, 422],
    [-1, 200],
    [0, 200],
    [1, 200],
    [2, 422],
  ])
})

test('a code that was used is never accepted again, in whatever session, nor one from before it', async () => {
  const { app, ann, code } = await startWithTotp()
  const [first, second] = [await enterPassword(app, ann.email), await enterPassword(app, ann.email)]
  expect((await first.passTotp(code())).status).toBe(200)
  expect((await second.passTotp(code())).body.code).toBe('auth.second_factor_wrong')
  expect((await second.passTotp(code(-1))).status).toBe(422)
  expect((await second.passTotp(code(1))).status).toBe(200)
})

test('the code that put the authenticator app in force is used up with that', async () => {
  const app = shared()
  const ann = await app.signUp('ann@example.org')
  const { secret } = await enrolTotp(app, ann)
  const entered = await enterPassword(app, ann.email)
  expect((await entered.passTotp(codeAt(secret, app.clock.now()))).status).toBe(422)
})

test('fifty uses of a code at once: one succeeds', async () => {
  const { app, ann, id, code } = await startWithTotp()
  const present = code()
  const { second } = await app.transaction(async (tx) => {
    expect(await app.totp.use(tx, id, present)).toBe(true)
    const second = app.transaction((other) => app.totp.use(other, id, present))
    await eventually(async () => expect(await countWaiting(app.db)).toBe(1))
    return { second }
  })
  expect(await second).toBe(false)
  app.clock.advance(window)
  const entered = await enterPassword(app, ann.email)
  const answers = await Promise.all(Array.from({ length: 50 }, () => entered.passTotp(code())))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
})

test('five wrong tries end the sign-in, however many come at once', async () => {
  const { app, ann, code } = await startWithTotp()
  const entered = await enterPassword(app, ann.email)
  const answers = await Promise.all(Array.from({ length: 30 }, (_, index) => entered.passTotp(String(index).padStart(6, 'x'))))
  expect(answers.filter(({ status }) => status === 422)).toHaveLength(4)
  expect(answers.some(({ body }) => body.code === 'auth.second_factor_ended')).toBe(true)
  expect((await entered.call(getCurrentUser, {})).status).toBe(401)
  expect((await entered.passTotp(code())).status).toBe(401)
  const again = await enterPassword(app, ann.email)
  expect((await again.passTotp(code())).status).toBe(200)
})

test('a wrong try says how many are left, and its person sees it', async () => {
  const { app, ann, kinds } = await startWithTotp()
  const entered = await enterPassword(app, ann.email)
  for (const tries of [4, 3]) {
    const { body } = await entered.passTotp('000000x')
    expect([body.code, body.parameters]).toEqual(['auth.second_factor_wrong', { tries }])
    expect(body.errors).toEqual({ code: [body.message] })
  }
  expect((await kinds()).filter((kind) => kind === 'second_factor_wrong')).toHaveLength(2)
})

test('a person who waits for the second step learns so, and which methods there are, however often they ask', async () => {
  const { app, ann, code } = await startWithTotp()
  const entered = await enterPassword(app, ann.email)
  const waiting = await entered.call(getCurrentUser, {})
  expect(waiting.body).toMatchObject({ email: ann.email, second_factor_required: true, methods: ['totp', 'recovery_code'] })
  const { body } = await entered.passTotp(code())
  const user = await app.call(getCurrentUser, {}, { authorization: `Bearer ${body.access_token}` })
  expect(user.body).not.toHaveProperty('second_factor_required')
  expect(user.body).not.toHaveProperty('methods')
})

test('ten wrong tries in an hour are all that an account has, over all its sign-ins; right ones are not counted', async () => {
  const { app, ann, code } = await startWithTotp()
  for (let round = 0; round < 2; round++) {
    const entered = await enterPassword(app, ann.email)
    for (let count = 0; count < 4; count++) expect((await entered.passTotp('000000x')).status).toBe(422)
    expect((await entered.passTotp(code())).status).toBe(200)
    app.clock.advance(window)
  }
  const third = await enterPassword(app, ann.email)
  expect((await third.passTotp('000000x')).status).toBe(422)
  expect((await third.passTotp('000000x')).status).toBe(422)
  const refused = await third.passTotp(code())
  expect([refused.status, refused.body.code]).toEqual([429, 'rate.limited'])
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3000)
  app.clock.advance(3_600_000)
  const later = await enterPassword(app, ann.email)
  expect((await later.passTotp(code())).status).toBe(200)
})

test('a session waits ten minutes for its second step, not longer', async () => {
  const { app, ann, code } = await startWithTotp()
  const entered = await enterPassword(app, ann.email)
  app.clock.advance(9.9 * 60_000)
  expect((await entered.call(getCurrentUser, {})).status).toBe(200)
  app.clock.advance(0.2 * 60_000)
  expect((await entered.passTotp(code())).status).toBe(401)
})

test('a browser gets another cookie half with the session it ends up with', async () => {
  const { app, ann, code } = await startWithTotp()
  const browser = await openBrowser(app)
  const entered = await browser.send<{ access_token: string }>('POST', '/api/auth/login', {
    email: ann.email,
    password: testPassword,
  })
  const [half, pendingToken] = [browser.jar.get('twofold_session'), entered.body.access_token]
  browser.token = pendingToken
  const passed = await browser.send<{ access_token: string }>('POST', '/api/auth/second-factor', { method: 'totp', code: code() })
  expect(passed.status).toBe(200)
  expect(browser.jar.get('twofold_session')).not.toBe(half)
  browser.token = passed.body.access_token
  expect((await browser.send('GET', '/api/profile')).status).toBe(200)
  browser.token = pendingToken
  expect((await browser.send('GET', '/api/auth/user')).status).toBe(401)
})

test('an authenticator app that is in force is neither begun nor confirmed again', async () => {
  const { ann, code } = await startWithTotp()
  const again = [ann.call(beginTotp, { body: { current_password: testPassword } }), ann.call(confirmTotp, { body: { code: code() } })]
  for (const { status, body } of await Promise.all<{ status: number; body: { code: string } }>(again))
    expect([status, body.code]).toEqual([409, 'factors.totp_enabled'])
})

test('removing the last second factor takes proof, and the password alone is enough from then on', async () => {
  const { app, ann, kinds } = await startWithTotp()
  expect((await ann.call(removeTotp, { body: {} })).body.code).toBe('pin.required')
  const wrong = await ann.call(removeTotp, { body: { current_password: 'not-the-password' } })
  expect([wrong.status, Object.keys(wrong.body.errors ?? {})]).toEqual([422, ['current_password']])
  expect((await ann.call(removeTotp, { body: { current_password: testPassword } })).status).toBe(200)
  const entered = await enterPassword(app, ann.email)
  expect(entered.answer.body.second_factor_required).toBeUndefined()
  expect((await ann.call(removeTotp, { body: { current_password: testPassword } })).status).toBe(404)
  expect(await kinds()).toEqual(expect.arrayContaining(['totp_enabled', 'totp_disabled']))
})

test('after a reset that an administrator had a hand in, the second factor is proof enough', async () => {
  const { app, ann, id, code } = await startWithTotp()
  const doubted = { needs_proof: true, address_in_doubt: true, email_verified_at: app.clock.date() }
  await app.db.updateTable('users').set(doubted).where('id', '=', id).execute()
  const entered = await enterPassword(app, ann.email)
  expect(entered.answer.body.methods).toEqual(['totp', 'recovery_code'])
  const link = await app.transaction((tx) => app.links.make(tx, { purpose: 'second_step', userId: id, email: ann.email }))
  const token = link['link.url'].split('#token=')[1] ?? ''
  expect((await entered.call(passSecondFactor, { body: { method: 'email', code: token } })).status).toBe(422)
  await entered.passTotp(code())
  // It says nothing of the address.
  expect(await stateOf(app, ann.email)).toEqual({ needs_proof: false, address_in_doubt: true })
})

const stateOf = (app: TestApp, email: string) =>
  app.db.selectFrom('users').where('email', '=', email).select(['needs_proof', 'address_in_doubt']).executeTakeFirst()

test('a right proof of a sign-in whose password is changed meanwhile opens nothing, and is no wrong one', async () => {
  const { app, ann, id, kinds, code } = await startWithTotp()
  const entered = await enterPassword(app, ann.email)
  const { answer } = await app.transaction(async (tx) => {
    // Its result is read, so that the row is locked from now on.
    await tx.db.updateTable('users').set({ password_hash: 'of another password' }).where('id', '=', id).returning('id').execute()
    const answer = entered.passTotp(code())
    await eventually(async () => expect(await countWaiting(app.db)).toBe(1))
    return { answer }
  })
  expect((await answer).body.code).toBe('auth.invalid_credentials')
  expect(await kinds()).not.toContain('second_factor_wrong')
})

test('after such a reset without a second factor, a link to the own address is needed where e-mail can be sent; it works for its person only, once', async () => {
  const app = await startTestApp()
  await app.signUp('ann@example.org')
  await app.signUp('bo@example.org')
  await app.db.updateTable('users').set({ needs_proof: true, address_in_doubt: true, email_verified_at: app.clock.date() }).execute()
  const without = await app.call(signIn, { body: { email: 'ann@example.org', password: testPassword } })
  expect(without.body.second_factor_required).toBeUndefined()

  await addProvider(app)
  const entered = await enterPassword(app, 'ann@example.org')
  expect(entered.answer.body.methods).toEqual(['email'])
  expect((await eventsOf(app, 'user.login.confirmation')).map(({ data }) => data['login.ip'])).toEqual(['127.0.0.1'])
  const people = await app.db.selectFrom('users').select(['id', 'email']).execute()
  const linkFor = async (email: string) => {
    const userId = people.find((person) => person.email === email)?.id ?? ''
    const link = await app.transaction((tx) => app.links.make(tx, { purpose: 'second_step', userId, email }))
    return link['link.url'].split('#token=')[1] ?? ''
  }
  const pass = (code: string) => entered.call(passSecondFactor, { body: { method: 'email', code } })
  const [own, others] = [await linkFor('ann@example.org'), await linkFor('bo@example.org')]
  expect((await pass(others)).status).toBe(422)
  expect((await pass('nonsense')).status).toBe(422)
  expect((await pass(own)).status).toBe(200)
  expect(await stateOf(app, 'ann@example.org')).toEqual({ needs_proof: false, address_in_doubt: false })
  const again = await enterPassword(app, 'ann@example.org')
  expect(again.answer.body.second_factor_required).toBeUndefined()

  // One that somebody else may have had lets in, and proves nothing.
  const bo = await enterPassword(app, 'bo@example.org')
  const code = await linkFor('bo@example.org')
  await app.db.updateTable('one_time_links').set({ is_handed_over: true }).execute()
  expect((await bo.call(passSecondFactor, { body: { method: 'email', code } })).status).toBe(200)
  expect(await stateOf(app, 'bo@example.org')).toEqual({ needs_proof: true, address_in_doubt: true })
})

test('reset links that a stranger asks for do not keep the link of a second step from being sent', async () => {
  const app = await startTestApp()
  await app.signUp('ann@example.org')
  await addProvider(app)
  await app.db.updateTable('users').set({ needs_proof: true }).execute()
  const { id: userId } = await app.db.selectFrom('users').select('id').executeTakeFirstOrThrow()
  for (let count = 0; count < 3; count += 1)
    await app.transaction((tx) => app.links.make(tx, { purpose: 'reset_password', userId, email: 'ann@example.org' }))
  await enterPassword(app, 'ann@example.org')
  expect(await eventsOf(app, 'user.login.confirmation')).toHaveLength(1)
})
