import { changeEmailSettings } from '@twofold/contract/mail-design/settings'
import { createProvider } from '@twofold/contract/mail-delivery/providers'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { expect, test } from 'vitest'
import { startEmailApp } from '../../mail-delivery/testing/start-email-app.ts'
import { dayAt } from '../../platform/days.ts'
import { eventually } from '../../testing/eventually.ts'

const now = Date.parse('2026-11-20T03:41:00Z')
const daysAgo = (days: number) => new Date(now - days * 86_400_000)

test('contents go after their days, e-mails with all that belongs to them after theirs; e-mail that still waits stays', async () => {
  const app = await startEmailApp({ now })
  await app.admin.call(changeEmailSettings, { body: { retention_days: 20, body_retention_days: 10 } })
  const young = await app.addMail({ created_at: daysAgo(9) })
  const middle = await app.addMail({ created_at: daysAgo(11) })
  const waiting = await app.addMail({ created_at: daysAgo(40), queue: 'due' })
  const old = await app.addMail({ created_at: daysAgo(21) })
  await app.db
    .insertInto('email_attempts')
    .values({ id: uuid(), log_id: old, number: 1, provider_name: 'Main', outcome: 'accepted', started_at: daysAgo(21) })
    .execute()
  await app.retentionJobs.get('email.retention')?.()
  const left = await app.db.selectFrom('email_logs').select(['id', 'body']).orderBy('created_at').execute()
  expect(left.map(({ id, body }) => [id, body !== null])).toEqual([
    [waiting, true],
    [middle, false],
    [young, true],
  ])
  expect(await app.db.selectFrom('email_attempts').selectAll().execute()).toEqual([])
})

test('no e-mail goes before its day is counted; what nothing counts goes all the same', async () => {
  const app = await startEmailApp({ now })
  const [old, counted] = [await app.addMail({ created_at: daysAgo(91), sent_at: daysAgo(91) }), dayAt(now - 91 * 86_400_000)]
  const link = { log_id: old, number: 1, provider_name: 'Main', outcome: 'accepted' as const, started_at: daysAgo(91) }
  await app.db
    .insertInto('email_attempts')
    .values({ id: uuid(), ...link })
    .execute()
  const left = async () => [
    (await app.db.selectFrom('email_logs').select('id').execute()).length,
    (await app.db.selectFrom('email_attempts').select('id').execute()).length,
  ]
  await sql`alter table day_figures rename to other_figures`.execute(app.asOwner())
  await expect(app.retentionJobs.get('email.retention')?.()).rejects.toThrow('could not be done')
  expect(await left()).toEqual([1, 0])
  await sql`alter table other_figures rename to day_figures`.execute(app.asOwner())
  await app.retentionJobs.get('email.retention')?.()
  expect(await left()).toEqual([0, 0])
  expect((await app.dayFigures.between(counted, counted)).map(({ figures }) => figures.mails_sent)).toEqual([1])
})

test('every night its job does that', async () => {
  const app = await startEmailApp({ now, work: true })
  const id = await app.addMail({ created_at: daysAgo(31) })
  await app.transaction((tx) => tx.enqueue('email.retention', {}))
  await eventually(async () => expect((await app.mail(id)).body).toBeNull())
})

test('more e-mails than one statement takes are removed as well', async () => {
  const app = await startEmailApp({ now })
  const rows = Array.from({ length: 1203 }, () => {
    const id = uuid()
    return {
      id,
      category: 'system',
      class: 'system' as const,
      recipient_email: 'a@example.org',
      subject: 'x',
      message_id: id,
      queue: 'done' as const,
      body: Buffer.from('x'),
      due_at: daysAgo(50),
      created_at: daysAgo(50),
    }
  })
  await app.db.insertInto('email_logs').values(rows).execute()
  const bodies = async () => (await app.db.selectFrom('email_logs').select('id').where('body', 'is not', null).execute()).length
  await app.retentionJobs.get('email.retention')?.()
  expect(await bodies()).toBe(0)
  app.clock.advance(60 * 86_400_000)
  await app.retentionJobs.get('email.retention')?.()
  expect(await app.db.selectFrom('email_logs').select('id').execute()).toEqual([])
})

test('decisions outlive what depends on them: one that sent e-mail stays for as long as a cooldown may last', async () => {
  const app = await startEmailApp({ now })
  const decision = (outcome: 'sent' | 'not_sent', days: number) => ({
    id: uuid(),
    event_id: uuid(),
    event_name: 'key.shared',
    recipient_email: 'bo@example.org',
    outcome,
    reason: 'x',
    trace: '[]',
    decided_at: daysAgo(days),
  })
  const kept = [decision('sent', 365), decision('not_sent', 89)]
  await app.db
    .insertInto('email_decisions')
    .values([...kept, decision('sent', 367), decision('not_sent', 91)])
    .execute()
  await app.retentionJobs.get('email.retention')?.()
  const left = await app.db.selectFrom('email_decisions').select('id').orderBy('decided_at').execute()
  expect(left.map(({ id }) => id)).toEqual(kept.map(({ id }) => id))
})

test('quotas of past days and feedback that was applied long ago go; feedback that waits is not retention’s', async () => {
  const app = await startEmailApp({ now })
  const body = {
    name: 'SES',
    provider: 'ses' as const,
    configuration: { key: 'AKIDEXAMPLE', secret: 'secret', region: 'eu-west-1' },
    priority: 1,
  }
  const { id } = (await app.admin.call(createProvider, { body })).body.provider
  const quota = (days: number) => ({ provider_id: id, scale: 'day' as const, starts_at: daysAgo(days), used: 1 })
  await app.db
    .insertInto('email_quotas')
    .values([quota(1), quota(3)])
    .execute()
  const feedback = (source_id: string, days: number, isApplied = true) => ({
    id: uuid(),
    source: 'ses' as const,
    source_id,
    kind: 'opened' as const,
    happened_at: daysAgo(days),
    received_at: daysAgo(days),
    applied_at: isApplied ? daysAgo(days) : null,
  })
  await app.db
    .insertInto('email_feedback')
    .values([feedback('young', 89), feedback('old', 91), feedback('parked', 91, false)])
    .execute()
  await app.retentionJobs.get('email.retention')?.()
  expect(await app.db.selectFrom('email_quotas').select('starts_at').execute()).toEqual([{ starts_at: daysAgo(1) }])
  expect(
    (await app.db.selectFrom('email_feedback').select('source_id').orderBy('source_id').execute()).map(({ source_id }) => source_id),
  ).toEqual(['parked', 'young'])
})

test('a deleted provider is named by the log for as long as e-mail of its time is kept, and forgotten then', async () => {
  const app = await startEmailApp({ now })
  const add = async (name: string, deletedDaysAgo?: number) => {
    const configuration = { key: 'AKIDEXAMPLE', secret: 'secret', region: 'eu-west-1' }
    const { provider } = (await app.admin.call(createProvider, { body: { name, provider: 'ses', configuration, priority: 1 } })).body
    if (deletedDaysAgo !== undefined)
      await app.db
        .updateTable('email_providers')
        .set({ deleted_at: daysAgo(deletedDaysAgo) })
        .where('id', '=', provider.id)
        .execute()
  }
  await add('used')
  await add('young', 89)
  await add('old', 91)
  await app.retentionJobs.get('email.retention')?.()
  const left = await app.db.selectFrom('email_providers').select('name').orderBy('name').execute()
  expect(left.map(({ name }) => name)).toEqual(['used', 'young'])
})
