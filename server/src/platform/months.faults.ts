import { execFileSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { startTestApp } from '../testing/start-test-app.ts'
import { createDatabase } from './database.ts'
import { startEmbeddedPostgres } from './embedded-postgres/embedded-postgres.ts'
import { migrate } from './migrate.ts'
import { makeMonths, monthsUntil } from './months.ts'
import { createRetention } from './retention.ts'

const million = 1_000_000
const keyCount = 100
const log = pino({ level: 'silent' })

test('a million expired rows of usage and a million of activity are gone in 5 seconds, without a time-out, while people are served', async () => {
  const app = await startTestApp()
  const ann = await app.signUp('ann@example.org')
  for (let index = 0; index < keyCount; index += 1) await ann.addKey(`Key ${index}`)
  const client = new pg.Client(app.owner)
  await client.connect()
  onTestFinished(() => client.end())
  await client.query(`
    select begin_months_at('key_usage', now() - interval '3 years'), begin_months_at('activity', now() - interval '3 years');
    insert into key_usage (key_id, user_id, hour, first_shown_at)
      select keys.id, owner_id, date_trunc('hour', now() - interval '2 years') - make_interval(hours => n % 8000, secs => 0), now()
      from keys, generate_series(1, 8000) n on conflict do nothing;
    insert into key_usage (key_id, user_id, hour, first_shown_at)
      select keys.id, (select id from users limit 1), date_trunc('hour', now() - interval '2 years') + make_interval(hours => n), now()
      from keys, generate_series(1, 2000) n on conflict do nothing;
    insert into activity (id, user_id, kind, happened_at) select gen_random_uuid(), users.id, 'signed_in', now() - interval '2 years' - make_interval(secs => 10 * n)
      from (select id from users limit 1) users, generate_series(1, ${million}) n`)
  await client.query('analyze')
  const old = async () =>
    (
      await client.query<{ n: number }>(`select ((select count(*) from key_usage where hour < now() - interval '1 year')
      + (select count(*) from activity where happened_at < now() - interval '1 year'))::int as n`)
    ).rows[0]?.n
  expect(await old()).toBeGreaterThanOrEqual(2 * million - 1000)

  const times: number[] = []
  const statuses = new Set<number>()
  const over = new AbortController()
  const visitor = (async () => {
    while (!over.signal.aborted) {
      const from = performance.now()
      statuses.add((await ann.send('GET', '/api/keys/generate-codes')).status)
      times.push(performance.now() - from)
    }
  })()
  const until = new Date(Date.now() - 365 * 24 * 60 * 60 * 1000)
  const retention = createRetention({ connection: app.connection, log })
  onTestFinished(() => retention.stop())
  const took: number[] = []
  for (const task of [
    monthsUntil({ table: 'key_usage', column: 'hour', until }),
    monthsUntil({ table: 'activity', column: 'happened_at', until }),
  ]) {
    const from = performance.now()
    await retention.run([task])
    took.push(performance.now() - from)
  }
  over.abort()
  await visitor
  const slowest = Math.max(...times)
  console.log({
    usageMs: Math.round(took[0] ?? 0),
    activityMs: Math.round(took[1] ?? 0),
    requests: times.length,
    slowestMs: Math.round(slowest),
  })
  expect(await old()).toBe(0)
  for (const each of took) expect(each).toBeLessThan(5_000)
  expect([...statuses]).toEqual([200])
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
