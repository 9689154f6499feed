import { getMailLog, resendMail } from '@twofold/contract/mail-log/logs'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { expect, test } from 'vitest'
import { startEmailApp } from '../mail-delivery/testing/start-email-app.ts'
import type { Db } from '../platform/database.ts'
import { emptyAuditLog } from './empty-audit-log.ts'

/* The audit log and the e-mail log by months: what holds over all of them, and when one goes. */

const day = 24 * 60 * 60 * 1000
/** The present of all tests and their applications, so that no month turns within one. */
const now = new Date()
const start = (env: Record<string, string> = {}) => startEmailApp({ env, now: now.getTime() })
/** The 10th of a month that is `ago` months before this one. */
const monthsAgo = (ago: number) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - ago, 10))

const listMonths = async (db: Db, table: string) =>
  (await sql<{ part: string }>`select part from list_months(${table})`.execute(db)).rows.map(({ part }) => part)
const partOf = (table: string, at: Date) => `${table}_${at.toISOString().slice(0, 7).replace('-', '_')}`
/** Months from `ago` months before this one on, of tables without rows. Each is made and dropped for itself, which takes its time. */
async function beginMonths(app: Awaited<ReturnType<typeof startEmailApp>>, ago: number, ...tables: string[]) {
  for (const table of tables) await sql`select begin_months_at(${table}, ${monthsAgo(ago)})`.execute(app.asOwner())
}

/** An application that keeps the audit log for a year, with a linked row in each of the last 20 months, the oldest first. */
async function startWithAuditMonths() {
  const app = await start({ AUDIT_MONTHS: '12' })
  await app.auditChain.linkAll()
  await sql`alter table audit_chain disable trigger user`.execute(app.asOwner())
  await sql`delete from audit_chain`.execute(app.asOwner())
  await sql`alter table audit_chain enable trigger user`.execute(app.asOwner())
  await emptyAuditLog(app.asOwner())
  await beginMonths(app, 21, 'audit_log')
  const add = async (at: Date) => {
    const id = crypto.randomUUID()
    await app.db.insertInto('audit_log').values({ id, happened_at: at, action: 'settings.changed' }).execute()
    await app.auditChain.linkAll()
    return id
  }
  const ids: string[] = []
  for (let ago = 20; ago >= 0; ago -= 1) ids.push(await add(monthsAgo(ago)))
  const clean = async () => {
    for (const task of app.auditChain.removable()) while (await task.removeBatch(app.db));
  }
  const months = () => listMonths(app.db, 'audit_log')
  const left = async () =>
    (await sql<{ id: string }>`select id from audit_log where action = 'settings.changed'`.execute(app.db)).rows.length
  return { ...app, add, ids, clean, months, left }
}

test('months of the audit log go whole behind the signed beginning, each written down, and the rest verifies', async () => {
  const app = await startWithAuditMonths()
  expect((await app.auditChain.verify()).found).toBeUndefined()
  await app.clean()
  const months = await app.months()
  expect(months).not.toContain(partOf('audit_log', monthsAgo(13)))
  expect(months).toContain(partOf('audit_log', monthsAgo(12)))
  expect(await app.left()).toBe(13)
  const { rows } = await sql<{ name: string; rows: number }>`select target_name as name, (after ->> 'rows')::int as rows from audit_log
    where action = 'system.month_dropped' order by target_name`.execute(app.db)
  expect(rows.filter((row) => row.rows === 1).map(({ name }) => name)).toEqual(
    [20, 19, 18, 17, 16, 15, 14, 13].map((ago) => partOf('audit_log', monthsAgo(ago))),
  )
  expect(
    (await sql<{ n: number }>`select count(*)::int as n from audit_chain where linked_at is not null`.execute(app.db)).rows[0]?.n,
  ).toBe(13)
  const { found, beginning } = await app.auditChain.verify()
  expect(found).toBeUndefined()
  expect(beginning?.sequence).toBe(8)
})

test('a month stays as long as one of its rows came late or has no link, and the others go', async () => {
  const app = await startWithAuditMonths()
  const [late, unlinked] = [monthsAgo(14), monthsAgo(15)]
  const lateId = await app.add(late)
  await sql`insert into audit_log (id, happened_at, action) values (${crypto.randomUUID()}, ${unlinked}, 'settings.changed')`.execute(
    app.db,
  )
  await sql`insert into audit_verifications (rows, problem) values (21, null)`.execute(app.db)
  await app.clean()
  const months = await app.months()
  for (const at of [late, unlinked]) expect(months).toContain(partOf('audit_log', at))
  for (const ago of [20, 16, 13]) expect(months).not.toContain(partOf('audit_log', monthsAgo(ago)))
  // Of those two months, what is behind the beginning has gone row by row.
  expect(await app.left()).toBe(13 + 2)
  expect((await sql`select from audit_log where id = ${lateId}`.execute(app.db)).rows).toHaveLength(1)
})

test('no row goes with its month that is not behind the beginning, however often the application asks and whatever went before', async () => {
  const app = await startWithAuditMonths()
  // In the middle of what is old enough, as when a stream lags.
  const begin = (sequence: number) =>
    sql`insert into audit_beginnings (sequence, hash, until, signed_at, public_key, signature)
      select sequence, hash, ${new Date(Date.UTC(monthsAgo(12).getUTCFullYear(), monthsAgo(12).getUTCMonth()))}, now(), '', '' from audit_chain where sequence = ${sequence}`.execute(
      app.db,
    )
  await begin(4)
  const drop = async () => (await sql<{ gone: number }>`select drop_audit_months_behind_beginning() as gone`.execute(app.db)).rows[0]?.gone
  expect([await drop(), await drop(), await drop()]).toEqual([4, 0, 0])
  await sql`select remove_audit_behind_beginning(2)`.execute(app.db)
  expect(await drop()).toBe(0)
  expect(await app.left()).toBe(21 - 4)
})

test('without a beginning no month of the audit log goes, no matter who asks', async () => {
  const app = await startWithAuditMonths()
  const months = await app.months()
  for (const db of [app.db, app.asOwner()]) {
    await sql`select drop_audit_months_behind_beginning()`.execute(db)
    await expect(sql`select drop_oldest_month('audit_log', now())`.execute(db)).rejects.toThrow('There is no such month.')
  }
  await expect(sql`select drop_month(${months[1]}, now(), 0)`.execute(app.db)).rejects.toMatchObject({ code: '42501' })
  expect(await app.months()).toEqual(months)
})

test('a month that is named by itself is as protected as the whole audit log, those that were made later included', async () => {
  const app = await start()
  const future = new Date(Date.UTC(2061, 4, 10))
  await sql`select make_month('audit_log', ${future})`.execute(app.db)
  const parts = { audit_log_before: monthsAgo(9), [partOf('audit_log', now)]: now, [partOf('audit_log', future)]: future }
  for (const [part, at] of Object.entries(parts)) {
    const table = sql.table(part)
    for (const right of ['insert', 'update', 'delete', 'truncate', 'trigger'])
      expect(
        (await sql<{ may: boolean }>`select has_table_privilege(${part}, ${right}) as may`.execute(app.db)).rows,
        `${right} ${part}`,
      ).toEqual([{ may: false }])
    await app.db.insertInto('audit_log').values({ id: crypto.randomUUID(), happened_at: at, action: 'settings.changed' }).execute()
    for (const statement of [sql`truncate ${table}`, sql`delete from ${table}`, sql`update ${table} set action = 'x'`])
      await expect(statement.execute(app.asOwner())).rejects.toMatchObject({ code: '42501' })
  }
})

test('an id is in the audit log once, whatever the month, and one that the owner put in twice is found', async () => {
  const app = await start()
  const [id] = (await app.db.selectFrom('audit_log').select('id').limit(1).execute()).map((row) => row.id)
  await app.auditChain.linkAll()
  const again = sql`insert into audit_log (id, happened_at, action) values (${id}, ${monthsAgo(5)}, 'settings.changed')`
  await expect(again.execute(app.db)).rejects.toMatchObject({ code: '23505' })
  const waiting = crypto.randomUUID()
  const put = (at: Date) => app.db.insertInto('audit_log').values({ id: waiting, happened_at: at, action: 'settings.changed' }).execute()
  await put(now)
  const steady = app.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute((db) => db.insertInto('audit_log').values({ id: crypto.randomUUID(), happened_at: now, action: 'settings.changed' }).execute())
  await expect(steady).rejects.toMatchObject({ code: '23505' })
  await expect(put(monthsAgo(5))).rejects.toMatchObject({ code: '23505' })
  await app.auditChain.linkAll()
  expect((await app.auditChain.verify()).found).toBeUndefined()
  await sql`alter table audit_log disable trigger user`.execute(app.asOwner())
  await again.execute(app.asOwner())
  await sql`alter table audit_log enable trigger user`.execute(app.asOwner())
  expect((await app.auditChain.verify()).found).toBeDefined()
})

test('an e-mail is sent again once, also when the month has turned since', async () => {
  const app = await start()
  const failed = await app.addMail({ created_at: monthsAgo(1), failed_at: now })
  await app.addMail({ created_at: monthsAgo(1), idempotency_key: `resend:${failed}` })
  const { status, body } = await app.admin.call(resendMail, { params: { id: failed } })
  expect([status, body.code]).toEqual([409, 'email.already_resent'])
})

test('months of e-mails go whole, with what was tried; one in which an e-mail waits stays with that e-mail and what was tried with it', async () => {
  const app = await start()
  await beginMonths(app, 10, 'email_logs', 'email_attempts')
  const mailOf = async (ago: number, queue: 'done' | 'held') => {
    const at = monthsAgo(ago)
    const id = await app.addMail({ created_at: at, queue })
    const attempt = {
      id: uuid(),
      log_id: id,
      number: 1,
      provider_name: 'Main',
      outcome: 'unknown' as const,
      started_at: at,
      finished_at: at,
    }
    await app.db.insertInto('email_attempts').values(attempt).execute()
    return id
  }
  const [, held] = [await mailOf(9, 'done'), await mailOf(8, 'held'), await mailOf(8, 'done'), await mailOf(7, 'done')]
  const suppression = {
    id: uuid(),
    email: 'bo@example.org',
    reason: 'bounce' as const,
    created_at: now,
    log_id: await mailOf(6, 'done'),
  }
  await app.db.insertInto('email_suppressions').values(suppression).execute()
  const young = await mailOf(0, 'done')
  await app.retentionJobs.get('email.retention')?.()
  const rest = [held, young].toSorted()
  expect((await app.db.selectFrom('email_logs').select('id').orderBy('id').execute()).map(({ id }) => id)).toEqual(rest)
  expect((await app.db.selectFrom('email_attempts').select('log_id').orderBy('log_id').execute()).map(({ log_id: id }) => id)).toEqual(rest)
  expect(await app.db.selectFrom('email_feedback').selectAll().execute()).toEqual([])
  for (const table of ['email_logs', 'email_attempts']) {
    const months = await listMonths(app.db, table)
    expect(months.filter((part) => [9, 7, 6].map((ago) => partOf(table, monthsAgo(ago))).includes(part))).toEqual([])
    expect(months).toContain(partOf(table, monthsAgo(8)))
  }
  expect(await app.db.selectFrom('email_suppressions').select(['email', 'log_id']).execute()).toEqual([
    { email: 'bo@example.org', log_id: null },
  ])
})

test('an e-mail that is removed takes along what was tried, what came back, and its place beside a suppressed address', async () => {
  const app = await start()
  const [gone, kept] = [await app.addMail({ created_at: monthsAgo(4) }), await app.addMail()]
  for (const id of [gone, kept]) {
    // Younger than what is removed by its own age.
    const attempt = { id: uuid(), log_id: id, number: 1, provider_name: 'Main', outcome: 'accepted' as const, started_at: now }
    await app.db.insertInto('email_attempts').values(attempt).execute()
    const feedback = { id: uuid(), source: 'ses' as const, source_id: id, log_id: id, kind: 'opened' as const }
    await app.db
      .insertInto('email_feedback')
      .values({ ...feedback, happened_at: now, received_at: now })
      .execute()
    const suppression = { id: uuid(), email: `${id}@example.org`, reason: 'bounce' as const, created_at: now, log_id: id }
    await app.db.insertInto('email_suppressions').values(suppression).execute()
  }
  await app.retentionJobs.get('email.retention')?.()
  for (const table of ['email_attempts', 'email_feedback'] as const)
    expect((await app.db.selectFrom(table).select('log_id').execute()).map(({ log_id: id }) => id)).toEqual([kept])
  const suppressed = await app.db.selectFrom('email_suppressions').select('log_id').execute()
  expect(new Set(suppressed.map(({ log_id: id }) => id))).toEqual(new Set([null, kept]))
  expect((await app.admin.call(getMailLog, { params: { id: kept } })).status).toBe(200)
})

test('a statement by itself makes the month that it writes to, and one within a transaction fails with it', async () => {
  const app = await start()
  const far = new Date(Date.UTC(2071, 2, 3))
  await app.addMail({ created_at: far })
  expect(await listMonths(app.db, 'email_logs')).toContain('email_logs_2071_03')
  const inTransaction = app.db
    .transaction()
    .execute((db) => db.insertInto('audit_log').values({ id: uuid(), happened_at: far, action: 'settings.changed' }).execute())
  await expect(inTransaction).rejects.toMatchObject({ code: '23514' })
  // The transaction of services begins again, once for whatever it writes to.
  const later = new Date(far.getTime() + 40 * day)
  let tries = 0
  await app.transaction(async (tx) => {
    tries += 1
    await sql`insert into activity (id, user_id, kind, happened_at) select gen_random_uuid(), id, 'signed_in', ${later} from users`.execute(
      tx.db,
    )
    const mail = { category: 'system', class: 'system' as const, recipient_email: 'a@example.org', subject: 'x', message_id: 'x' }
    await tx.db
      .insertInto('email_logs')
      .values({ ...mail, id: uuid(), due_at: later, created_at: later })
      .execute()
    await tx.db.insertInto('audit_log').values({ id: uuid(), happened_at: later, action: 'settings.changed' }).execute()
  })
  expect(tries).toBe(2)
  expect(await listMonths(app.db, 'audit_log')).toContain('audit_log_2071_04')
})

test('PostgreSQL is asked once a day to look at the months of each table together', async () => {
  const app = await start()
  const look = async () => (await sql<{ name: string | null }>`select look_at_months() as name`.execute(app.db)).rows[0]?.name
  await app.housekeeping()
  expect(await look()).toBeNull()
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from pg_class
    where relkind = 'p' and pg_stat_get_last_analyze_time(oid) > now() - interval '1 hour'`.execute(app.db)
  expect(rows).toEqual([{ n: 5 }])
})
