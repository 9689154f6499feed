import { execFileSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { createSentMailRepository } from '../mail-delivery/delivery/sent-mail.repository.ts'
import { emptyAuditLog } from './empty-audit-log.ts'
import { type createPerson, startTestApp } from './start-test-app.ts'
import { createDatabase } from '../platform/database.ts'
import { startEmbeddedPostgres } from '../platform/embedded-postgres/embedded-postgres.ts'
import { migrate } from '../platform/migrate.ts'
import { makeMonths, monthsBefore, monthsUntil } from '../platform/months.ts'
import { createRetention, type RetentionTask } from '../platform/retention.ts'

const million = 1_000_000
const keyCount = 100
const log = pino({ level: 'silent' })

/** Connects as the owner of the tables. */
async function openOwner(app: Awaited<ReturnType<typeof startTestApp>>): Promise<pg.Client> {
  const client = new pg.Client(app.owner)
  await client.connect()
  onTestFinished(() => client.end())
  return client
}

/** Milliseconds that it takes to write what expires. On any machine removing it takes a fraction of that, and would not row by row. */
async function timeWriting(client: pg.Client, statements: string): Promise<number> {
  const from = performance.now()
  await client.query(statements)
  return performance.now() - from
}

/** Milliseconds of each task, one after the other, while somebody asks for codes again and again and always gets them. */
async function timeBesidePeople(
  app: Awaited<ReturnType<typeof startTestApp>>,
  ann: ReturnType<typeof createPerson>,
  tasks: Record<string, RetentionTask>,
) {
  const slowest = { requests: 0, slowestMs: 0 }
  const statuses = new Set<number>()
  const over = new AbortController()
  const visitor = (async () => {
    while (!over.signal.aborted) {
      const from = performance.now()
      statuses.add((await ann.send('GET', '/api/keys/generate-codes')).status)
      slowest.requests += 1
      slowest.slowestMs = Math.max(slowest.slowestMs, Math.round(performance.now() - from))
    }
  })()
  const retention = createRetention({ connection: app.connection, log })
  onTestFinished(() => retention.stop())
  const took: Record<string, number> = {}
  for (const [name, task] of Object.entries(tasks)) {
    const from = performance.now()
    await retention.run([task])
    took[name] = Math.round(performance.now() - from)
  }
  over.abort()
  await visitor
  console.log({ ...took, ...slowest })
  expect([...statuses]).toEqual([200])
  return took
}

test('a million expired rows of usage and a million of activity are gone in half the time they took to write, without a time-out, while people are served', async () => {
  const app = await startTestApp()
  const ann = await app.signUp('ann@example.org')
  for (let index = 0; index < keyCount; index += 1) await ann.addKey(`Key ${index}`)
  const client = await openOwner(app)
  const writtenMs = await timeWriting(
    client,
    `
    select begin_months_at('key_usage', now() - interval '3 years'), begin_months_at('activity', now() - interval '3 years');
    insert into key_usage (key_id, user_id, hour, first_shown_at)
      select keys.id, owner_id, date_trunc('hour', now() - interval '2 years') - make_interval(hours => n % 8000, secs => 0), now()
      from keys, generate_series(1, 8000) n on conflict do nothing;
    insert into key_usage (key_id, user_id, hour, first_shown_at)
      select keys.id, (select id from users limit 1), date_trunc('hour', now() - interval '2 years') + make_interval(hours => n), now()
      from keys, generate_series(1, 2000) n on conflict do nothing;
    insert into activity (id, user_id, kind, happened_at) select gen_random_uuid(), users.id, 'signed_in', now() - interval '2 years' - make_interval(secs => 10 * n)
      from (select id from users limit 1) users, generate_series(1, ${million}) n`,
  )
  await client.query('analyze')
  const old = async () =>
    (
      await client.query<{ n: number }>(`select ((select count(*) from key_usage where hour < now() - interval '1 year')
      + (select count(*) from activity where happened_at < now() - interval '1 year'))::int as n`)
    ).rows[0]?.n
  expect(await old()).toBeGreaterThanOrEqual(2 * million - 1000)
  const until = new Date(Date.now() - 365 * 24 * 60 * 60 * 1000)
  const took = await timeBesidePeople(app, ann, {
    usageMs: monthsUntil({ table: 'key_usage', column: 'hour', until }),
    activityMs: monthsUntil({ table: 'activity', column: 'happened_at', until }),
  })
  expect(await old()).toBe(0)
  for (const each of Object.values(took)) expect(each).toBeLessThan(writtenMs / 2)
})

test('a million expired rows of the audit log, with their links, are gone in half the time they took to write, behind a signed beginning', async () => {
  const app = await startTestApp({ env: { AUDIT_MONTHS: '12' } })
  const ann = await app.signUp('ann@example.org')
  await app.auditChain.linkAll()
  await emptyAuditLog(app.asOwner())
  const client = await openOwner(app)
  // As if they had been linked: what their hashes say plays no part here.
  const writtenMs = await timeWriting(
    client,
    `
    alter table audit_chain disable trigger user; delete from audit_chain; alter table audit_chain enable trigger user;
    select begin_months_at('audit_log', now() - interval '3 years');
    insert into audit_log (id, happened_at, action, target_name)
      select gen_random_uuid(), now() - interval '2 years' + make_interval(secs => 10 * n), 'settings.changed', 'Setting ' || n from generate_series(1, ${million}) n;
    insert into audit_chain (sequence, audit_id, previous_hash, hash)
      select row_number() over (order by happened_at), id, sha256(id::text::bytea), sha256(happened_at::text::bytea) from audit_log;
    delete from audit_waiting;
    insert into audit_verifications (rows, problem) values (${million}, null)`,
  )
  await client.query('analyze')
  await app.transaction((tx) => tx.audit({ action: 'settings.changed' }))
  await app.auditChain.linkAll()
  const [task] = app.auditChain.removable()
  if (task === undefined) throw new Error('Nothing removes rows of the audit log.')
  const { auditMs } = await timeBesidePeople(app, ann, { auditMs: task })
  const { rows } = await client.query<{ old: number; links: number }>(`
    select (select count(*)::int from audit_log where happened_at < now() - interval '13 months') as old, (select count(*)::int from audit_chain) as links`)
  expect(rows[0]?.old).toBe(0)
  // Those that are younger than a year stay.
  expect(rows[0]?.links).toBeLessThan(100)
  expect(auditMs).toBeLessThan(writtenMs / 2)
})

test('a million expired e-mails and what was tried with them are gone in half the time they took to write', async () => {
  const app = await startTestApp()
  const ann = await app.signUp('ann@example.org')
  const client = await openOwner(app)
  const writtenMs = await timeWriting(
    client,
    `
    select begin_months_at('email_logs', now() - interval '3 years'), begin_months_at('email_attempts', now() - interval '3 years');
    insert into email_logs (id, category, class, recipient_email, subject, message_id, queue, attempts, due_at, created_at, sent_at)
      select gen_random_uuid(), 'system', 'system', 'bo' || n || '@example.org', 'Code host was shared with you', 'mail-' || n, 'done', 1, at, at, at
      from generate_series(1, ${million}) n, lateral (select now() - interval '2 years' + make_interval(secs => 10 * n) as at) times;
    insert into email_attempts (id, log_id, number, provider_name, outcome, started_at, finished_at)
      select gen_random_uuid(), id, 1, 'Relay', 'accepted', created_at, created_at from email_logs`,
  )
  await client.query('analyze')
  const until = new Date(Date.now() - 90 * 24 * 60 * 60 * 1000)
  const records = createSentMailRepository(app.db)
  const [attempts] = records.removableAttempts(until)
  if (attempts === undefined) throw new Error('Nothing removes attempts.')
  const took = await timeBesidePeople(app, ann, {
    mailsMs: monthsBefore('email_logs', until, { table: 'email_logs', removeBatch: async () => false }),
    attemptsMs: attempts,
  })
  const { rows } = await client.query<{ mails: number; tries: number }>(
    'select (select count(*)::int from email_logs) as mails, (select count(*)::int from email_attempts) as tries',
  )
  expect(rows).toEqual([{ mails: 0, tries: 0 }])
  for (const each of Object.values(took)) expect(each).toBeLessThan(writtenMs / 2)
})

/** A file system of its own is what only root can make. */
const isRoot = process.getuid?.() === 0 && process.platform === 'linux'

test.skipIf(!isRoot)(
  'a full disk says so, loses nothing, leaves no half month, and the month is there once there is room again',
  async () => {
    const place = await mkdtemp(join(tmpdir(), 'twofold-full-'))
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=200m,mode=0755', 'twofold-full', place])
    onTestFinished(async () => {
      execFileSync('umount', ['--lazy', place])
      await rm(place, { recursive: true, force: true })
    })
    const server = await startEmbeddedPostgres({ dataDir: place, log, durable: false })
    onTestFinished(() => server.stop())
    await migrate({ connection: server.owner, role: server.connection.user, log })
    const db = createDatabase({ connection: server.connection, poolSize: 2, log })
    onTestFinished(() => db.destroy())
    await sql`insert into users (id, name, email, email_normalized, created_at, updated_at) values (gen_random_uuid(), 'Ann', 'a@example.org', 'a@example.org', now(), now())`.execute(
      db,
    )
    await sql`insert into activity (id, user_id, kind, happened_at) select gen_random_uuid(), id, 'signed_in', now() from users, generate_series(1, 1000)`.execute(
      db,
    )
    const months = async () => (await sql<{ part: string }>`select part from list_months('activity')`.execute(db)).rows.length
    const count = async () => (await sql<{ n: number }>`select count(*)::int as n from activity`.execute(db)).rows[0]?.n
    const before = await months()

    const filler = join(place, 'filler')
    await fillUp(filler)
    await expect(makeMonths(db, new Date(Date.UTC(2040, 0)), log)).rejects.toMatchObject({ code: '53100' })
    expect([await months(), await count()]).toEqual([before, 1000])

    await rm(filler)
    await makeMonths(db, new Date(Date.UTC(2040, 0)), log)
    expect([await months(), await count()]).toEqual([before + 4, 1000])
  },
)

async function fillUp(path: string) {
  for (let size = 1024 * 1024; size >= 4096;) {
    try {
      await writeFile(path, Buffer.alloc(size), { flag: 'a' })
    } catch {
      size /= 2
    }
  }
}
