import {
  addPasskey,
  getFactors,
  passkeyOptions,
  passkeyRegistrationOptions,
  passSecondFactor,
  removePasskey,
  renamePasskey,
  signInWithPasskey,
} from '@twofold/contract/factors'
import { getCurrentUser } from '@twofold/contract/sessions'
import { expect, test } from 'vitest'
import { countWaiting } from '../testing/count-waiting.ts'
import { eventually } from '../testing/eventually.ts'
import { shareApp } from '../testing/share-app.ts'
import { createPerson, startTestApp, type TestApp, testPassword } from '../testing/start-test-app.ts'
import { type AuthenticatorQuirks, createSoftwareAuthenticator } from './testing/software-authenticator.ts'
import { enrolPasskey, enterPassword } from './testing/second-factors.ts'

type Authenticator = ReturnType<typeof createSoftwareAuthenticator>
const shared = shareApp(startTestApp)

async function startWithPasskey() {
  const app = shared()
  const ann = await app.signUp('ann@example.org')
  return { app, ann, ...(await enrolPasskey(app, ann)) }
}

async function enterWith(app: TestApp, authenticator: Authenticator, quirks: AuthenticatorQuirks = {}) {
  const { challenge_id, options } = (await app.call(passkeyOptions, {})).body
  return app.call(signInWithPasskey, { body: { challenge_id, assertion: authenticator.assert(options, quirks) } })
}

test('a passkey signs in without a password and counts as both factors', async () => {
  const { app, ann, authenticator } = await startWithPasskey()
  const { options } = (await app.call(passkeyOptions, {})).body
  expect(options).toMatchObject({ rpId: 'localhost', userVerification: 'required', allowCredentials: [] })
  const entered = await enterWith(app, authenticator)
  expect(entered.body).toMatchObject({ redirect_to: '/dashboard', user: { email: ann.email } })
  expect(entered.body.second_factor_required).toBeUndefined()
  const person = createPerson(app.url, ann.email, entered.body.access_token ?? '')
  expect((await person.call(getFactors, {})).body.passkeys).toMatchObject([{ name: 'Laptop', last_used_at: expect.any(String) as string }])
})

test('a passkey is the second step after the password, also one that does not check its person', async () => {
  const { app, ann, authenticator } = await startWithPasskey()
  const entered = await enterPassword(app, ann.email)
  expect(entered.answer.body.methods).toEqual(['passkey', 'recovery_code'])
  const { challenge_id, options } = (await entered.call(passkeyOptions, {})).body
  expect(options['allowCredentials']).toHaveLength(1)
  const assertion = authenticator.assert(options, { verifiesPeople: false })
  const passed = await entered.call(passSecondFactor, { body: { method: 'passkey', challenge_id, assertion } })
  expect(passed.body).toMatchObject({ user: { email: ann.email } })
})

test('a passkey that another answer was given with in the same moment is no second step', async () => {
  const { app, ann, id, authenticator } = await startWithPasskey()
  const entered = await enterPassword(app, ann.email)
  const { challenge_id, options } = (await entered.call(passkeyOptions, {})).body
  const body = { method: 'passkey' as const, challenge_id, assertion: authenticator.assert(options) }
  const { passing } = await app.transaction(async ({ db }) => {
    await db.updateTable('passkeys').set({ counter: 9 }).where('id', '=', id).returning('id').execute()
    const passing = entered.call(passSecondFactor, { body })
    await eventually(async () => expect(await countWaiting(app.db)).toBe(1))
    return { passing }
  })
  expect((await passing).body.code).toBe('auth.second_factor_wrong')
})

test.each<[string, AuthenticatorQuirks]>([
  ['does not check its person', { verifiesPeople: false }],
  ['answers for another origin', { origin: 'https://evil.example' }],
  ['answers for another site', { rpId: 'evil.example' }],
  ['answers another challenge', { challenge: 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' }],
  ['has counted backwards, as a copy does', { counter: 1 }],
])('no sign-in with a passkey that %s', async (_, quirks) => {
  const { app, authenticator } = await startWithPasskey()
  const refused = await enterWith(app, authenticator, quirks)
  expect([refused.status, refused.body.code]).toEqual([422, 'auth.passkey_refused'])
})

test('no sign-in with a passkey that nobody added, or whose signature is another one’s', async () => {
  const { app, authenticator } = await startWithPasskey()
  const { challenge_id, options } = (await app.call(passkeyOptions, {})).body
  const stranger = createSoftwareAuthenticator(app.config.appUrl)
  const forged = {
    ...authenticator.assert(options),
    response: { ...authenticator.assert(options).response, signature: stranger.assert(options).response.signature },
  }
  expect((await app.call(signInWithPasskey, { body: { challenge_id, assertion: forged } })).status).toBe(422)
  expect((await enterWith(app, stranger)).status).toBe(422)
})

test('a challenge is answered once, within five minutes, and only for what it was made', async () => {
  const { app, ann, authenticator } = await startWithPasskey()
  const { challenge_id, options } = (await app.call(passkeyOptions, {})).body
  const assertion = authenticator.assert(options)
  const answers = await Promise.all(Array.from({ length: 10 }, () => app.call(signInWithPasskey, { body: { challenge_id, assertion } })))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)

  const late = (await app.call(passkeyOptions, {})).body
  app.clock.advance(5 * 60_000)
  const tooLate = await app.call(signInWithPasskey, {
    body: { challenge_id: late.challenge_id, assertion: authenticator.assert(late.options) },
  })
  expect(tooLate.status).toBe(422)

  const forAdding = (await ann.call(passkeyRegistrationOptions, { body: { current_password: testPassword } })).body
  const crossed = await app.call(signInWithPasskey, {
    body: { challenge_id: forAdding.challenge_id, assertion: authenticator.assert(forAdding.options) },
  })
  expect(crossed.status).toBe(422)
})

test('somebody else’s passkey is no second step, nor is a challenge of somebody else', async () => {
  const { app, ann } = await startWithPasskey()
  const bo = await app.signUp('bo@example.org')
  const others = await enrolPasskey(app, bo)
  const entered = await enterPassword(app, ann.email)
  const { challenge_id, options } = (await entered.call(passkeyOptions, {})).body
  const assertion = others.authenticator.assert(options)
  const refused = await entered.call(passSecondFactor, { body: { method: 'passkey', challenge_id, assertion } })
  expect([refused.body.code, Object.keys(refused.body.errors ?? {})]).toEqual(['auth.second_factor_wrong', ['assertion']])
})

test('a deactivated person’s passkey opens nothing', async () => {
  const { app, ann, authenticator } = await startWithPasskey()
  await app.db.updateTable('users').set({ is_active: false }).where('email', '=', ann.email).execute()
  expect((await enterWith(app, authenticator)).body.code).toBe('auth.passkey_refused')
})

test('adding takes proof and an answer to the own challenge; the first factor brings recovery codes, the second does not', async () => {
  const { app, ann, recoveryCodes } = await startWithPasskey()
  expect(recoveryCodes).toHaveLength(10)
  expect((await ann.call(passkeyRegistrationOptions, { body: {} })).body.code).toBe('pin.required')
  expect((await enrolPasskey(app, ann, 'Key ring')).recoveryCodes).toEqual([])

  const bo = await app.signUp('bo@example.org')
  const { challenge_id, options } = (await ann.call(passkeyRegistrationOptions, { body: { current_password: testPassword } })).body
  const authenticator = createSoftwareAuthenticator(app.config.appUrl)
  const add = (person: typeof ann, quirks: AuthenticatorQuirks = {}) =>
    person.call(addPasskey, { body: { challenge_id, name: 'Phone', attestation: authenticator.register(options, quirks) } })
  expect((await add(bo)).body.code).toBe('auth.passkey_refused')
  expect((await add(ann, { origin: 'https://evil.example' })).body.code).toBe('auth.passkey_refused')
  expect((await add(ann)).body.code).toBe('auth.passkey_refused') // the challenge is used up
})

test('a passkey is renamed and removed by its owner only; one that was removed opens nothing', async () => {
  const { app, ann, id, authenticator } = await startWithPasskey()
  const bo = await app.signUp('bo@example.org')
  expect((await bo.call(renamePasskey, { params: { id }, body: { name: 'Mine' } })).status).toBe(404)
  expect((await bo.call(removePasskey, { params: { id }, body: { current_password: testPassword } })).status).toBe(404)
  expect((await ann.call(renamePasskey, { params: { id }, body: { name: 'Work laptop' } })).body.passkey.name).toBe('Work laptop')
  expect((await ann.call(removePasskey, { params: { id }, body: { current_password: testPassword } })).status).toBe(200)
  expect((await enterWith(app, authenticator)).status).toBe(422)
  const entered = await enterPassword(app, ann.email)
  expect((await entered.call(getCurrentUser, {})).status).toBe(200)
  expect(entered.answer.body.second_factor_required).toBeUndefined()
})
