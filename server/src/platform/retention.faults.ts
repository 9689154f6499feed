import { sql } from 'kysely'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { startTestApp } from '../testing/start-test-app.ts'

const million = 1_000_000
const keyCount = 100
const tables = ['key_usage', 'activity', 'sessions', 'notifications', 'idempotency_keys'] as const
const hour = 60 * 60 * 1000

/** Two years ago, a second apart. */
const ago = `now() - interval '2 years' - make_interval(secs => n)`
const rows = `generate_series(1, ${million}) n`
const user = '(select id from users limit 1)'
const fillings = [
  `insert into key_usage (key_id, user_id, hour, first_shown_at)
   select keys.id, ${user}, date_trunc('hour', now()) - make_interval(hours => 9000 + n), now() - make_interval(hours => 9000 + n)
   from keys, generate_series(1, ${million / keyCount}) n`,
  `insert into activity (id, user_id, kind, happened_at) select gen_random_uuid(), ${user}, 'signed_in', ${ago} from ${rows}`,
  `insert into sessions (id, user_id, token_hash, remember, created_at, seen_at, active_at, idle_expires_at, expires_at)
   select gen_random_uuid(), ${user}, sha256(n::text::bytea), false, ${ago}, ${ago}, ${ago}, ${ago}, ${ago} from ${rows}`,
  `insert into notifications (id, type, title, message, created_at) select gen_random_uuid(), 'info', 'A', 'B', ${ago} from ${rows}`,
  `insert into idempotency_keys (user_id, call, key, body_hash, claimed_at) select ${user}, 'POST /keys', n::text, '\\x00', ${ago} from ${rows}`,
]

test('a million rows each of usage, activity, sessions, notifications and idempotency keys that have had their time go within the hour, while requests go on and a backup reads', async () => {
  const app = await startTestApp()
  const ann = await app.signUp('ann@example.org')
  for (let index = 0; index < keyCount; index += 1) await ann.addKey(`Key ${index}`)
  const client = new pg.Client(app.connection)
  await client.connect()
  onTestFinished(() => client.end())
  for (const filling of fillings) await client.query(filling)
  await client.query('analyze')
  const count = async (table: string) => Number((await client.query<{ n: string }>(`select count(*) as n from ${table}`)).rows[0]?.n)
  for (const table of tables) expect(await count(table)).toBeGreaterThanOrEqual(million)

  // Its snapshot keeps deleted rows visible, so indexes still lead to them.
  const reader = new pg.Client(app.connection)
  await reader.connect()
  onTestFinished(() => reader.end())
  await reader.query('begin isolation level repeatable read')
  await reader.query('select count(*) from migrations')

  const times: number[] = []
  const statuses = new Map<number, number>()
  const over = new AbortController()
  const visitor = (async () => {
    for (let turn = 0; !over.signal.aborted; turn += 1) {
      const from = performance.now()
      const { status } =
        turn % 5 === 0
          ? await ann.send('POST', '/api/keys', { body: { name: `New ${turn}` }, headers: { 'idempotency-key': `new-${turn}` } })
          : await ann.send('GET', '/api/keys/generate-codes')
      times.push(performance.now() - from)
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  })()
  const from = performance.now()
  await app.housekeeping()
  const took = performance.now() - from
  over.abort()
  await visitor

  const sorted = times.toSorted((a, b) => a - b)
  const p99 = sorted[Math.floor(sorted.length * 0.99)] ?? 0
  console.log({ seconds: Math.round(took / 1000), requests: times.length, p99: Math.round(p99), statuses: Object.fromEntries(statuses) })
  const left = Object.fromEntries(await Promise.all(tables.map(async (table) => [table, (await count(table)) < 10_000] as const)))
  expect(left).toEqual(Object.fromEntries(tables.map((table) => [table, true])))
  expect(took).toBeLessThan(hour)
  expect([...statuses.keys()].toSorted((a, b) => a - b)).toEqual([200, 201])
  expect(p99).toBeLessThan(1_500)
  expect((await sql<{ n: number }>`select count(*)::int as n from day_figures`.execute(app.db)).rows[0]?.n).toBeGreaterThan(0)
})
