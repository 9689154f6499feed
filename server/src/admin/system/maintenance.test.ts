import { endMaintenance, listMaintenance, scheduleMaintenance } from '@twofold/contract/admin/maintenance'
import { listNotifications } from '@twofold/contract/admin/notifications'
import { getInstallation } from '@twofold/contract/accounts'
import { getAdminDashboard } from '@twofold/contract/admin/dashboard'
import { addSuppression } from '@twofold/contract/mail-delivery/suppressions'
import { getCurrentUser, signIn, signOut, signUp } from '@twofold/contract/sessions'
import { expect, test } from 'vitest'
import { startEmailApp } from '../../mail-delivery/testing/start-email-app.ts'
import { askFor, eventsOf } from '../../testing/queued-events.ts'
import { createPerson, testPassword, testPin } from '../../testing/start-test-app.ts'

const minute = 60_000
type App = Awaited<ReturnType<typeof startEmailApp>>

const at = (app: App, minutes: number) => new Date(app.clock.now() + minutes * minute).toISOString()

const schedule = (app: App, from: number | null, to: number, message = 'A short upgrade.') =>
  app.admin.call(scheduleMaintenance, {
    body: { starts_at: from === null ? null : at(app, from), ends_at: at(app, to), message },
  })

/** How often each event about maintenance was emitted. */
const notices = async (app: App) => {
  const names = ['admin.maintenance.scheduled', 'system.maintenance.start', 'system.maintenance.end'] as const
  const counts = await Promise.all(names.map(async (name) => (await eventsOf(app, name)).length))
  return { scheduled: counts[0], start: counts[1], end: counts[2] }
}

test('during maintenance others get 503 with the message and when to come back, and administrators work', async () => {
  const app = await startEmailApp()
  const bo = await app.signUp('bo@example.org')
  await bo.addKey('Code host')
  expect((await schedule(app, null, 10)).status).toBe(201)

  app.clock.advance(minute)
  for (const refused of [await bo.call(getCurrentUser, {}), await bo.send('GET', '/api/keys/generate-codes')]) {
    expect([refused.status, refused.body.code, refused.headers.get('retry-after')]).toEqual([503, 'maintenance.active', '540'])
    expect(refused.body.parameters).toEqual({ until: at(app, 9), note: 'A short upgrade.' })
  }
  expect((await app.admin.call(getAdminDashboard, {})).status).toBe(200)
  expect((await app.admin.call(getCurrentUser, {})).status).toBe(200)
  expect((await app.call(getInstallation, {})).body.maintenance).toEqual({ until: at(app, 9), message: 'A short upgrade.' })

  expect(app.logged()).toBe('')
  app.clock.advance(9 * minute)
  expect((await bo.codes()).length).toBe(1)
  expect((await app.call(getInstallation, {})).body.maintenance).toBeNull()
})

test('during maintenance only administrators can sign in, nobody signs up, and everybody can leave', async () => {
  const app = await startEmailApp()
  const bo = await app.signUp('bo@example.org')
  await schedule(app, null, 10)
  const enter = (email: string) => app.call(signIn, { body: { email, password: testPassword } })
  expect((await enter(bo.email)).body.code).toBe('maintenance.active')
  expect((await enter('admin@example.org')).status).toBe(200)
  // A correct and a wrong password are answered differently, as always.
  expect((await app.call(signIn, { body: { email: bo.email, password: 'wrong-horse-battery' } })).body.code).toBe(
    'auth.invalid_credentials',
  )
  const account = { name: 'Cy Sample', email: 'cy@example.org', password: testPassword, password_confirmation: testPassword, pin: testPin }
  expect((await app.call(signUp, { body: account })).body.code).toBe('maintenance.active')
  expect(await app.db.selectFrom('users').where('email', '=', account.email).select('id').execute()).toEqual([])
  expect((await bo.call(signOut, {})).status).toBe(200)
})

test('a window is announced to all, begins and ends by time, and each is announced once, also when many look at once', async () => {
  const app = await startEmailApp()
  await askFor(app, 'system.maintenance.start', 'system.maintenance.end')
  await schedule(app, 30, 40)
  expect(await notices(app)).toEqual({ scheduled: 1, start: 0, end: 0 })
  const look = () => Promise.all([1, 2, 3].map(() => app.maintenance.notifyTurns()))
  await look()
  expect(await notices(app)).toEqual({ scheduled: 1, start: 0, end: 0 })
  app.clock.advance(30 * minute)
  await look()
  expect(await notices(app)).toEqual({ scheduled: 1, start: 1, end: 0 })
  app.clock.advance(10 * minute)
  await look()
  expect(await notices(app)).toEqual({ scheduled: 1, start: 1, end: 1 })
})

test('one that is called off never begins; one that is ended early lets everybody in at once, and says so', async () => {
  const app = await startEmailApp()
  await askFor(app, 'system.maintenance.start', 'system.maintenance.end')
  const bo = await app.signUp('bo@example.org')
  const first = await schedule(app, 30, 40)
  const off = await app.admin.call(endMaintenance, { params: { id: first.body.window.id } })
  expect(off.body.window.status).toBe('cancelled')
  expect((await app.admin.call(endMaintenance, { params: { id: first.body.window.id } })).body.code).toBe('maintenance.over')
  app.clock.advance(31 * minute)
  await app.maintenance.notifyTurns()
  expect((await bo.call(getCurrentUser, {})).status).toBe(200)
  expect(await notices(app)).toEqual({ scheduled: 1, start: 0, end: 0 })

  const second = await schedule(app, null, 60)
  app.clock.advance(minute)
  expect((await bo.call(getCurrentUser, {})).status).toBe(503)
  const ended = await app.admin.call(endMaintenance, { params: { id: second.body.window.id } })
  expect([ended.body.window.status, ended.body.message]).toEqual(['ended', 'The maintenance has ended.'])
  expect((await bo.call(getCurrentUser, {})).status).toBe(200)
  expect(await notices(app)).toEqual({ scheduled: 2, start: 1, end: 1 })
})

test('two windows that both apply cannot overlap, even when set at once; a canceled one is in nobody’s way', async () => {
  const app = await startEmailApp()
  const answers = await Promise.all([schedule(app, 30, 60), schedule(app, 40, 50), schedule(app, 20, 31)])
  expect(answers.map(({ status }) => status)).toContain(409)
  const stands = answers.filter(({ status }) => status === 201)
  const { data } = (await app.admin.call(listMaintenance, {})).body
  expect(data.filter(({ status }) => status === 'scheduled')).toHaveLength(stands.length)
  for (const { body } of stands) await app.admin.call(endMaintenance, { params: { id: body.window.id } })
  expect((await schedule(app, 30, 60)).status).toBe(201)
})

test('a window lies ahead, lasts from a minute to 7 days, and begins within a year', async () => {
  const app = await startEmailApp()
  const code = async (from: number, to: number) => (await schedule(app, from, to)).body.code
  expect(await code(-10, 10)).toBe('maintenance.start_in_past')
  expect(await code(30, 30)).toBe('maintenance.end_before_start')
  expect(await code(30, 29)).toBe('maintenance.end_before_start')
  expect(await code(30, 31 + 7 * 24 * 60)).toBe('maintenance.too_long')
  expect(await code(366 * 24 * 60, 366 * 24 * 60 + 10)).toBe('maintenance.too_far')
})

test('the effects of a window are counted before: who gets e-mail, who is shut out, and their open sessions', async () => {
  const app = await startEmailApp()
  await app.signUp('bo@example.org')
  await app.signUp('cy@example.org')
  await app.db.updateTable('users').set({ is_active: false }).where('email', '=', 'cy@example.org').execute()
  const reach = async () => (await app.admin.call(listMaintenance, {})).body.reach
  expect(await reach()).toEqual({ mailed: 2, shut_out: 1, sessions: 1, administrators: 1 })
  await app.admin.call(addSuppression, { body: { email: 'bo@example.org' } })
  expect(await reach()).toEqual({ mailed: 1, shut_out: 1, sessions: 1, administrators: 1 })
  await app.db.updateTable('email_mappings').set({ is_active: false }).where('event_name', '=', 'admin.maintenance.scheduled').execute()
  expect(await reach()).toMatchObject({ mailed: 0, shut_out: 1 })
})

test('an administrator who loses the role during maintenance is shut out', async () => {
  const app = await startEmailApp()
  const bo = await app.signUp('bo@example.org')
  await app.db.updateTable('users').set({ role: 'admin' }).where('email', '=', bo.email).execute()
  const { body } = await app.call(signIn, { body: { email: bo.email, password: testPassword } })
  const second = createPerson(app.url, bo.email, body.access_token ?? '')
  await schedule(app, null, 10)
  expect((await second.call(getAdminDashboard, {})).status).toBe(200)
  await app.db.updateTable('users').set({ role: 'user' }).where('email', '=', bo.email).execute()
  expect((await app.call(signIn, { body: { email: bo.email, password: testPassword } })).body.code).toBe('maintenance.active')
})

test('beginning and end reach the administrators as notifications, through the job alone', async () => {
  const app = await startEmailApp({ work: true })
  await schedule(app, null, 10)
  app.clock.advance(11 * minute)
  await app.maintenance.notifyTurns()
  const titles = async () => (await app.admin.call(listNotifications, { query: {} })).body.notifications.map(({ title }) => title)
  await expect.poll(titles).toEqual(expect.arrayContaining(['Maintenance scheduled', 'Maintenance began', 'Maintenance ended']))
})

test('every wrong field of a maintenance is named at once, also a start in the past', async () => {
  const app = await startEmailApp()
  const refused = await schedule(app, -60, 30, 'x'.repeat(5000))
  expect([refused.status, Object.keys(refused.body.errors ?? {}).toSorted()]).toEqual([422, ['message', 'starts_at']])
})
