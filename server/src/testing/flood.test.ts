import { generateCodes } from '@twofold/contract/codes'
import { listKeys } from '@twofold/contract/keys'
import { signIn } from '@twofold/contract/sessions'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { connectionConfig } from '../platform/connection.ts'
import { startTestApp, type TestApp, testPassword } from './start-test-app.ts'
import { eventually } from './eventually.ts'

/** A connection that is not of the application's pool. */
async function connectBeside(app: TestApp) {
  const client = new pg.Client(connectionConfig(app.owner))
  await client.connect()
  onTestFinished(() => client.end())
  return client
}

/**
 * So many calls of Ann's at once, of which each takes as long as a statement may: what they ask for is locked until `letGo`. Some are under way
 * when this answers.
 */
async function flood(app: TestApp, count: number) {
  const ann = await app.signUp('ann@example.org')
  const { key } = await ann.addKey('Slow')
  await ann.enterPin()
  const [holder, watcher] = [await connectBeside(app), await connectBeside(app)]
  await holder.query('begin')
  await holder.query('lock table backup_codes in access exclusive mode')
  const answered: number[] = []
  const ask = async () => {
    const answer = await ann.send('GET', `/api/keys/${key.id}/backup-codes`)
    answered.push(answer.status)
    return answer
  }
  const answers = Promise.all(Array.from({ length: count }, ask))
  await eventually(async () => {
    const { rowCount } = await watcher.query("select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'")
    expect(rowCount).toBeGreaterThan(0)
  })
  return { ann, answers, answered, letGo: () => holder.query('rollback') }
}

test('200 calls of one account at once never give another person a 503, nor take the node out of service', async () => {
  const app = await startTestApp({ env: { DATABASE_POOL: '4' } })
  const bo = await app.signUp('bo@example.org')
  await bo.addKey('Code host')
  const { answers, letGo } = await flood(app, 200)
  for (let round = 0; round < 10; round++) {
    const others = await Promise.all([
      bo.call(listKeys, {}),
      bo.call(generateCodes, {}),
      bo.send('POST', '/api/keys', { body: { name: `Key ${round}` } }),
      app.call(signIn, { body: { email: bo.email, password: testPassword } }),
      app.send('GET', '/api/installation'),
      app.send('GET', '/readyz'),
    ])
    expect(others.map(({ status }) => status)).toEqual([200, 200, 201, 200, 200, 200])
  }
  await letGo()
  const flooded = await answers
  const refused = flooded.filter(({ status }) => status !== 200)
  for (const answer of refused) {
    expect([429, 503]).toContain(answer.status)
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
  }
  // In a line a second at most for each kind, and not where in the code it was thrown.
  expect(app.logged()).not.toContain('"stack"')
  expect(app.logged().split('\n').length).toBeLessThan(30)
})

test('one account that asks for more at once than fits its queue is refused with 429 and when to come back', async () => {
  const app = await startTestApp({ env: { DATABASE_POOL: '4' } })
  const { ann, answers, answered, letGo } = await flood(app, 300)
  await eventually(() => expect(answered).toContain(429))
  await letGo()
  const statuses = (await answers).map(({ status, body, headers }) => [status, status === 429 && [body.code, headers.get('retry-after')]])
  expect(statuses).toContainEqual([429, ['rate.too_many_at_once', '2']])
  expect((await ann.call(listKeys, {})).status).toBe(200)
  const lines = app
    .logged()
    .split('\n')
    .filter((line) => line.includes('rate.too_many_at_once'))
  expect(lines.length).toBeGreaterThan(0)
  expect(lines.length).toBeLessThan(10)
})
