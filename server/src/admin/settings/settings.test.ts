import { listAudit } from '@twofold/contract/admin/audit'
import { changeSettings, countSettingsImpact, getSettings, type SettingsChange } from '@twofold/contract/admin/settings'
import { createUser } from '@twofold/contract/admin/users'
import { getInstallation } from '@twofold/contract/accounts'
import { changePassword, listActivity } from '@twofold/contract/profile'
import { getCurrentUser, signIn, signUp } from '@twofold/contract/sessions'
import { expect, test } from 'vitest'
import { createApp } from '../../app.ts'
import { startEmailApp } from '../../mail-delivery/testing/start-email-app.ts'
import { createLog } from '../../platform/log.ts'
import { createPerson, startTestApp, type TestApp, type TestAppOptions, testPassword, testPin } from '../../testing/start-test-app.ts'
import { eventually } from '../../testing/eventually.ts'
import { shareApp } from '../../testing/share-app.ts'

const shared = shareApp(async (options) => {
  const { app, change } = await started(options)
  return { ...app, change }
})

const hour = 60 * 60 * 1000
const day = 24 * hour

async function enter(app: TestApp, email: string, remember = false) {
  const { body } = await app.call(signIn, { body: { email, password: testPassword, remember } })
  return createPerson(app.url, email, body.access_token ?? '')
}

async function started(options: TestAppOptions = {}) {
  const app = await startTestApp(options)
  await app.signUp('root@example.org', 'Rosa Root')
  await app.db.updateTable('users').set({ role: 'admin' }).where('email', '=', 'root@example.org').execute()
  const root = await enter(app, 'root@example.org')
  const change = (body: SettingsChange) => root.call(changeSettings, { body })
  return { app, root, change }
}

const account = (email: string, password = testPassword) => ({
  name: 'Ann Example',
  email,
  password,
  password_confirmation: password,
  pin: testPin,
})

test('each setting says where it comes from; what the environment sets is named by its variable and cannot be changed', async () => {
  const { root, change } = await started({ env: { APP_NAME: 'Ours', SIGN_UP: 'open' } })
  const { body } = await root.call(getSettings, {})
  expect(body.settings.values).toMatchObject({ name: 'Ours', sign_up: 'open', session_idle_hours: 12, password_min_length: 8 })
  expect(body.settings.sources).toMatchObject({
    name: 'environment',
    sign_up: 'environment',
    address: 'default',
    session_idle_hours: 'default',
  })
  expect(body.changed).toBeNull()
  const refused = await change({ name: 'Theirs', sign_up: 'closed', session_idle_hours: 2 })
  expect([refused.status, refused.body.errors]).toEqual([
    422,
    {
      name: ['This is set by APP_NAME of the environment. Change it there.'],
      sign_up: ['This is set by SIGN_UP of the environment. Change it there.'],
    },
  ])
  // Nothing of it was stored, and what stays as it is may be sent along.
  expect((await root.call(getSettings, {})).body.settings.sources['session_idle_hours']).toBe('default')
  expect((await change({ name: 'Ours', session_idle_hours: 2 })).body.settings.sources['session_idle_hours']).toBe('database')
})

test('a change is written down with what was before and after, and null brings the default back', async () => {
  const { root, change } = await started()
  const { body } = await change({ name: 'Vault of ours', activity_days: 30 })
  expect(body.changed).toEqual({ at: expect.any(String) as string, by: 'Rosa Root' })
  const { body: audit } = await root.call(listAudit, { query: { action: 'settings.changed' } })
  expect(audit.data[0]).toMatchObject({
    actor: { name: 'Rosa Root' },
    before: { name: 'Twofold', activity_days: 365 },
    after: { name: 'Vault of ours', activity_days: 30 },
  })
  const back = await change({ name: null })
  expect([back.body.settings.values.name, back.body.settings.sources['name']]).toEqual(['Twofold', 'default'])
})

test.each<[SettingsChange, string]>([
  [{ name: ' ' }, 'name'],
  [{ address: 'vault.example.org' }, 'address'],
  [{ address: 'https://vault.example.org/path' }, 'address'],
  [{ session_idle_hours: 0 }, 'session_idle_hours'],
  [{ session_idle_hours: 30 }, 'session_idle_hours'],
  [{ session_absolute_hours: 6 }, 'session_idle_hours'],
  [{ password_min_length: 7 }, 'password_min_length'],
  [{ activity_days: 1 }, 'activity_days'],
])('%o is refused on its field', async (body, field) => {
  const { change } = shared()
  const answer = await change(body)
  expect([answer.status, Object.keys(answer.body.errors ?? {})]).toEqual([422, [field]])
})

test('closing sign-up closes it at once, and the page that asks knows', async () => {
  const { app, change } = await started()
  expect((await app.call(signUp, { body: account('ann@example.org') })).status).toBe(201)
  await change({ sign_up: 'closed', name: 'Closed shop' })
  expect((await app.call(signUp, { body: account('bo@example.org') })).body.code).toBe('auth.sign_up_closed')
  expect((await app.call(getInstallation, {})).body).toMatchObject({ sign_up: 'closed', name: 'Closed shop' })
})

test('requiring verification holds new accounts back, and admits those that were there', async () => {
  const { app, change } = await started()
  await app.signUp('early@example.org')
  await change({ email_verification: 'required' })
  const { body } = await app.call(signUp, { body: account('late@example.org') })
  expect(body).toEqual({ email_verification_required: true })
  const late = await app.call(signIn, { body: { email: 'late@example.org', password: testPassword } })
  expect([late.body.access_token, late.body.email_verification_required]).toEqual([undefined, true])
  expect((await app.call(signIn, { body: { email: 'early@example.org', password: testPassword } })).body.access_token).toBeDefined()
  await change({ email_verification: 'off' })
  expect((await app.call(signUp, { body: account('free@example.org') })).body.access_token).toBeDefined()
})

test('a session ends when it was idle, or open, for as long as the settings say', async () => {
  const { app, root, change } = await started()
  await change({ session_idle_hours: 2, session_absolute_hours: 5 })
  const ann = await app.signUp('ann@example.org')
  const isIn = async () => (await ann.call(getCurrentUser, {})).status === 200
  for (let passed = 0; passed < 4; passed += 1) {
    app.clock.advance(hour)
    expect(await isIn(), `after ${passed + 1} hours`).toBe(true)
  }
  app.clock.advance(hour)
  expect(await isIn()).toBe(false)

  const bo = await app.signUp('bo@example.org')
  app.clock.advance(2 * hour)
  expect((await bo.call(getCurrentUser, {})).status).toBe(401)
  expect((await root.call(getCurrentUser, {})).status).toBe(401)
})

test('shorter lengths also end sessions that are open already, and longer ones do not bring any back', async () => {
  const { app, root, change } = await started()
  await app.signUp('ann@example.org')
  const [ann, remembered] = [await enter(app, 'ann@example.org'), await enter(app, 'ann@example.org', true)]
  app.clock.advance(3 * hour)
  expect((await root.call(getCurrentUser, {})).status).toBe(200)
  await change({ session_idle_hours: 2, session_remember_days: 1 })
  expect((await ann.call(getCurrentUser, {})).status).toBe(401)
  expect((await remembered.call(getCurrentUser, {})).status).toBe(200)
  await change({ session_idle_hours: 12 })
  expect((await ann.call(getCurrentUser, {})).status).toBe(401)
  app.clock.advance(day)
  expect((await remembered.call(getCurrentUser, {})).status).toBe(401)
})

test('a new password needs the length that the settings ask for, wherever it is chosen; those there are stay good', async () => {
  const { app, root, change } = await started()
  const ann = await app.signUp('ann@example.org')
  await change({ password_min_length: 24 })
  const short = 'twenty-three-characters'
  const sentence = 'Password must be at least 24 characters'
  expect((await app.call(signUp, { body: account('bo@example.org', short) })).body.errors).toEqual({ password: [sentence] })
  const own = await ann.call(changePassword, {
    body: { current_password: testPassword, new_password: short, new_password_confirmation: short },
  })
  expect(own.body.errors).toEqual({ new_password: [sentence] })
  const made = await root.call(createUser, { body: { name: 'Cy Example', email: 'cy@example.org', password: short } })
  expect(made.body.errors).toEqual({ password: [sentence] })
  expect((await app.call(getInstallation, {})).body.password_min_length).toBe(24)
  expect((await app.call(signUp, { body: account('bo@example.org', `${short}!`) })).status).toBe(201)
  expect((await app.call(signIn, { body: { email: 'ann@example.org', password: testPassword } })).body.access_token).toBeDefined()
})

test('activity and notifications are kept for as long as the settings say', async () => {
  const { app, change } = await started()
  await change({ activity_days: 7, notification_days: 10 })
  const ann = await app.signUp('ann@example.org')
  await app.notifications.hear({
    id: crypto.randomUUID(),
    name: 'system.update.available',
    time: app.clock.date().toISOString(),
    data: { 'update.version': '2' },
  })
  const notices = () => app.db.selectFrom('notifications').select('id').execute()
  expect((await ann.call(listActivity, { query: {} })).body.total).toBeGreaterThan(0)
  app.clock.advance(8 * day)
  await app.housekeeping()
  expect(
    await app.db
      .selectFrom('activity')
      .select('id')
      .where('happened_at', '<', new Date(app.clock.now() - 7 * day))
      .execute(),
  ).toEqual([])
  expect(await notices()).toHaveLength(1)
  app.clock.advance(3 * day)
  await app.housekeeping()
  expect(await notices()).toEqual([])
})

test('another node knows within seconds', async () => {
  const { app, change } = await started()
  const { config, db, connection, crypto, rootKey, clock } = app
  const other = await createApp({ config, db, connection, crypto, rootKey, clock, log: createLog('silent') })
  const offered = async () => (await other.server.inject({ url: '/api/installation' })).json<{ name: string }>().name
  expect(await offered()).toBe('Twofold')
  await change({ name: 'Known everywhere' })
  await eventually(async () => expect(await offered()).toBe('Known everywhere'))
  await other.stop(0)
})

test('e-mails carry the name and the address of the moment they are made', async () => {
  const app = await startEmailApp({ work: true })
  await app.admin.call(changeSettings, { body: { name: 'Ours', address: 'https://vault.example.net' } })
  await app.signUp('ann@example.org')
  const mail = await eventually(async () => {
    const row = await app.db
      .selectFrom('email_logs')
      .select(['subject', 'message_id'])
      .where('recipient_email', '=', 'ann@example.org')
      .executeTakeFirst()
    expect(row).toBeDefined()
    return row
  })
  expect(mail?.subject).toContain('Ours')
  expect(mail?.message_id).toContain('@vault.example.net')
})

test('rows that shorter times would end and remove are counted as they then are, and a longer time touches nothing', async () => {
  const { app, root, change } = await started()
  const impact = async (body: SettingsChange) => (await root.call(countSettingsImpact, { body })).body
  for (const email of ['ann@example.org', 'bo@example.org']) await app.signUp(email)
  await enter(app, 'ann@example.org', true)
  await app.db
    .updateTable('sessions')
    .set({ created_at: new Date(app.clock.now() - 5 * hour) })
    .where('user_id', 'not in', app.db.selectFrom('users').where('role', '=', 'admin').select('id'))
    .execute()
  await app.db
    .updateTable('activity')
    .set({ happened_at: new Date(app.clock.now() - 20 * day) })
    .where('kind', '=', 'account_created')
    .execute()
  const aged = (await app.db.selectFrom('activity').where('kind', '=', 'account_created').select('id').execute()).length
  const none = { sessions: 0, activities: 0, notifications: 0, passkeys: 0 }
  expect(await impact({ session_idle_hours: 20, activity_days: 400, notification_days: 3650 })).toEqual(none)
  expect(await impact({ activity_days: 21 })).toEqual(none)
  expect(await impact({ activity_days: 20 })).toEqual(none)
  expect(await impact({ activity_days: 19 })).toEqual({ ...none, activities: aged })
  const shorter = { session_idle_hours: 4, session_absolute_hours: 4 }
  const { sessions } = await impact(shorter)
  // Those of signing up; the one that is remembered has other lengths.
  expect(sessions).toBe(2)
  const open = async () => {
    const { count } = await app.db
      .selectFrom('sessions')
      .where('expires_at', '>', app.clock.date())
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    return count
  }
  const before = await open()
  expect((await change(shorter)).status).toBe(200)
  expect(before - (await open())).toBe(sessions)
  expect(await impact(shorter)).toEqual(none)
})
