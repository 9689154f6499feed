import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { createLog } from '../../platform/log.ts'
import { openTestPool, useTestDatabase } from '../../platform/testing/test-database.ts'
import { createLogsRepository } from './logs.repository.ts'

test('the first page of a long log is not planned again for each request', async () => {
  const db = openTestPool({ connection: await useTestDatabase('owner'), poolSize: 1, log: createLog('silent') })
  onTestFinished(() => db.destroy())
  const from = new Date()
  const old = new Date(from.getTime() - 3_600_000)
  await sql`
    insert into email_logs (id, category, class, recipient_email, subject, message_id, queue, attempts, due_at, created_at, failed_at)
    select gen_random_uuid(), 'test', 'optional', 'ann@example.org', 'Subject', n, 'done', 1, ${old}, ${old}::timestamptz - n * interval '1 minute', ${old} from generate_series(1, 5000) n`.execute(
    db,
  )
  await sql`vacuum analyze email_logs`.execute(db)
  await sql`set plan_cache_mode = auto`.execute(db) // as in the product
  const logs = createLogsRepository(db)
  for (let request = 0; request < 10; request += 1) await logs.list({}, 0, 25, { from, older: 5000 })
  const { rows } = await sql`
    select custom_plans::int4 as own, generic_plans::int4 as shared from pg_prepared_statements where statement like 'select%logged_mails%'`.execute(
    db,
  )
  // PostgreSQL compares five plans for the values with the one for all. The first request is not prepared.
  expect(rows).toEqual([{ own: 5, shared: 4 }])
})

test('a page of a text and its counts read the log for the text once', async () => {
  const db = openTestPool({ connection: await useTestDatabase('owner'), poolSize: 1, log: createLog('silent') })
  onTestFinished(() => db.destroy())
  const now = new Date()
  await sql`
    insert into email_logs (id, category, class, recipient_email, subject, message_id, queue, attempts, due_at, created_at, failed_at)
    select gen_random_uuid(), 'test', 'optional', 'ann@example.org', 'Subject ' || n, n, 'done', 1, ${now}, ${now}::timestamptz - n * interval '1 minute', ${now} from generate_series(1, 60) n`.execute(
    db,
  )
  const logs = createLogsRepository(db)
  const from = new Date(now.getTime() - 29.5 * 60_000)
  const read = () => logs.list({ subject: 'subj' }, 25, 25, { from, older: undefined })
  for (let request = 0; request < 3; request += 1) {
    const { rows, older, total } = await read()
    expect([rows.map(({ subject }) => subject), older, total]).toEqual([
      Array.from({ length: 25 }, (_, at) => `Subject ${at + 26}`),
      31,
      60,
    ])
  }
  // Behind the last page, and the first one with what is counted already.
  expect(await logs.list({ subject: 'subj' }, 75, 25, { from, older: 31 })).toMatchObject({ rows: [], total: expect.any(Number) as number })
  expect(await logs.list({ subject: 'subj' }, 0, 25, { from, older: 31 })).toMatchObject({ total: 60 })
  const { rows } = await sql<{ times: number }>`
    select regexp_count(statement, ' like ')::int4 as times from pg_prepared_statements where statement like '%offset%' and statement like '% like %' and statement like '%older%'`.execute(
    db,
  )
  expect(rows.map(({ times }) => times)).toEqual([1])
})
