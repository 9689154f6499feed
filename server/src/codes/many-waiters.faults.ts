import { setUserStatus } from '@twofold/contract/admin/users'
import { signIn } from '@twofold/contract/sessions'
import { revokeShare } from '@twofold/contract/sharing'
import type { Take } from '@twofold/contract/takes'
import { createToken, revokeToken } from '@twofold/contract/tokens'
import pg from 'pg'
import { expect, test } from 'vitest'
import { createClient, createPerson, testPassword } from '../testing/start-test-app.ts'
import { joinNode, startNodes } from './testing/take-nodes.ts'

/* Hundreds who wait at once, at two nodes with the real clock. */

type Answer = { take?: Take; code?: string }
const [tokens, takesEach, keys] = [20, 10, 4]
/** Seconds. As long as fifty can wait for within the 900 that a take may. */
const period = 17

/** Bo has the codes of four keys of Ann's, and waits for the next ones at both nodes, ten times with each of twenty tokens. */
async function startWaiting() {
  const { connection, startNode } = await startNodes()
  const urls = [(await startNode()).url, (await startNode()).url]
  const [first = ''] = urls
  const [ann, bo, root] = [
    await joinNode(first, 'ann@example.org'),
    await joinNode(first, 'bo@example.org'),
    await joinNode(first, 'root@example.org'),
  ]
  const shares: { id: string; share_id: string }[] = []
  for (let number = 0; number < keys; number += 1) {
    const { key } = await ann.addKey(`Key ${number}`, { period })
    shares.push({ id: key.id, share_id: await ann.share(key.id, bo.email) })
    await ann.send('POST', `/api/keys/${key.id}/take`, { body: {} })
  }
  await bo.enterPin()
  const made = []
  for (let number = 0; number < tokens; number += 1) {
    const { body } = await bo.call(createToken, { body: { name: `Token ${number}`, scopes: ['codes:take'], expires_in_days: 1 } })
    made.push({ id: body.token.id, secret: body.secret ?? '' })
  }
  const all = made.flatMap(({ secret }, token) =>
    Array.from({ length: takesEach }, async (_, count) => {
      const client = createClient(urls[count % 2] ?? '', { authorization: `Bearer ${secret}` })
      const id = shares[(token + count) % keys]?.id ?? ''
      const { status, body } = await client.send<Answer>('POST', `/api/keys/${id}/take`, { body: { wait_seconds: 900, hold_seconds: 50 } })
      return { status, code: body.take?.code, at: performance.now() }
    }),
  )
  const client = new pg.Client(connection)
  await client.connect()
  const asked = async () => (await client.query(`select 1 from code_takes where token_id is not null`)).rowCount
  await expect.poll(asked, { timeout: 60_000 }).toBe(all.length)
  return { client, first, ann, bo, root, shares, made, answers: Promise.all(all) }
}

test.each(['the tokens are revoked', 'the keys are shared no longer', 'the person is deactivated'])(
  '200 waiters end without a code when %s, and none is handed out after',
  async (what) => {
    const { client, first, ann, bo, root, shares, made, answers } = await startWaiting()
    if (what === 'the tokens are revoked')
      for (const { id } of made) expect((await bo.call(revokeToken, { params: { id } })).status).toBe(200)
    if (what === 'the keys are shared no longer')
      for (const params of shares) expect((await ann.call(revokeShare, { params })).status).toBe(200)
    if (what === 'the person is deactivated') {
      await client.query(`update users set role = 'admin' where email = 'root@example.org'`)
      const { body } = await createClient(first).call(signIn, { body: { email: root.email, password: testPassword } })
      const { rows } = await client.query<{ id: string }>(`select id from users where email = 'bo@example.org'`)
      const admin = createPerson(first, root.email, body.access_token ?? '')
      const answer = await admin.call(setUserStatus, { params: { id: rows[0]?.id ?? '' }, body: { is_active: false } })
      expect(answer.status).toBe(200)
    }
    const acted = performance.now()
    const all = await answers
    console.log(`${what}: the last of ${all.length} ended after ${(Math.max(...all.map(({ at }) => at)) - acted).toFixed(0)} ms`)
    // A few may have had their turn before.
    const waited = all.filter(({ at }) => at > acted)
    expect(waited.length).toBeGreaterThan(150)
    expect(waited.filter(({ code }) => code !== undefined)).toEqual([])
    const { rowCount } = await client.query(`select 1 from code_takes where token_id is not null and state = 'queued'`)
    expect(rowCount).toBe(0)
    await client.end()
  },
)

test('200 repetitions of one Idempotency-Key over two nodes are one take with one code, gone when its window is over', async () => {
  const { connection, startNode } = await startNodes()
  const urls = [(await startNode()).url, (await startNode()).url]
  const ann = await joinNode(urls[0] ?? '', 'ann@example.org')
  const { key } = await ann.addKey('Host', { period: 30 })
  const take = async (count: number) => {
    const person = createPerson(urls[count % 2] ?? '', ann.email, ann.token)
    const headers = { 'idempotency-key': 'run-7' }
    const { status, body } = await person.send<Answer>('POST', `/api/keys/${key.id}/take`, { body: { wait_seconds: 60 }, headers })
    return { status, id: body.take?.id, code: body.take?.code, said: body.code, until: body.take?.valid_until }
  }
  const all = await Promise.all(Array.from({ length: 200 }, (_, count) => take(count)))
  const [one] = all
  expect(one?.code).toMatch(/^\d{6}$/)
  expect(all.map(({ status, id, code }) => [status, id, code])).toEqual(all.map(() => [200, one?.id, one?.code]))
  const client = new pg.Client(connection)
  await client.connect()
  const { rows } = await client.query(`select 1 from code_leases where kind = 'take'`)
  expect(rows).toHaveLength(1)
  await client.end()
  await expect.poll(async () => (await take(0)).said, { timeout: 45_000, interval: 500 }).toBe('takes.code_gone')
})
