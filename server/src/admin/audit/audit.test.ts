import { exportAudit, listAudit } from '@twofold/contract/admin/audit'
import { changeEmailSettings, getEmailSettings } from '@twofold/contract/mail-design/settings'
import { addSuppression } from '@twofold/contract/mail-delivery/suppressions'
import { sql } from 'kysely'
import { expect, inject, test } from 'vitest'
import { startEmailApp } from '../../mail-delivery/testing/start-email-app.ts'

async function started() {
  const app = await startEmailApp()
  const log = async (query: Record<string, string> = {}) => (await app.admin.call(listAudit, { query })).body.data
  const suppress = (email: string) => app.admin.call(addSuppression, { body: { email } })
  return { ...app, log, suppress }
}

test('a change says who did it, when, from where, and what was before and after', async () => {
  const app = await started()
  const { settings } = (await app.admin.call(getEmailSettings, {})).body
  await app.admin.call(changeEmailSettings, { body: { ...settings, retention_days: 77 } })
  const [entry] = await app.log()
  expect(entry).toMatchObject({
    title: 'E-mail settings changed',
    actor: { email: 'admin@example.org' },
    before: { retention_days: settings.retention_days },
    after: { retention_days: 77 },
    address: '127.0.0.1',
    happened_at: app.clock.date().toISOString(),
  })
})

test('a failed call leaves no trace, and neither does one that only reads', async () => {
  const app = await started()
  await app.suppress('bo@example.org')
  expect((await app.suppress('bo@example.org')).status).toBe(409)
  await app.admin.call(getEmailSettings, {})
  expect(await app.log()).toHaveLength(1)
})

test('a call whose service says nothing is written down all the same, without the values that were sent', async () => {
  const app = await started()
  const call = { actor: { id: crypto.randomUUID(), name: 'Ann', email: 'ann@example.org' }, address: '203.0.113.7', changes: true }
  const act = { ...call, call: 'POST /admin/thing', targetId: 'x', fields: ['password'] }
  await app.audit.during(act, () => app.transaction(() => Promise.resolve()))
  await app.audit.during(act, () => Promise.resolve())
  await expect(app.audit.during(act, () => app.transaction(() => Promise.reject(new Error('no'))))).rejects.toThrow('no')
  const entries = await app.log()
  expect(entries).toHaveLength(2)
  expect(entries[0]?.after).toEqual({ call: 'POST /admin/thing', fields: ['password'] })
})

test('nobody can change, remove or empty it, not even the application itself', async () => {
  const app = await started()
  await app.suppress('bo@example.org')
  for (const statement of [sql`update audit_log set actor_name = 'Nobody'`, sql`delete from audit_log`, sql`truncate audit_log`]) {
    await expect(statement.execute(app.db)).rejects.toThrow(/permission denied|only be added to/)
  }
  expect(await app.log()).toHaveLength(1)
})

test('the privileges given back, the database still refuses', async () => {
  const app = await started()
  await app.suppress('bo@example.org')
  await sql`grant update, delete, truncate on audit_log to ${sql.id(inject('runRole').user)}`.execute(app.asOwner())
  await expect(sql`delete from audit_log`.execute(app.db)).rejects.toThrow('only be added to')
  await expect(sql`truncate audit_log`.execute(app.db)).rejects.toThrow('only be added to')
})

test('an entry is found by actor, act, person concerned and day', async () => {
  const app = await started()
  await app.suppress('bo@example.org')
  await app.suppress('cy_100%@example.org')
  const found = async (query: Record<string, string>) => (await app.log(query)).map(({ target }) => target?.name)
  expect(await found({ whom: 'BO@' })).toEqual(['bo@example.org'])
  expect(await found({ whom: '_100%' })).toEqual(['cy_100%@example.org'])
  expect(await found({ who: 'admin@' })).toHaveLength(2)
  expect(await found({ who: 'somebody else' })).toEqual([])
  expect(await found({ action: 'user.deleted' })).toEqual([])
  const today = app.clock.date().toISOString().slice(0, 10)
  expect(await found({ from: today, to: today })).toHaveLength(2)
  expect(await found({ to: '2020-01-01' })).toEqual([])
})

test('the export has what the filters let through, makes no formula of a name, and is itself written down', async () => {
  const app = await started()
  await app.suppress('=cmd@example.org')
  await app.suppress('bo@example.org')
  const csv = await app.admin.call(exportAudit, { query: { whom: 'cmd', format: 'csv' } })
  expect(csv.status).toBe(200)
  expect(csv.headers.get('content-disposition')).toContain('twofold-audit.csv')
  const { text } = await app.admin.send('GET', '/api/admin/audit/export?format=csv&whom=cmd')
  expect(text).toContain("'=cmd@example.org")
  expect(text).not.toContain('bo@example.org')
  const { body } = await app.admin.send<{ rows: { action: string }[] }>('GET', '/api/admin/audit/export?format=json')
  expect(body.rows.filter(({ action }) => !action.startsWith('person.'))).toHaveLength(5)
  expect((await app.log({ action: 'audit.exported' })).length).toBe(3)
})

test('the days of the filter and the times of the rows are in UTC, and the export names the offset', async () => {
  const app = await started()
  const at = async (time: string) => {
    const row = { id: crypto.randomUUID(), happened_at: new Date(time), action: 'settings.changed', target_name: time }
    await app.db.insertInto('audit_log').values(row).execute()
  }
  for (const time of ['2026-01-09T23:59:59.999Z', '2026-01-10T00:00:00.000Z', '2026-01-10T23:59:59.999Z', '2026-01-11T00:00:00.000Z'])
    await at(time)
  const { data } = (await app.admin.call(listAudit, { query: { from: '2026-01-10', to: '2026-01-10' } })).body
  expect(data.map(({ happened_at: time }) => time)).toEqual(['2026-01-10T23:59:59.999Z', '2026-01-10T00:00:00.000Z'])
  const { text } = await app.admin.send('GET', '/api/admin/audit/export?format=csv&from=2026-01-10&to=2026-01-10')
  const lines = text
    .replace(/^\uFEFF/, '')
    .trimEnd()
    .split('\r\n')
  expect(lines[0]).toMatch(/^"?time \(UTC\+00:00\)/)
  expect(lines.slice(1, -1).map((line) => line.split(',')[0])).toEqual(['2026-01-10T23:59:59.999Z', '2026-01-10T00:00:00.000Z'])
})

test('users see no audit log', async () => {
  const app = await started()
  const bo = await app.signUp('bo@example.org')
  expect((await bo.call(listAudit, { query: {} })).status).toBe(403)
  expect((await bo.call(exportAudit, { query: {} })).status).toBe(403)
})
