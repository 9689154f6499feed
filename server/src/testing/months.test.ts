import { readdir, copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { copiedCode, generateCodes } from '@twofold/contract/codes'
import { listActivity } from '@twofold/contract/profile'
import { sql } from 'kysely'
import pg from 'pg'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import type { Db } from '../platform/database.ts'
import type { PostgresConnection } from '../platform/embedded-postgres/embedded-postgres.ts'
import { readProcessFigures } from '../platform/metrics/process-figures.ts'
import { migrate } from '../platform/migrate.ts'
import { monthlyTables } from '../platform/missing-month.ts'
import { makeMonths, monthsUntil } from '../platform/months.ts'
import { rowsUntil } from '../platform/retention.ts'
import { createTestDatabase, openTestPool } from '../platform/testing/test-database.ts'
import { eventually } from './eventually.ts'
import { startTestApp } from './start-test-app.ts'

/* Usage and activity are one table for each month: made ahead, made when a write finds none, and dropped whole. */

const hour = 60 * 60 * 1000
const log = pino({ level: 'silent' })

async function open() {
  const { connection, owner, drop } = await createTestDatabase()
  onTestFinished(drop)
  const [db, asOwner] = [connection, owner].map((way) => openTestPool({ connection: way, poolSize: 4, log })) as [Db, Db]
  onTestFinished(() => db.destroy())
  onTestFinished(() => asOwner.destroy())
  return { db, asOwner, owner, connection }
}

async function listMonths(db: Db, table = 'activity'): Promise<string[]> {
  const { rows } = await sql<{ part: string }>`select part from list_months(${table})`.execute(db)
  return rows.map(({ part }) => part)
}

async function rowsOf(db: Db, part: string): Promise<number> {
  return (await sql<{ n: number }>`select count(*)::int as n from ${sql.table(part)}`.execute(db)).rows[0]?.n ?? -1
}

/** An account, and one entry for each day before `until`. */
async function fillDays(db: Db, until: Date, days: number) {
  await sql`insert into users (id, name, email, email_normalized, created_at, updated_at)
    values (gen_random_uuid(), 'Ann', 'ann@example.org', 'ann@example.org', now(), now())`.execute(db)
  await sql`insert into activity (id, user_id, kind, happened_at)
    select gen_random_uuid(), users.id, 'signed_in', ${until}::timestamptz - make_interval(days => n) from users, generate_series(1, ${days}::int) n`.execute(
    db,
  )
}

test('this month and three ahead are made, by nodes that do it at once one time each, and the months join without a gap', async () => {
  const { db, asOwner } = await open()
  const lines: string[] = []
  const now = new Date(Date.UTC(2031, 10, 20))
  await Promise.all([1, 2, 3, 4].map(() => makeMonths(db, now, { info: (_: object, line: string) => void lines.push(line) } as never)))
  for (const table of monthlyTables) {
    const made = (await listMonths(db, table)).filter((part) => part.includes('203'))
    expect(made).toEqual(['2031_11', '2031_12', '2032_01', '2032_02'].map((month) => `${table}_${month}`))
  }
  expect(lines).toHaveLength(4 * monthlyTables.length)
  const { rows } = await sql<{ gaps: number; ahead: number }>`
    select count(*) filter (where starts <> before)::int as gaps, months_ahead('activity') as ahead from (
      select starts, lag(ends) over (order by ends) as before from list_months('activity')
      where ends <= date_trunc('month', now(), 'UTC') + interval '3 months'
    ) months`.execute(asOwner)
  expect(rows).toEqual([{ gaps: 0, ahead: 3 }])
})

test('the hourly job makes the months ahead before anything else', async () => {
  const app = await startTestApp({ now: Date.UTC(2045, 11, 5) })
  await app.housekeeping()
  for (const table of monthlyTables) {
    const made = (await listMonths(app.db, table)).filter((part) => part > `${table}_2045`)
    expect(made.filter((part) => part !== `${table}_before`)).toEqual(
      ['2045_12', '2046_01', '2046_02', '2046_03'].map((month) => `${table}_${month}`),
    )
  }
})

test('a write whose month nobody made makes it, whatever the clock says: nothing is refused and nothing is lost', async () => {
  const app = await startTestApp({ now: Date.UTC(2041, 4, 31, 23, 59, 59) })
  const ann = await app.signUp('ann@example.org')
  const { key } = await ann.addKey('Code host')
  expect((await ann.call(generateCodes, {})).body.codes).toHaveLength(1)
  await app.usage.flush()
  expect(await rowsOf(app.asOwner(), 'key_usage_2041_05')).toBe(1)
  expect((await ann.call(listActivity, { query: {} })).body.total).toBe(await rowsOf(app.asOwner(), 'activity_2041_05'))
  // The month turns between two requests.
  app.clock.advance(2000)
  await ann.addKey('Second')
  expect((await ann.call(copiedCode, { params: { id: key.id }, body: { code: 'current' } })).status).toBe(200)
  expect(await rowsOf(app.asOwner(), 'activity_2041_06')).toBe(1)
  expect(await rowsOf(app.asOwner(), 'key_usage_2041_06')).toBe(1)
})

test('months that have had their time go whole and are written down; of the month of the limit go rows, and of what is older than all months', async () => {
  const { db, asOwner } = await open()
  await sql`select begin_months_at('activity', now() - interval '100 days')`.execute(asOwner)
  await fillDays(db, new Date(Date.now() + hour), 200)
  const whole = (await listMonths(db)).filter((part) => part.includes('20'))
  const removed = () =>
    readProcessFigures().find(({ name, labels }) => name === 'twofold_retention_rows_total' && labels['table'] === 'activity')?.value ?? 0
  const before = removed()
  const until = new Date(Date.now() - 40 * 24 * 60 * 60 * 1000)
  const task = monthsUntil({ table: 'activity', column: 'happened_at', until })
  while (await task.removeBatch(db));
  const { rows } = await sql<{ n: number; oldest: Date }>`select count(*)::int as n, min(happened_at) as oldest from activity`.execute(db)
  expect(rows[0]?.n).toBe(40)
  expect(removed() - before).toBe(160)
  const left = await listMonths(db)
  const dropped = whole.filter((part) => !left.includes(part))
  const last = `activity_${until.toISOString().slice(0, 7).replace('-', '_')}`
  expect(dropped).toEqual(whole.filter((part) => part < last))
  expect(dropped.length).toBeGreaterThan(0)
  expect(left).toContain('activity_before')
  const { rows: audited } = await sql<{ name: string; actor: string | null; rows: number }>`
    select target_name as name, actor_id as actor, (after ->> 'rows')::int as rows from audit_log where action = 'system.month_dropped' order by 1`.execute(
    db,
  )
  expect(audited.map(({ name, actor }) => [name, actor])).toEqual(dropped.map((name) => [name, null]))
  expect(audited.every(({ rows: gone }) => gone > 0)).toBe(true)
})

test('nothing of the last week is dropped, whatever the application asks for', async () => {
  const { db } = await open()
  await fillDays(db, new Date(), 5)
  const months = await listMonths(db)
  await sql`select drop_oldest_month('activity', '2999-01-01')`.execute(db)
  expect(await listMonths(db)).toEqual(months)
  for (const statement of [
    `drop_oldest_month('users', now())`,
    `make_month('users', now())`,
    `make_month('activity', '9000-01-01')`,
    `make_month('activity', null)`,
  ]) {
    await expect(sql.raw(`select ${statement}`).execute(db)).rejects.toThrow('There is no such month.')
  }
})

test('a reader is not waited for: the month stays for the next run, and its rows go in batches meanwhile', async () => {
  const { db, asOwner, connection } = await open()
  await sql`select begin_months_at('activity', now() - interval '100 days')`.execute(asOwner)
  await fillDays(db, new Date(Date.now() + hour), 90)
  const backup = await connect(connection)
  await backup.query('begin isolation level repeatable read read only')
  await backup.query('select count(*) from activity')
  const months = await listMonths(db)
  const drop = async () => {
    const task = monthsUntil({ table: 'activity', column: 'happened_at', until: new Date(Date.now() - 40 * 24 * 60 * 60 * 1000) })
    while (await task.removeBatch(db));
  }
  await drop()
  expect(await listMonths(db)).toEqual(months)
  expect(await rowsOf(db, 'activity')).toBe(40)
  expect((await backup.query('select from activity')).rowCount).toBe(90)
  await backup.query('commit')
  await drop()
  expect((await listMonths(db)).length).toBeLessThan(months.length)
})

test('a batch of rows takes nothing of another month that lies at the same place of its table', async () => {
  const { db, asOwner } = await open()
  await sql`select begin_months_at('activity', now() - interval '100 days')`.execute(asOwner)
  await fillDays(db, new Date(), 0)
  for (const daysAgo of [90, 60, 0]) {
    await sql`insert into activity (id, user_id, kind, happened_at) select gen_random_uuid(), id, 'signed_in', now() - make_interval(days => ${daysAgo}::int)
      from users, generate_series(1, 7000)`.execute(db)
  }
  const task = rowsUntil({ table: 'activity', column: 'happened_at', until: new Date(Date.now() - 24 * hour) })
  const left: number[] = []
  for (let mayHaveMore = true; mayHaveMore; left.push(await rowsOf(db, 'activity'))) mayHaveMore = await task.removeBatch(db)
  expect(left).toEqual([16_000, 11_000, 7_000])
})

test('a node that is killed while it makes or drops a month leaves nothing half done, and the next one does it', async () => {
  const { db, asOwner, owner, connection } = await open()
  await sql`select begin_months_at('activity', now() - interval '100 days')`.execute(asOwner)
  await fillDays(db, new Date(Date.now() + hour), 90)
  const months = await listMonths(db)
  const reader = await connect(owner)
  // So that each is found in the middle of its work, and not after it gave up.
  await sql`alter function make_month(text, timestamptz) set lock_timeout = 0`.execute(asOwner)
  await sql`alter function drop_oldest_month(text, timestamptz) set lock_timeout = 0`.execute(asOwner)
  await reader.query('begin; lock audit_waiting in exclusive mode')
  const dropping = (await connect(connection)).query(`select drop_oldest_month('activity', now() - interval '40 days')`)
  dropping.catch(() => {})
  await killWaiting(asOwner)
  await expect(dropping).rejects.toThrow()
  await reader.query('commit; begin; lock users in row exclusive mode')
  const making = (await connect(connection)).query(`select make_month('activity', '2051-01-01')`)
  making.catch(() => {})
  await killWaiting(asOwner)
  await expect(making).rejects.toThrow()
  await reader.query('commit')
  expect(await listMonths(db)).toEqual(months)
  expect(await rowsOf(db, 'activity')).toBe(90)
  expect(await rowsOf(db, 'audit_log')).toBe(0)
  await sql`select make_month('activity', '2051-01-01'), drop_oldest_month('activity', now() - interval '40 days')`.execute(db)
  expect(await listMonths(db)).toHaveLength(months.length)
})

async function connect(connection: PostgresConnection): Promise<pg.Client> {
  const client = new pg.Client(connection)
  client.on('error', () => {}) // the running query reports it
  await client.connect()
  onTestFinished(() => client.end())
  return client
}

/** Ends the one session that waits for a lock. */
async function killWaiting(db: Db) {
  await eventually(async () => {
    const { rows } = await sql<{ killed: boolean }>`select pg_terminate_backend(pid) as killed from pg_stat_activity
      where wait_event_type = 'Lock' and datname = current_database()`.execute(db)
    expect(rows).toEqual([{ killed: true }])
  })
}

/** A database as it was before the migration `first`. */
async function openBefore(first: string) {
  const { owner, drop } = await createTestDatabase('template0')
  onTestFinished(drop)
  const folder = await mkdtemp(join(tmpdir(), 'twofold-migrations-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const all = resolve(import.meta.dirname, '../migrations')
  for (const name of await readdir(all)) if (name < first) await copyFile(join(all, name), join(folder, name))
  await migrate({ connection: owner, log, folder })
  const db = openTestPool({ connection: owner, poolSize: 2, log })
  onTestFinished(() => db.destroy())
  /** Files of a table and its indexes, that of the table first. */
  const places = async (name: string) => {
    const { rows } = await sql<{ place: number }>`
      select pg_relation_filenode(${name}::regclass)::int as place
      union all select pg_relation_filenode(indexrelid)::int from pg_index where indrelid = ${name}::regclass`.execute(db)
    return rows.map(({ place }) => place)
  }
  return { owner, db, places }
}

test('rows from before become the first month as they are: nothing is rewritten, and a version without months goes on', async () => {
  const { owner, db, places } = await openBefore('0211')
  await fillDays(db, new Date(), 400)
  const before = await places('activity')

  await migrate({ connection: owner, log })
  expect(await places('activity_before')).toEqual(expect.arrayContaining(before))
  expect(await rowsOf(db, 'activity')).toBe(400)
  // As the version before these migrations writes.
  const old = await sql<{ id: string }>`insert into activity (id, user_id, kind, happened_at)
    select gen_random_uuid(), id, 'signed_in', now() from users returning id`.execute(db)
  expect(old.rows).toHaveLength(1)
  await sql`insert into keys (id, owner_id, name, kind, algorithm, digits, period, secret, created_at, updated_at)
    select gen_random_uuid(), id, 'A', 'totp', 'SHA1', 6, 30, '\\x00', now(), now() from users`.execute(db)
  const upsert = sql`insert into key_usage (key_id, user_id, hour, first_shown_at) select id, owner_id, date_trunc('hour', now()), now() from keys
    on conflict (key_id, user_id, hour) do update set first_shown_at = excluded.first_shown_at where excluded.first_shown_at < key_usage.first_shown_at`
  await upsert.execute(db)
  await upsert.execute(db)
  expect(await rowsOf(db, 'key_usage')).toBe(1)
  await sql`delete from users`.execute(db)
  expect([await rowsOf(db, 'key_usage'), await rowsOf(db, 'activity')]).toEqual([0, 0])
})

test('the audit log, e-mails and what was tried with them become the first month as they are, and go on', async () => {
  const { owner, db, places } = await openBefore('0325')
  await sql`insert into email_logs (id, category, class, recipient_email, subject, message_id, queue, due_at, created_at)
    select gen_random_uuid(), 'system', 'system', 'a@example.org', 'A', n, 'done', now(), now() - make_interval(days => n) from generate_series(1, 100) n`.execute(
    db,
  )
  await sql`insert into email_attempts (id, log_id, number, provider_name, outcome, started_at)
    select gen_random_uuid(), id, 1, 'Main', 'accepted', created_at from email_logs`.execute(db)
  await sql`insert into audit_log (id, happened_at, action) select gen_random_uuid(), now() - make_interval(days => n), 'settings.changed'
    from generate_series(1, 100) n`.execute(db)
  // Written by clocks that were ahead.
  await sql`insert into email_logs (id, category, class, recipient_email, subject, message_id, queue, due_at, created_at)
    values (gen_random_uuid(), 'system', 'system', 'a@example.org', 'A', 'ahead', 'due', '2066-03-01', '2066-03-01')`.execute(db)
  await sql`insert into audit_log (id, happened_at, action) values (gen_random_uuid(), '2066-05-01', 'settings.changed')`.execute(db)
  const [audit, mails, [tries]] = [await places('audit_log'), await places('email_logs'), await places('email_attempts')]
  await migrate({ connection: owner, log })
  expect(await places('audit_log_before')).toEqual(expect.arrayContaining(audit))
  expect(await places('email_logs_before')).toEqual(expect.arrayContaining(mails))
  // The key of what was tried names the time now.
  expect((await places('email_attempts_before'))[0]).toBe(tries)
  for (const [table, count] of Object.entries({ audit_log: 101, email_logs: 101, email_attempts: 100 }))
    expect(await rowsOf(db, table), table).toBe(count)
  expect([await rowsOf(db, 'email_logs_2066_03'), await rowsOf(db, 'audit_log_2066_05')]).toEqual([1, 1])
  expect((await sql<{ n: number }>`select count(*)::int as n from audit_waiting`.execute(db)).rows).toEqual([{ n: 101 }])
  await sql`delete from email_logs`.execute(db)
  expect(await rowsOf(db, 'email_attempts')).toBe(0)
})
