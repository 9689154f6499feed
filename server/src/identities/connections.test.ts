import type { finishConnecting, listIdentities } from '@twofold/contract/identities'
import type { CallResponse } from '@twofold/contract/endpoint'
import type { listActivity } from '@twofold/contract/profile'
import { verifyPin } from '@twofold/contract/pin'
import { expect, test } from 'vitest'
import { openBrowser } from '../testing/browser.ts'
import { type TestApp, testPassword, testPin } from '../testing/start-test-app.ts'
import { answerOf, type Browser, depart, shareIssuer, signInElsewhere } from './testing/sign-in-elsewhere.ts'

const start = shareIssuer({ OIDC_NAME: 'Example ID' })
const codeOf = ({ status, body }: { status: number; body: { code: string } }) => [status, body.code]

/** Signs in with the password, in a browser. */
async function enter(app: TestApp, email: string) {
  const browser = await openBrowser(app)
  const { body } = await browser.send<{ access_token: string }>('POST', '/api/auth/login', { email, password: testPassword })
  browser.token = body.access_token
  return browser
}

const begin = (browser: Browser, current_password: string | undefined = testPassword) =>
  browser.send<{ url: string }>('POST', '/api/auth/identities', { provider: 'oidc', current_password })

const finish = (browser: Browser, back: URL) =>
  browser.send<CallResponse<typeof finishConnecting>>('POST', '/api/auth/identities/finish', answerOf(back))

const list = async (browser: Browser) => (await browser.send<CallResponse<typeof listIdentities>>('GET', '/api/auth/identities')).body

async function startWithAnn() {
  const { app, issuer, email } = start()
  await app.signUp('ann@example.org')
  const browser = await enter(app, email)
  const connect = async (who: Browser) => finish(who, await issuer.visit((await begin(who)).body.url))
  return { app, issuer, email, browser, connect }
}

test('a signed-in user connects an account elsewhere, whatever its address, and signs in with it from then on', async () => {
  const { app, issuer, email, browser, connect } = await startWithAnn()
  expect(await list(browser)).toEqual({ data: [], providers: [{ id: 'oidc', name: 'Example ID' }] })
  issuer.person = { ...issuer.person, email: 'private@example.net' }
  const { body } = await connect(browser)
  expect(body.message).toBe('You can sign in with Example ID now.')
  expect(body.identity).toMatchObject({ provider: 'oidc', name: 'Example ID', email: 'private@example.net', last_used_at: null })
  const elsewhere = await openBrowser(app)
  expect((await signInElsewhere(elsewhere, issuer.visit)).body.user?.email).toBe(email)
  expect((await list(elsewhere)).data).toMatchObject([{ id: body.identity.id, last_used_at: app.clock.date().toISOString() }])
  const { body: activity } = await elsewhere.send<CallResponse<typeof listActivity>>('GET', '/api/profile/activity')
  expect(activity.data.map(({ description }) => description)).toContain('Example ID connected as a way to sign in')
})

test('an address that is longer than one may be, or cannot be stored, is not kept, and the sign-in goes on without it', async () => {
  const { app, issuer, browser, connect } = await startWithAnn()
  const longest = `${'a'.repeat(242)}@example.org`
  issuer.person = { ...issuer.person, email: longest }
  expect((await connect(browser)).body.identity.email).toBe(longest)
  for (const email of [`a${longest}`, 'ann\u0000@example.org']) {
    issuer.person = { ...issuer.person, email }
    const elsewhere = await openBrowser(app)
    expect((await signInElsewhere(elsewhere, issuer.visit)).status).toBe(200)
    expect((await list(elsewhere)).data).toMatchObject([{ email: null }])
  }
})

test('connecting and disconnecting take the password or the PIN', async () => {
  const { browser, connect } = await startWithAnn()
  expect(codeOf(await begin(browser, 'not-the-password'))).toEqual([422, 'profile.password_wrong'])
  expect(codeOf(await browser.send('POST', '/api/auth/identities', { provider: 'oidc' }))).toEqual([403, 'pin.required'])
  const { body } = await connect(browser)
  const path = `/api/auth/identities/${body.identity.id}`
  expect(codeOf(await browser.send('DELETE', path, {}))).toEqual([403, 'pin.required'])
  expect(codeOf(await browser.send('DELETE', path, { current_password: 'not-the-password' }))).toEqual([422, 'profile.password_wrong'])
  await browser.send(verifyPin.method, `/api${verifyPin.path}`, { pin: testPin })
  expect((await browser.send('DELETE', path, {})).body).toMatchObject({ message: 'Example ID is disconnected.' })
  expect((await list(browser)).data).toEqual([])
})

test('only the person and the browser that began to connect can finish it, and it opens no session', async () => {
  const { app, issuer, browser } = await startWithAnn()
  const bo = await enter(app, (await app.signUp('bo@example.org')).email)
  const back = await issuer.visit((await begin(browser)).body.url)
  expect(back.searchParams.get('state')).toMatch(/^connect\./)
  expect(codeOf(await finish(bo, back))).toEqual([422, 'identities.attempt_over'])
  const asSignIn = await browser.send('POST', '/api/auth/identities/sign-in/finish', answerOf(back))
  expect(codeOf(asSignIn)).toEqual([422, 'identities.attempt_over'])
  const begunAsSignIn = await issuer.visit(await depart(browser))
  expect(codeOf(await finish(browser, begunAsSignIn))).toEqual([422, 'identities.attempt_over'])
  expect((await finish(browser, back)).status).toBe(200)
  expect(codeOf(await finish(browser, back))).toEqual([422, 'identities.attempt_over'])
})

test('one account elsewhere belongs to one account here', async () => {
  const { app, browser, connect } = await startWithAnn()
  const bo = await enter(app, (await app.signUp('bo@example.org')).email)
  expect((await connect(browser)).status).toBe(200)
  expect(codeOf(await connect(browser))).toEqual([409, 'identities.connected_already'])
  expect(codeOf(await connect(bo))).toEqual([409, 'identities.connected_already'])
})

test('nobody disconnects for another', async () => {
  const { app, browser, connect } = await startWithAnn()
  const bo = await enter(app, (await app.signUp('bo@example.org')).email)
  const { body } = await connect(browser)
  const answer = await bo.send('DELETE', `/api/auth/identities/${body.identity.id}`, { current_password: testPassword })
  expect(codeOf(answer)).toEqual([404, 'identities.not_found'])
  expect((await list(browser)).data).toHaveLength(1)
})

/** Somebody without a password, with a PIN that was entered just now. */
async function startWithoutPassword() {
  const { app, issuer, email } = start()
  const browser = await openBrowser(app)
  await signInElsewhere(browser, issuer.visit)
  const pins = { new_pin: testPin, new_pin_confirmation: testPin }
  expect((await browser.send('PUT', '/api/profile/pin', pins)).status).toBe(200)
  await browser.send('POST', '/api/pin/verify', { pin: testPin })
  return { app, issuer, email, browser }
}

test('the only way to sign in is not disconnected, also not by two calls at once that would leave none', async () => {
  const { issuer, email, browser } = await startWithoutPassword()
  const [first] = (await list(browser)).data
  const disconnect = (id = '') => browser.send('DELETE', `/api/auth/identities/${id}`, {})
  const refused = await disconnect(first?.id)
  expect(codeOf(refused)).toEqual([409, 'identities.last_way_in'])
  issuer.person = { ...issuer.person, sub: `${email} again` }
  const { body } = await browser.send<{ url: string }>('POST', '/api/auth/identities', { provider: 'oidc' })
  const second = await finish(browser, await issuer.visit(body.url))
  const statuses = await Promise.all([disconnect(first?.id), disconnect(second.body.identity.id)])
  expect(statuses.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409])
  expect((await list(browser)).data).toHaveLength(1)
})

test('without a password, the last of a passkey and an account elsewhere stays, also when both are removed at once', async () => {
  const { app, email, browser } = await startWithoutPassword()
  const { id: user_id } = await app.db.selectFrom('users').where('email', '=', email).select('id').executeTakeFirstOrThrow()
  const passkey = {
    id: crypto.randomUUID(),
    user_id,
    name: 'Laptop',
    credential_id: 'one',
    public_key: Buffer.from('a key'),
    counter: 0,
    transports: [],
    is_backed_up: false,
    created_at: app.clock.date(),
    last_used_at: null,
  }
  await app.db.insertInto('passkeys').values(passkey).execute()
  const [identity] = (await list(browser)).data
  const removePasskey = () => browser.send<{ code: string }>('DELETE', `/api/auth/factors/passkeys/${passkey.id}`, {})
  const answers = await Promise.all([removePasskey(), browser.send('DELETE', `/api/auth/identities/${identity?.id}`, {})])
  expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409])
  await app.db.deleteFrom('identities').where('user_id', '=', user_id).execute()
  await app.db
    .insertInto('passkeys')
    .values(passkey)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  expect(codeOf(await removePasskey())).toEqual([409, 'factors.last_way_in'])
})

test('a user without a password changes the e-mail address, sets a first password and leaves with the PIN, entered a moment ago', async () => {
  const { app, issuer } = start()
  const browser = await openBrowser(app)
  await signInElsewhere(browser, issuer.visit)
  await browser.send('PUT', '/api/profile/pin', { new_pin: testPin, new_pin_confirmation: testPin })
  const email = app.address('ann@new.example.org')
  const changeEmail = () => browser.send<{ code: string }>('PUT', '/api/profile', { name: 'Ann Example', email })
  const setPassword = (current_password: string | null = null) =>
    browser.send<{ code: string }>('PUT', '/api/profile/password', {
      current_password,
      new_password: testPassword,
      new_password_confirmation: testPassword,
    })
  const leave = () => browser.send<{ code: string }>('DELETE', '/api/profile', { confirmation: 'DELETE' })
  for (const attempt of [changeEmail, setPassword, leave]) expect(codeOf(await attempt())).toEqual([403, 'pin.required'])

  await browser.send('POST', '/api/pin/verify', { pin: testPin })
  expect((await changeEmail()).status).toBe(200)
  expect((await setPassword()).status).toBe(200)
  const again = await enter(app, email)
  await again.send('POST', '/api/pin/verify', { pin: testPin })
  expect(codeOf(await again.send('DELETE', '/api/profile', { confirmation: 'DELETE' }))).toEqual([422, 'profile.password_required'])
  expect((await again.send('DELETE', '/api/profile', { confirmation: 'DELETE', password: testPassword })).status).toBe(200)
})
