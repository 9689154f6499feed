import { generateCodes } from '@twofold/contract/codes'
import { revokeUserSessions } from '@twofold/contract/admin/users'
import { endSession, listSessions } from '@twofold/contract/links'
import { changePassword, listActivity } from '@twofold/contract/profile'
import { getCurrentUser, signIn, signOut } from '@twofold/contract/sessions'
import { expect, test } from 'vitest'
import { openBrowser } from '../testing/browser.ts'
import { shareApp } from '../testing/share-app.ts'
import { createPerson, startTestApp, type TestApp, testPassword } from '../testing/start-test-app.ts'

const shared = shareApp(startTestApp)

async function start(app: TestApp = shared()) {
  const ann = await app.signUp('ann@example.org')
  return { app, ann, email: ann.email }
}

async function enter(app: TestApp, email: string) {
  const { body } = await app.call(signIn, { body: { email, password: testPassword } }, { 'user-agent': 'curl/8.14.1' })
  return createPerson(app.url, email, body.access_token ?? '')
}

type Person = Awaited<ReturnType<typeof enter>>
const isIn = async (person: Person) => (await person.call(getCurrentUser, {})).status === 200

test('the list shows each session with its device, and which one is this', async () => {
  const { app, email } = await start()
  const here = await enter(app, email)
  const { data } = (await here.call(listSessions, {})).body
  expect(data).toHaveLength(2)
  expect(data.filter((session) => session.is_current)).toEqual([
    expect.objectContaining({ device: 'curl', address: '127.0.0.1', remember: false, created_at: app.clock.date().toISOString() }),
  ])
})

test('one session can be ended, or all others; nobody ends another person’s', async () => {
  const { app, ann: first, email } = await start()
  const bo = await app.signUp('bo@example.org')
  const [second, third] = [await enter(app, email), await enter(app, email)]
  const { data } = (await first.call(listSessions, {})).body
  const ownSession = data.find((session) => session.is_current)?.id ?? ''
  expect((await bo.call(endSession, { params: { id: ownSession } })).body.code).toBe('sessions.not_found')
  expect(await isIn(first)).toBe(true)
  expect((await second.call(endSession, { params: { id: ownSession } })).body).toMatchObject({ ended: 1 })
  expect(await Promise.all([first, second, third, bo].map(isIn))).toEqual([false, true, true, true])
  expect((await second.call(endSession, { params: { id: ownSession } })).status).toBe(404)
  expect((await second.call(endSession, { params: { id: 'others' } })).body).toMatchObject({ ended: 1 })
  expect(await Promise.all([second, third, bo].map(isIn))).toEqual([true, false, true])
})

test.each([
  ['the account is deactivated', { is_active: false }],
  ['its role changes', { role: 'admin' }],
  ['it is deleted', { deleted_at: new Date() }],
  ['its password changes', { password_changed_at: new Date() }],
] as const)('every session ends when %s, and does not come back', async (_, change) => {
  const { app, ann: person, email } = await start()
  const other = await app.signUp('bo@example.org')
  await app.db.updateTable('users').set(change).where('email', '=', email).execute()
  expect(await isIn(person)).toBe(false)
  await app.db.updateTable('users').set({ is_active: true, role: 'user', deleted_at: null }).where('email', '=', email).execute()
  expect(await isIn(person)).toBe(false)
  expect(await isIn(other)).toBe(true)
})

test('changing the own password ends every session, this one too, and the cookie half goes', async () => {
  const { app, email } = await start()
  const elsewhere = await enter(app, email)
  const browser = await openBrowser(app)
  const { body } = await browser.send<{ access_token: string }>('POST', '/api/auth/login', { email, password: testPassword })
  browser.token = body.access_token
  const passwords = { current_password: testPassword, new_password: 'a-brand-new-one', new_password_confirmation: 'a-brand-new-one' }
  const answer = await browser.send<{ requires_reauth: boolean }>(changePassword.method, `/api${changePassword.path}`, passwords)
  expect(answer.body.requires_reauth).toBe(true)
  expect(browser.jar.has('twofold_session')).toBe(false)
  expect((await browser.send('GET', '/api/auth/user')).status).toBe(401)
  expect(await isIn(elsewhere)).toBe(false)
})

test('signing in again from the same browser replaces its session; other browsers keep theirs', async () => {
  const { app, email } = await start()
  const [here, there] = [await openBrowser(app), await openBrowser(app)]
  const signInWith = async (browser: typeof here) => {
    const { body } = await browser.send<{ access_token: string }>('POST', '/api/auth/login', { email, password: testPassword })
    browser.token = body.access_token
  }
  await signInWith(here)
  await signInWith(there)
  const count = async () =>
    (
      await app.db
        .selectFrom('sessions')
        .innerJoin('users', 'users.id', 'user_id')
        .where('email', '=', email)
        .select('sessions.id')
        .execute()
    ).length
  expect(await count()).toBe(3)
  await signInWith(here)
  expect(await count()).toBe(3)
  expect((await there.send('GET', '/api/auth/user')).status).toBe(200)
  expect(here.jar.get('twofold_device')).not.toBe(there.jar.get('twofold_device'))
})

test.each([
  ['deactivated', { is_active: false }],
  ['role_changed', { role: 'admin' }],
  ['deleted', { deleted_at: new Date() }],
  ['password_changed', { password_changed_at: new Date() }],
] as const)('a session that has ended says why: %s', async (reason, change) => {
  const { app, ann: person, email } = await start()
  await app.db.updateTable('users').set(change).where('email', '=', email).execute()
  for (const endpoint of [getCurrentUser, generateCodes]) {
    const answer = await person.call(endpoint, {})
    expect([answer.status, answer.body.code]).toEqual([401, `auth.session_${reason}`])
  }
})

test('a session that was ended elsewhere, by an administrator, or has expired says why; one that its person left does not', async () => {
  const { app, ann: first, email } = await start(await startTestApp({ now: Date.now() - 48 * 3_600_000 }))
  const admin = await app.signUp('ada@example.org')
  await app.db.updateTable('users').set({ role: 'admin' }).where('email', '=', admin.email).execute()
  const [second, third, fourth] = [await enter(app, email), await enter(app, email), await enter(app, email)]
  const codeOf = async (person: Person) => (await person.call(getCurrentUser, {})).body.code
  const { data } = (await first.call(listSessions, {})).body
  const ownSession = data.find((session) => session.is_current)?.id ?? ''
  await app.db
    .updateTable('sessions')
    .set({ expires_at: new Date(Date.now() + 3_600_000), idle_expires_at: new Date(Date.now() + 3_600_000) })
    .execute()
  await second.call(endSession, { params: { id: ownSession } })
  expect(await codeOf(first)).toBe('auth.session_revoked')
  await third.call(signOut, {})
  expect(await codeOf(third)).toBe('auth.unauthenticated')
  const boss = createPerson(
    app.url,
    admin.email,
    (await app.call(signIn, { body: { email: admin.email, password: testPassword } })).body.access_token ?? '',
  )
  const { id } = await app.db.selectFrom('users').where('email', '=', email).select('id').executeTakeFirstOrThrow()
  await boss.call(revokeUserSessions, { params: { id } })
  expect(await codeOf(fourth)).toBe('auth.session_revoked_by_admin')

  // Also when the row is gone.
  const fifth = await enter(app, email)
  app.clock.advance(47 * 3_600_000)
  expect(await codeOf(fifth)).toBe('auth.session_expired')
  for (const task of app.sessions.removable()) await task.removeBatch(app.db)
  expect(await app.db.selectFrom('sessions').selectAll().execute()).toEqual([])
  expect(await codeOf(fifth)).toBe('auth.session_expired')
  app.clock.advance(31 * 24 * 3_600_000)
  for (const task of app.sessions.removable()) await task.removeBatch(app.db)
  expect(await codeOf(fifth)).toBe('auth.unauthenticated')
})

test('the token of a browser learns nothing about its session without the cookie that it is bound to', async () => {
  const { app, email } = await start()
  const browser = await openBrowser(app)
  const { body } = await browser.send<{ access_token: string }>('POST', '/api/auth/login', { email, password: testPassword })
  await app.db.updateTable('users').set({ is_active: false }).where('email', '=', email).execute()
  const headers = { authorization: `Bearer ${body.access_token}` }
  expect((await app.call(getCurrentUser, {}, headers)).body.code).toBe('auth.unauthenticated')
  expect((await browser.send('GET', '/api/auth/user', undefined, headers)).body.code).toBe('auth.session_deactivated')
})

test('ending sessions is answered with a sentence and recorded with the device, and ending none is not recorded', async () => {
  const { app, ann, email } = await start()
  const descriptions = async () => (await ann.call(listActivity, { query: {} })).body.data.map(({ description }) => description)
  const end = async (id: string) => (await ann.call(endSession, { params: { id } })).body.message
  const before = await descriptions()
  expect(await end('others')).toBe('There was no other session.')
  expect(await descriptions()).toEqual(before)
  await enter(app, email)
  const other = (await ann.call(listSessions, {})).body.data.find((session) => !session.is_current)?.id ?? ''
  expect(await end(other)).toBe('The session has ended.')
  expect((await descriptions())[0]).toBe('Ended the session of curl')
  await enter(app, email)
  expect(await end('others')).toBe('All other sessions have ended.')
  expect((await descriptions())[0]).toBe('Ended all other sessions')
})
