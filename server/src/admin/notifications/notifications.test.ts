import { listNotifications, markAllNotificationsRead } from '@twofold/contract/admin/notifications'
import { expect, test } from 'vitest'
import { startEmailApp } from '../../mail-delivery/testing/start-email-app.ts'

const started = async () => {
  const app = await startEmailApp()
  const event = (id: string, minute: number) => ({
    id,
    name: 'admin.new_user_registered' as const,
    time: new Date(Date.UTC(2026, 10, 20, 9, minute)).toISOString(),
    data: { 'new_user.name': `Person ${minute}`, 'new_user.email': 'bo@example.org' },
  })
  return { ...app, event, list: async (who = app.admin) => (await who.call(listNotifications, { query: {} })).body }
}

test('a new user causes a notification, the newest first, and an event that is delivered twice causes one', async () => {
  const app = await started()
  const [first, second] = [app.event(crypto.randomUUID(), 1), app.event(crypto.randomUUID(), 2)]
  for (const event of [first, second, first]) await app.notifications.hear(event)
  const { notifications, unread_count, alert_count } = await app.list()
  expect(notifications.map(({ message }) => message)).toEqual([
    'Person 2 (bo@example.org) has an account now.',
    'Person 1 (bo@example.org) has an account now.',
  ])
  expect({ unread_count, alert_count }).toEqual({ unread_count: 2, alert_count: 0 })
})

test('a sign-up is heard as an event', async () => {
  const app = await startEmailApp({ work: true })
  await app.signUp('bo@example.org', 'Bo Sample')
  await expect
    .poll(async () => (await app.admin.call(listNotifications, { query: {} })).body.notifications.map(({ message }) => message))
    .toContain('Bo Sample (bo@example.org) has an account now.')
})

test('a locked account is an alert that names its person', async () => {
  const app = await started()
  const bo = await app.signUp('bo@example.org', 'Bo Sample')
  const { id } = await app.db.selectFrom('users').where('email', '=', bo.email).select('id').executeTakeFirstOrThrow()
  await app.notifications.hear({
    id: crypto.randomUUID(),
    name: 'user.account.locked',
    to: { user_id: id },
    time: app.clock.date().toISOString(),
    data: { 'lock.until': '', 'login.ip': '203.0.113.7' },
  })
  const { notifications, alert_count } = await app.list()
  expect(alert_count).toBe(1)
  expect(notifications[0]?.message).toContain('Bo Sample')
  expect(notifications[0]?.link).toBe(`/admin/users/${id}`)
})

test.each([
  [
    'admin.new_user_registered',
    { 'new_user.name': 'Bo', 'new_user.email': 'bo+1@example.org' },
    '/admin/users?search=bo%2B1%40example.org',
  ],
  ['admin.system.alert', { 'alert.type': 'mail', 'alert.message': 'x', 'alert.severity': 'warning' }, '/admin/email/logs?status=failed'],
  ['admin.system.alert', { 'alert.type': 'disk', 'alert.message': 'x', 'alert.severity': 'critical' }, '/admin/system'],
  ['admin.backup.completed', { 'backup.file': 'x', 'backup.size': '1 MB', 'backup.outcome': 'completed' }, '/admin/backups'],
  ['system.maintenance.end', {}, '/admin/system?tab=maintenance'],
  ['system.update.available', { 'update.version': '9.0.0' }, '/admin/system?tab=notices'],
] as const)('%s with %o leads to where it is looked at', async (name, data, link) => {
  const app = await started()
  await app.notifications.hear({ id: crypto.randomUUID(), name, time: app.clock.date().toISOString(), data })
  expect((await app.list()).notifications[0]?.link).toBe(link)
})

test('each administrator has read what they have read, and no more', async () => {
  const app = await started()
  const other = await app.signUp('other@example.org')
  await app.db.updateTable('users').set({ role: 'admin' }).where('email', '=', other.email).execute()
  const { body } = await app.send<{ access_token: string }>('POST', '/api/auth/login', {
    body: { email: other.email, password: 'correct-horse-battery' },
  })
  await app.notifications.hear(app.event(crypto.randomUUID(), 1))
  expect((await app.admin.call(markAllNotificationsRead, {})).body.unread_count).toBe(0)
  expect((await app.list()).unread_count).toBe(0)
  const theirs = await app.send<{ unread_count: number }>('GET', '/api/admin/notifications', {
    headers: { authorization: `Bearer ${body.access_token}` },
  })
  expect(theirs.body.unread_count).toBe(1)
})

test('after 90 days they are gone', async () => {
  const app = await started()
  await app.notifications.hear(app.event(crypto.randomUUID(), 1))
  app.clock.set(Date.UTC(2027, 1, 19, 9, 2))
  await app.housekeeping()
  expect(await app.db.selectFrom('notifications').select('id').execute()).toEqual([])
})
