import { changePassword } from '@twofold/contract/profile'
import { generateCodes } from '@twofold/contract/codes'
import { getCurrentUser, signIn, signOut } from '@twofold/contract/sessions'
import { expect, test } from 'vitest'
import { shareApp } from '../testing/share-app.ts'
import { createPerson, startTestApp, testPassword } from '../testing/start-test-app.ts'
import type { TestApp } from '../testing/start-test-app.ts'

const shared = shareApp(startTestApp)
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
