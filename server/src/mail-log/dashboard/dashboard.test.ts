import { getEmailStatistics, listMappingsInUse, listRecentMail } from '@twofold/contract/mail-log/dashboard'
import { listMappings } from '@twofold/contract/mail-rules/mapping-calls'
import { createProvider } from '@twofold/contract/mail-delivery/providers'
import { v7 as uuid } from 'uuid'
import { expect, test } from 'vitest'
import { startEmailApp } from '../../mail-delivery/testing/start-email-app.ts'

const now = Date.parse('2026-11-20T10:00:00Z')
const at = new Date(now)
const longAgo = new Date(now - 25 * 3_600_000)

test('the statistics are of what is there', async () => {
  const app = await startEmailApp({ now })
  const { statistics: none } = (await app.admin.call(getEmailStatistics, {})).body
  expect(none).toMatchObject({
    total_emails_sent: 0,
    success_rate: 100,
    queue_pending: 0,
    failed_emails_24h: 0,
    avg_send_time: 0,
    total_providers: 0,
  })
  expect(none.total_templates).toBeGreaterThan(10)
  expect(none.active_templates).toBe(none.total_templates)
  const provider = {
    name: 'SES',
    provider: 'ses' as const,
    configuration: { key: 'AKIDEXAMPLE', secret: 'secret', region: 'eu-west-1', from_email: 'vault@example.org' },
    priority: 1,
  }
  await app.admin.call(createProvider, { body: provider })
  await app.admin.call(createProvider, { body: { ...provider, is_active: false } })
  const delivered = await app.addMail({ sent_at: at, delivered_at: at })
  await app.addMail({ sent_at: at })
  await app.addMail({ sent_at: at, bounced_at: at })
  await app.addMail({ failed_at: at })
  await app.addMail({ failed_at: longAgo })
  await app.addMail({ queue: 'due' })
  await app.addMail({ queue: 'claimed' })
  await app.addMail({ unknown_at: at })
  const attempt = (milliseconds: number) => ({
    id: uuid(),
    log_id: delivered,
    number: 1,
    provider_name: 'SES',
    outcome: 'accepted' as const,
    started_at: at,
    finished_at: new Date(now + milliseconds),
  })
  await app.db
    .insertInto('email_attempts')
    .values([attempt(100), attempt(300)])
    .execute()
  const { statistics } = (await app.admin.call(getEmailStatistics, {})).body
  expect(statistics).toEqual({
    ...none,
    total_emails_sent: 3,
    success_rate: 40, // two of five: sent and delivered, not bounced and twice failed
    active_providers: 1,
    total_providers: 2,
    queue_pending: 2,
    failed_emails_24h: 1,
    avg_send_time: 200,
    last_health_check: at.toISOString(),
  })
})

test('the newest e-mails are shown, ten unless asked otherwise', async () => {
  const app = await startEmailApp({ now })
  for (let index = 0; index < 12; index += 1) await app.addMail({ subject: `Mail ${index}`, created_at: new Date(now + index) })
  const shown = async (query: Record<string, string>) =>
    (
      await app.admin.send<{ logs: { subject: string; status: string }[] }>(
        'GET',
        `/api/admin/email/dashboard/recent-logs?${new URLSearchParams(query).toString()}`,
      )
    ).body.logs
  expect((await shown({})).map(({ subject }) => subject)).toEqual(Array.from({ length: 10 }, (_, index) => `Mail ${11 - index}`))
  expect(await shown({ limit: '1' })).toMatchObject([{ subject: 'Mail 11', status: 'pending', recipient_email: 'bo@example.org' }])
  expect((await app.admin.call(listRecentMail, { query: { limit: '0' } })).status).toBe(422)
})

test('mappings are shown with their templates and with how many e-mails they made', async () => {
  const app = await startEmailApp({ now })
  const { mappings } = (await app.admin.call(listMappings, {})).body
  const changed = mappings.find(({ event_name }) => event_name === 'user.password.changed')
  expect(changed).toMatchObject({ template: { slug: 'user-password-changed' }, is_active: true, conditions: {}, provider: null })
  await app.addMail({ mapping_id: changed?.id ?? null, sent_at: at, opened_at: at })
  await app.addMail({ mapping_id: changed?.id ?? null, failed_at: at })
  const used = (await app.admin.call(listMappingsInUse, {})).body.mappings
  expect(used).toHaveLength(mappings.length)
  expect(used.filter(({ emails_sent }) => emails_sent > 0)).toEqual([
    {
      id: changed?.id,
      event_name: 'user.password.changed',
      template: { slug: 'user-password-changed', name: changed?.template?.name, provider: null },
      emails_sent: 1,
      is_active: true,
    },
  ])
})
