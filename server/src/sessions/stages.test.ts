import { scheduleMaintenance } from '@twofold/contract/admin/maintenance'
import { changeSettings } from '@twofold/contract/admin/settings'
import { changePassword } from '@twofold/contract/profile'
import { generateCodes } from '@twofold/contract/codes'
import { passSecondFactor } from '@twofold/contract/factors'
import { getCurrentUser, signIn, signOut } from '@twofold/contract/sessions'
import { expect, test } from 'vitest'
import { enterPassword } from '../factors/testing/second-factors.ts'
import { signUpWithTotp } from '../factors/testing/start-with-totp.ts'
import type { Client, Identity } from '../platform/identity.ts'
import { addProvider, eventsOf } from '../testing/queued-events.ts'
import { shareApp } from '../testing/share-app.ts'
import { startOffice } from '../testing/start-office.ts'
import { createPerson, startTestApp, type TestApp, testPassword } from '../testing/start-test-app.ts'

const shared = shareApp(startTestApp)
const day = 24 * 60 * 60_000
const newPassword = 'a-brand-new-one'

interface Documentation {
  paths: Record<string, Record<string, { security?: unknown[] }>>
}

/** Every call that is not public, with something in place of its parameters. */
async function closedCalls(app: TestApp) {
  const { body } = await app.send<Documentation>('GET', '/api/openapi.json')
  return Object.entries(body.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, call]) => call.security?.length !== 0)
      .map(([method]) => ({
        name: `${method.toUpperCase()} ${path}`,
        method: method.toUpperCase(),
        path: path.replaceAll(/\{\w+\}/g, 'x'),
      })),
  )
}

async function codesFor(app: TestApp, token: string, allowed: readonly string[]) {
  const headers = { authorization: `Bearer ${token}` }
  const calls = (await closedCalls(app)).filter(({ name }) => !allowed.includes(name))
  expect(calls.length).toBeGreaterThan(20)
  const codes = new Set<string>()
  for (const { name, method, path } of calls) {
    const { body, status } = await app.send(method, path, { headers, ...(method === 'GET' ? {} : { body: {} }) })
    codes.add(status === 403 ? body.code : `${name} ${status}`)
  }
  return [...codes]
}

async function startWithChosenPassword() {
  const app = shared()
  const { email } = await app.signUp('ann@example.org')
  await app.db.updateTable('users').set({ must_change_password: true }).where('email', '=', email).execute()
  const answer = await app.call(signIn, { body: { email, password: testPassword } })
  return { app, email, answer, person: createPerson(app.url, email, answer.body.access_token ?? '') }
}

test('with a password that somebody else chose, nothing can be done but choosing another, seeing who one is, and leaving', async () => {
  const { app, answer, person } = await startWithChosenPassword()
  expect(answer.body.password_change_required).toBe(true)
  const allowed = ['GET /api/auth/user', 'GET /api/user', 'POST /api/auth/logout', 'POST /api/logout', 'PUT /api/profile/password']
  expect(await codesFor(app, person.token, allowed)).toEqual(['auth.password_change_required'])
  expect((await person.call(generateCodes, {})).body.code).toBe('auth.password_change_required')
  expect((await person.call(getCurrentUser, {})).body.password_change_required).toBe(true)
  expect((await person.call(signOut, {})).status).toBe(200)
})

test('after the change everything opens; the same password again is none', async () => {
  const { app, email, person } = await startWithChosenPassword()
  const change = (to: string) =>
    person.call(changePassword, { body: { current_password: testPassword, new_password: to, new_password_confirmation: to } })
  expect((await change(testPassword)).body.errors).toHaveProperty('new_password')
  expect((await change(newPassword)).body.requires_reauth).toBe(true)
  const { body } = await app.call(signIn, { body: { email, password: newPassword } })
  expect(body.password_change_required).toBeUndefined()
  expect((await app.call(generateCodes, {}, { authorization: `Bearer ${body.access_token}` })).status).toBe(200)
})

test('a session that waits for its second step sees no codes and no key, and gets no further than that step', async () => {
  const app = shared()
  const person = await app.signUp('ann@example.org')
  const { id } = (await person.call(getCurrentUser, {})).body
  await app.db.updateTable('sessions').set({ is_pending: true }).where('user_id', '=', id).execute()
  const forTheStep = (name: string) => /^POST \/api\/auth\/(second-factor|passkey)/.test(name)
  const allowed = ['GET /api/auth/user', 'GET /api/user', 'POST /api/auth/logout', 'POST /api/logout']
  const steps = (await closedCalls(app)).map(({ name }) => name).filter(forTheStep)
  expect(await codesFor(app, person.token, [...allowed, ...steps])).toEqual(['auth.second_factor_required'])
})

test('the result of the first proof is kept for the session after the second one, and nobody learns it before', async () => {
  const { app, ann, id, kinds, code } = await signUpWithTotp(shared())
  const notices = (await kinds()).length
  const { body } = await app.call(signIn, { body: { email: ann.email, password: testPassword, remember: true } })
  expect(body).toEqual({
    access_token: expect.any(String) as string,
    email_verification_required: false,
    second_factor_required: true,
    methods: ['totp', 'recovery_code'],
  })
  expect(await kinds()).toHaveLength(notices)
  const newest = () =>
    app.db
      .selectFrom('sessions')
      .where('user_id', '=', id)
      .where('remember', '=', true)
      .select(['is_pending', 'expires_at'])
      .executeTakeFirstOrThrow()
  expect(await newest()).toEqual({ is_pending: true, expires_at: new Date(app.clock.now() + 10 * 60_000) })
  const passed = await createPerson(app.url, ann.email, body.access_token ?? '').call(passSecondFactor, {
    body: { method: 'totp', code: code() },
  })
  expect(passed.body).toMatchObject({ email_verification_required: false, redirect_to: '/dashboard' })
  expect(await newest()).toEqual({ is_pending: false, expires_at: new Date(app.clock.now() + 30 * day) })
  expect(await kinds()).not.toContain('signed_in_after_failures')
})

test('a sign-in has five tries at its second step, and one that is over has none and opens nothing', async () => {
  const { app, ann } = await signUpWithTotp(shared())
  const entered = await enterPassword(app, ann.email)
  const left: unknown[] = []
  for (let count = 0; count < 4; count++) left.push((await entered.passTotp('000000x')).body.parameters)
  expect(left).toEqual([{ tries: 4 }, { tries: 3 }, { tries: 2 }, { tries: 1 }])
  expect((await entered.passTotp('000000x')).body.code).toBe('auth.second_factor_ended')
  const over = { sessionId: crypto.randomUUID() } as Identity
  await expect(app.opening.reserveSecondStep(over)).rejects.toMatchObject({ code: 'auth.second_factor_ended' })
  const account = await app.accounts.findByEmail(ann.email)
  if (account === undefined) throw new Error('There is an account.')
  const client = { address: '192.0.2.7', device: () => 'a device' } as Client
  const finish = app.transaction(async (tx) => {
    const held = await app.opening.holdPending(tx, over, account, client)
    return app.opening.finish(tx, over, account, client, { ...held, isSuspicious: false })
  })
  await expect(finish).rejects.toMatchObject({ code: 'auth.unauthenticated' })
})

test('a user without the required second factor has days from a sign-in on; a link goes out by e-mail if it is one; maintenance keeps others out', async () => {
  const app = await startOffice()
  const ada = await app.administrator('ada@example.org')
  await ada.call(changeSettings, { body: { second_factor: 'admins', second_factor_grace_days: 2 } })
  const { email } = await app.signUp('bo@example.org')
  await app.enter(ada.email)
  const due = await app.db.selectFrom('users').select(['email', 'second_factor_due_at']).where('email', 'in', [ada.email, email]).execute()
  expect(Object.fromEntries(due.map((row) => [row.email, row.second_factor_due_at]))).toEqual({
    [ada.email]: new Date(app.clock.now() + 2 * day),
    [email]: null,
  })

  await addProvider(app)
  await app.db.updateTable('users').set({ needs_proof: true, email_verified_at: app.clock.date() }).where('email', '=', email).execute()
  expect((await app.enter(email)).answer.methods).toEqual(['email'])
  expect(await eventsOf(app, 'user.login.confirmation')).toHaveLength(1)

  const ends_at = new Date(app.clock.now() + 60_000).toISOString()
  await ada.call(scheduleMaintenance, { body: { starts_at: null, ends_at, message: '' } })
  const enter = (email: string) => app.call(signIn, { body: { email, password: testPassword } })
  expect([(await enter(email)).body.code, (await enter(ada.email)).status]).toEqual(['maintenance.active', 200])
})
