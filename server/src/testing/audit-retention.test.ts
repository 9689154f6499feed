import { exportAudit, getAuditChain } from '@twofold/contract/admin/audit'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { startEmailApp } from '../mail-delivery/testing/start-email-app.ts'
import type { ExportFormat } from '../platform/audit-chain/export-file.ts'
import { verifyFile } from '../platform/audit-chain/verify-file.ts'
import type { Db } from '../platform/database.ts'
import { emptyAuditLog } from './empty-audit-log.ts'
import { verifyTampered } from './verify-tampered.ts'

/* Retention of the audit log: whole months go behind a signed beginning, and what is left is verified from there. */

const day = 24 * 60 * 60 * 1000
/** The first row, long ago, and the day on which retention runs, by the clock of the application. */
const start = Date.UTC(2024, 0, 15)
const today = Date.UTC(2026, 10, 23)

/** A row on the 15th of each month from January 2024 to October 2026: 34 rows. */
async function startWithHistory({ months = '12' }: { months?: string } = {}) {
  const app = await startEmailApp({ env: { AUDIT_MONTHS: months } })
  await emptyAuditLog(app.asOwner())
  await app.auditChain.linkAll()
  const before = (await app.auditChain.readState()).linked
  for (let month = 0; month < 34; month += 1) {
    const row = { id: crypto.randomUUID(), happened_at: new Date(Date.UTC(2024, month, 15)), action: 'settings.changed' }
    await app.db
      .insertInto('audit_log')
      .values({ ...row, target_name: `month ${month}` })
      .execute()
    if (month % 5 === 0) await app.auditChain.seal()
  }
  await app.auditChain.seal()
  app.clock.set(today)
  const clean = async () => {
    for (const task of app.auditChain.removable()) while (await task.removeBatch(app.db));
  }
  const list = async () =>
    (
      await sql<{ name: string }>`select target_name as name from audit_log where target_name like 'month%' order by happened_at`.execute(
        app.db,
      )
    ).rows.map(({ name }) => Number(name.slice(6)))
  return { ...app, before, clean, list }
}

test('whole months go, at the first of a month, once everything was verified, and the rest verifies from the signed beginning on', async () => {
  const app = await startWithHistory()
  await app.clean()
  // Nothing was verified yet.
  expect(await app.list()).toHaveLength(34)
  expect(await app.auditChain.verify()).toMatchObject({ found: undefined, beginning: undefined })
  app.clock.set(today - 40 * day)
  await app.clean()
  expect((await app.list())[0]).toBe(21)
  expect((await app.auditChain.verify()).found).toBeUndefined()
  // In the next month the next one goes.
  app.clock.set(today)
  await app.clean()
  // November 2025 is the 23rd month, counted from zero.
  expect((await app.list())[0]).toBe(22)
  const { beginning, rows, upTo, found } = await app.auditChain.verify()
  expect(found).toBeUndefined()
  expect(beginning).toEqual({ sequence: app.before + 22, until: '2025-11-01T00:00:00.000Z' })
  expect(rows).toBe(12)
  expect(upTo).toBe(app.before + 34)
  const shown = (await app.admin.call(getAuditChain, {})).body
  expect(shown.beginning).toEqual(beginning)
  expect(shown.verification).toMatchObject({ problem: null })
})

test('an export of what is left verifies by itself, in both forms, and says where it begins', async () => {
  const app = await startWithHistory()
  await app.auditChain.verify()
  await app.clean()
  for (const format of ['csv', 'json'] as const satisfies ExportFormat[]) {
    const { status } = await app.admin.call(exportAudit, { query: { format } })
    expect(status).toBe(200)
    const { text } = await app.admin.send('GET', `/api/admin/audit/export?format=${format}`)
    const pieces = async function* () {
      yield Buffer.from(text)
    }
    const verified = await verifyFile(pieces(), format)
    expect(verified.found).toBeUndefined()
    expect(verified.beginning).toEqual({ sequence: app.before + 22, until: '2025-11-01T00:00:00.000Z' })
    // The oldest row that is left is taken out of the file.
    const lines = text.split('\n')
    const oldest = lines.findLastIndex((line) => line.includes('month 22'))
    const without = async function* () {
      yield Buffer.from(lines.toSpliced(oldest, 1).join('\n'))
    }
    expect((await verifyFile(without(), format)).found?.sequence).toBe(app.before + 23)
  }
})

/** Somebody who owns the tables. Each try is rolled back. */
const tries: Record<string, { tamper: (db: Db, first: number) => Promise<unknown>; at: (first: number) => number; says: RegExp }> = {
  'the first row that is left is removed': {
    tamper: async (db, first) => {
      await sql`delete from audit_log where id = (select audit_id from audit_chain where sequence = ${first})`.execute(db)
      await sql`delete from audit_chain where sequence = ${first}`.execute(db)
    },
    at: (first) => first,
    says: /was removed/,
  },
  'the first row that is left is changed': {
    tamper: (db, first) =>
      sql`update audit_log set target_name = 'x' where id = (select audit_id from audit_chain where sequence = ${first})`.execute(db),
    at: (first) => first,
    says: /was changed/,
  },
  'the first row follows another hash': {
    tamper: (db, first) => sql`update audit_chain set previous_hash = sha256(hash) where sequence = ${first}`.execute(db),
    at: (first) => first,
    says: /was changed/,
  },
  'the beginning is moved on without a signature': {
    tamper: async (db, first) => {
      await sql`insert into audit_beginnings (sequence, hash, until, signed_at, public_key, signature)
        select ${first}, (select hash from audit_chain where sequence = ${first}), until, signed_at, public_key, signature from audit_beginnings`.execute(
        db,
      )
      await sql`delete from audit_log where id = (select audit_id from audit_chain where sequence = ${first})`.execute(db)
      await sql`delete from audit_chain where sequence = ${first}`.execute(db)
    },
    at: () => 1,
    says: /no valid signature of this installation says that they may/,
  },
  'the beginning is removed': {
    tamper: (db) => sql`delete from audit_beginnings`.execute(db),
    at: () => 1,
    says: /Row 1 was removed/,
  },
}

test('tampering with the new beginning is found at the right row', async () => {
  const app = await startWithHistory()
  await app.auditChain.verify()
  await app.clean()
  const first = app.before + 23
  const tables = ['audit_log', 'audit_chain', 'audit_beginnings']
  for (const [name, { tamper, at, says }] of Object.entries(tries)) {
    const { found } = await verifyTampered(app, tables, (db) => tamper(db, first))
    expect(found?.sequence, name).toBe(at(first))
    expect(found?.sentence, name).toMatch(says)
  }
  expect((await app.auditChain.verify()).found).toBeUndefined()
})

test('nothing goes while a break is known, what is behind a missing row stays, and the newest row always stays', async () => {
  const app = await startWithHistory()
  await app.auditChain.verify()
  await sql`insert into audit_verifications (rows, problem) values (3, 'Row 4 was removed.')`.execute(app.db)
  await app.clean()
  expect(await app.list()).toHaveLength(34)

  await app.auditChain.verify()
  await sql`alter table audit_log disable trigger user`.execute(app.asOwner())
  await sql`delete from audit_log where target_name = 'month 5'`.execute(app.asOwner())
  await sql`alter table audit_log enable trigger user`.execute(app.asOwner())
  await app.clean()
  expect((await app.list())[0]).toBe(5 + 1)
  expect((await app.auditChain.verify()).found?.sequence).toBe(app.before + 6)
})

test('an active stream gets every row before it goes, a new one begins where the log begins', async () => {
  const app = await startWithHistory()
  await app.auditChain.verify()
  const put = (id: string, sent: number, active: boolean) =>
    sql`insert into audit_streams (id, name, kind, configuration, sent_sequence, is_active)
      values (${id}, ${id}, 'file', '{"file_name":"a.jsonl"}', ${sent}, ${active})`.execute(app.db)
  await put(crypto.randomUUID(), app.before + 3, true)
  await put(crypto.randomUUID(), 0, false)
  await app.clean()
  expect((await app.list())[0]).toBe(3)
})

test('the role of the application removes what a beginning lets go, and nothing else', async () => {
  const app = await startWithHistory()
  await app.auditChain.verify()
  await expect(sql`delete from audit_log`.execute(app.db)).rejects.toThrow(/permission denied/)
  const recent = sql`insert into audit_beginnings (sequence, hash, until, signed_at, public_key, signature)
    select sequence, hash, date_trunc('month', now(), 'UTC'), now(), ''::bytea, ''::bytea from audit_chain where sequence = ${app.before + 30}`
  await expect(recent.execute(app.db)).rejects.toThrow('kept for a year')
  await app.clean()
  expect((await app.list())[0]).toBe(22)
  expect((await app.auditChain.verify()).found).toBeUndefined()
  for (const statement of [
    sql`delete from audit_beginnings`,
    sql`update audit_beginnings set sequence = 30`,
    sql`truncate audit_beginnings`,
  ])
    await expect(statement.execute(app.db)).rejects.toThrow(/permission denied/)
})

test('the owner of the tables removes only rows from before the beginning as well, and one row too many keeps all of them', async () => {
  const app = await startWithHistory()
  const tables = ['audit_log', 'audit_chain', 'audit_checkpoints'].map((table) => sql.table(table))
  const count = async () =>
    Promise.all(tables.map(async (table) => (await sql<{ n: number }>`select count(*)::int as n from ${table}`.execute(app.db)).rows[0]?.n))
  const expectRefused = async () => {
    const before = await count()
    for (const table of tables) await expect(sql`delete from ${table}`.execute(app.asOwner())).rejects.toThrow('can only be added to')
    await expect(sql`update audit_log set target_name = 'other'`.execute(app.asOwner())).rejects.toThrow('permission denied')
    // Nor all at once, so that no link is left to look at.
    const together = sql`with links as (delete from audit_chain), checkpoints as (delete from audit_checkpoints) delete from audit_log`
    await expect(together.execute(app.asOwner())).rejects.toThrow('can only be added to')
    expect(await count()).toEqual(before)
  }
  await expectRefused()
  await app.auditChain.verify()
  await app.clean()
  expect((await app.list())[0]).toBe(22)
  await expectRefused()
})

test('without AUDIT_MONTHS nothing ever goes', async () => {
  const app = await startEmailApp()
  await app.db
    .insertInto('audit_log')
    .values({ id: crypto.randomUUID(), happened_at: new Date(start), action: 'settings.changed', target_name: 'month 0' })
    .execute()
  await app.auditChain.seal()
  await app.auditChain.verify()
  await app.housekeeping()
  expect((await app.auditChain.verify()).beginning).toBeUndefined()
})
