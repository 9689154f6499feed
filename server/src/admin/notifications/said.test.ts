import { listNotifications } from '@twofold/contract/admin/notifications'
import { getSystemHealth } from '@twofold/contract/admin/health'
import { textOf } from '@twofold/contract/sentences/sentences'
import { listActivity } from '@twofold/contract/profile'
import { expect, test } from 'vitest'
import { startEmailApp } from '../../mail-delivery/testing/start-email-app.ts'

/** The codes for pages in other languages must say the same as the sentence for programs. */
test('notifications, health checks and activities say by codes what their sentences say', async () => {
  const app = await startEmailApp()
  await app.notifications.hear({
    id: crypto.randomUUID(),
    name: 'admin.new_user_registered',
    time: app.clock.date().toISOString(),
    data: { 'new_user.name': 'Bo Sample', 'new_user.email': 'bo@example.org' },
  })
  const [notification] = (await app.admin.call(listNotifications, { query: {} })).body.notifications
  expect(notification?.said?.message).toEqual([{ code: 'bell.new_user_text', values: { name: 'Bo Sample', email: 'bo@example.org' } }])
  expect([textOf(notification?.said?.title ?? []), textOf(notification?.said?.message ?? [])]).toEqual([
    notification?.title,
    notification?.message,
  ])

  const { checks } = (await app.admin.call(getSystemHealth, {})).body
  expect(checks.map(({ said }) => [textOf(said.value), textOf(said.message)])).toEqual(checks.map(({ value, message }) => [value, message]))

  const { data } = (await app.admin.call(listActivity, { query: {} })).body
  expect(data.length).toBeGreaterThan(0)
  expect(data.map(({ said }) => textOf(said.description))).toEqual(data.map(({ description }) => description))
})

test('an alert keeps its codes on the way through the queue', async () => {
  const app = await startEmailApp()
  const text = [{ code: 'health.title.mail' }, { code: 'health.mails_wait', values: { count: 2 } }]
  await app.notifications.hear({
    id: crypto.randomUUID(),
    name: 'admin.system.alert',
    time: app.clock.date().toISOString(),
    data: { 'alert.type': 'mail', 'alert.message': 'E-mail: 2 e-mails wait.', 'alert.severity': 'warning', 'alert.time': '' },
    words: { 'alert.message': text },
  })
  const [notification] = (await app.admin.call(listNotifications, { query: {} })).body.notifications
  expect([notification?.message, notification?.said?.message]).toEqual(['E-mail: 2 e-mails wait.', text])
})
