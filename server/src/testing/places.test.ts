import { savedQuestionsMost } from '@twofold/contract/admin/saved-questions'
import { webhookLimits } from '@twofold/contract/webhooks'
import { workloadLimits } from '@twofold/contract/workload'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { countWaiting } from './count-waiting.ts'
import { eventually } from './eventually.ts'
import { goodBodies } from './good-bodies.ts'
import { startOffice } from './start-office.ts'

const kinds = [
  { table: 'saved_questions', path: '/admin/access/questions', most: savedQuestionsMost, code: 'access.questions_limit_reached' },
  { table: 'audit_streams', path: '/admin/audit/streams', most: 10, code: 'streams.limit' },
  { table: 'webhook_endpoints', path: '/admin/webhooks', most: webhookLimits.endpoints, code: 'webhooks.limit' },
  { table: 'workload_issuers', path: '/admin/workload/issuers', most: workloadLimits.issuers, code: 'workload.issuers_limit' },
  { table: 'reviews', path: '/admin/reviews', most: 10, code: 'reviews.limit_reached' },
] as const

test.each(kinds)('calls at the same time: one gets the last place: $table', async ({ table, path, most, code }) => {
  const app = await startOffice()
  const administrators = [app.admin, await app.administrator('bo@example.org')]
  for (const administrator of administrators) await administrator.enterPin()
  const bodyOf = (index: number) => {
    if (table === 'reviews') return { scope: 'all', due_at: new Date(app.clock.now() + 30 * 24 * 60 * 60 * 1000).toISOString() }
    const issuer = table === 'workload_issuers' && { issuer: `https://${index}.example` }
    return { ...goodBodies[`POST ${path}`], name: `Number ${index}`, ...issuer }
  }
  const add = async (index: number) => (administrators[index % 2] ?? app.admin).send('POST', `/api${path}`, { body: bodyOf(index) })
  const first = await add(0)
  expect([first.status, first.text]).toEqual([201, expect.any(String)])
  const { rows: columns } = await sql<{ name: string }>`
    select column_name as name from information_schema.columns where table_name = ${table} and is_generated = 'NEVER'`.execute(app.db)
  const fresh: Record<string, ReturnType<typeof sql>> = {
    id: sql`gen_random_uuid()`,
    name: sql`'Copy ' || number`,
    issuer: sql`'https://copy-' || number || '.example'`,
  }
  const copied = columns.map(({ name }) => fresh[name] ?? sql.ref(`original.${name}`))
  await sql`
    insert into ${sql.table(table)} (${sql.join(columns.map(({ name }) => sql.ref(name)))})
    select ${sql.join(copied)} from ${sql.table(table)} original cross join generate_series(2, ${most - 1}) number`.execute(app.asOwner())

  // All of them have counted, or wait to, when the first one may write.
  const adding = await app
    .asOwner()
    .transaction()
    .execute(async (tx) => {
      await sql`lock table ${sql.table(table)} in share row exclusive mode`.execute(tx)
      const calls = [1, 2, 3].map(add)
      await eventually(async () => expect(await countWaiting(app.db)).toBe(calls.length))
      return { calls }
    })
  const answers = await Promise.all(adding.calls)
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409])
  expect(answers.flatMap(({ status, body }) => (status === 409 ? [body.code] : []))).toEqual([code, code])
})
