import { getAnalytics } from '@twofold/contract/admin/analytics'
import { getAdminDashboard } from '@twofold/contract/admin/dashboard'
import { getEmailStatistics } from '@twofold/contract/mail-log/dashboard'
import { discardHeldMail } from '@twofold/contract/mail-log/held'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { startEmailApp } from '../../mail-delivery/testing/start-email-app.ts'
import { addProvider } from '../../testing/queued-events.ts'
import { minute, look, failMails } from '../../testing/look-at-health.ts'

test('more than 5 failed e-mails are a warning, more than 10 critical, and so are more than 100 that wait a warning', async () => {
  const app = await startEmailApp()
  await failMails(app, 5)
  expect((await look(app, 'mail')).status).toBe('healthy')
  await failMails(app, 1)
  expect(await look(app, 'mail')).toMatchObject({ status: 'warning', overall: 'warning', value: '6 failed, 0 waiting' })
  await failMails(app, 5)
  expect(await look(app, 'mail')).toMatchObject({ status: 'critical', overall: 'critical' })
  await app.db
    .updateTable('email_logs')
    .set({ failed_at: new Date(app.clock.now() - 24 * 60 * minute - 1) })
    .execute()
  expect((await look(app, 'mail')).status).toBe('healthy')
  for (let index = 0; index < 101; index += 1) await app.addMail({ queue: 'due' })
  expect(await look(app, 'mail')).toMatchObject({ status: 'warning', value: '0 failed, 101 waiting' })
})

test('e-mail that an administrator discarded after a restore is no failure: neither health nor figures say so', async () => {
  const app = await startEmailApp()
  for (let index = 0; index < 12; index += 1) await app.addMail({ queue: 'held', waiting_reason: 'restored' })
  expect((await app.admin.call(discardHeldMail, { body: {} })).body.count).toBe(12)
  expect(await look(app, 'mail')).toMatchObject({ status: 'healthy', value: '0 failed, 0 waiting' })
  expect((await app.admin.call(getAdminDashboard, {})).body.email.failed_emails_24h).toBe(0)
  expect((await app.admin.call(getEmailStatistics, {})).body.statistics.failed_emails_24h).toBe(0)
  const { mails_failed: failed } = (await app.admin.call(getAnalytics, { query: {} })).body.totals
  expect(failed).toBe(0)
})

test('a provider that failed too often is named; when none is left, it is critical', async () => {
  const app = await startEmailApp()
  await addProvider(app)
  await addProvider(app)
  expect(await look(app, 'providers')).toMatchObject({ status: 'healthy', value: '2 of 2 working' })
  const [first] = await app.db.selectFrom('email_providers').select('id').execute()
  const until = new Date(app.clock.now() + minute)
  await app.db
    .updateTable('email_providers')
    .set({ open_until: until, name: 'Backup relay' })
    .where('id', '=', first?.id ?? '')
    .execute()
  expect(await look(app, 'providers')).toMatchObject({ status: 'warning', message: 'Backup relay has failed repeatedly.' })
  await app.db
    .updateTable('email_providers')
    .set({ hourly_limit: 1 })
    .where('id', '<>', first?.id ?? '')
    .execute()
  await sql`
    insert into email_quotas (provider_id, scale, starts_at, used)
    select id, 'hour', date_trunc('hour', ${app.clock.date()}::timestamptz, 'UTC'), 1 from email_providers where name = 'Main'`.execute(
    app.db,
  )
  expect(await look(app, 'providers')).toMatchObject({ status: 'critical', value: '0 of 2 working' })
})

test('e-mail that has waited for more than an hour is a warning, but not before quiet hours are over', async () => {
  const app = await startEmailApp()
  const at = (minutes: number) => new Date(app.clock.now() + minutes * minute)
  await app.addMail({ queue: 'due', created_at: at(-59), due_at: at(-59) })
  await app.addMail({ queue: 'due', created_at: at(-600), due_at: at(1) })
  await app.addMail({ queue: 'due', created_at: at(-600), due_at: at(-1) })
  await app.addMail({ queue: 'done', created_at: at(-600), due_at: at(-600), sent_at: at(-600) })
  await app.addMail({ queue: 'held', created_at: at(-600), due_at: at(-600) })
  expect((await look(app, 'waiting_mail')).status).toBe('healthy')
  await app.addMail({ queue: 'due', created_at: at(-60), due_at: at(-60) })
  expect(await look(app, 'waiting_mail')).toMatchObject({ status: 'warning', value: '1, oldest 1 h' })
  // One that is tried again later has waited all the same.
  await app.addMail({ queue: 'due', created_at: at(-300), due_at: at(20), waiting_reason: 'no_provider' })
  expect(await look(app, 'waiting_mail')).toMatchObject({ value: '2, oldest 5 h', remedy: '/admin/email/providers/create' })
  await addProvider(app)
  expect((await look(app, 'waiting_mail')).remedy).toBe('/admin/email/logs?status=pending')
})
