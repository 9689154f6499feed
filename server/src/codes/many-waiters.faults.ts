import { setUserStatus } from '@twofold/contract/admin/users'
import { addGroup } from '@twofold/contract/sharing/memberships'
import { addServiceAccount, createServiceAccountToken, suspendServiceAccount } from '@twofold/contract/service-accounts'
import { signIn } from '@twofold/contract/sessions'
import { revokeShare, shareKey } from '@twofold/contract/sharing/grants'
import type { Take } from '@twofold/contract/takes'
import { createToken, revokeToken, tokenLimits } from '@twofold/contract/tokens'
import pg from 'pg'
import { expect, test } from 'vitest'
import { createClient, createPerson, testPassword } from '../testing/start-test-app.ts'
import { joinNode, startNodes } from './testing/take-nodes.ts'

/* Hundreds who wait at once, at two nodes with the real clock. */

type Answer = { take?: Take; code?: string }
const [tokens, takesEach, keys] = [20, 10, 5]
/** Seconds. As long as forty can wait for well within the 900 that a take may. */
const period = 17

type Person = Awaited<ReturnType<typeof joinNode>>

/** Twenty tokens, of a person or of service accounts, which have five each. */
async function makeTokens(ann: Person, bo: Person, accounts: readonly string[]) {
  const owner = accounts.length === 0 ? bo : ann
  await owner.enterPin()
  const made = []
  for (let number = 0; number < tokens; number += 1) {
    const body = { name: `Token ${number}`, expires_in_days: 1 }
    const account = accounts[number % accounts.length]
    const answer =
      account === undefined
        ? await owner.call(createToken, { body: { ...body, scopes: ['codes:take'] } })
        : await owner.call(createServiceAccountToken, { params: { id: account }, body })
    expect(answer.status).toBe(201)
    made.push({ id: answer.body.token.id, secret: answer.body.secret ?? '' })
  }
  return made
}

/** Service accounts of a group of Ann's. */
async function makeAccounts(ann: Person): Promise<string[]> {
  const { body } = await ann.call(addGroup, { body: { name: 'Releases' } })
  const accounts = []
  for (let number = 0; number < tokens / tokenLimits.perServiceAccount; number += 1) {
    const answer = await ann.call(addServiceAccount, { body: { group_id: body.group.id, name: `Bot ${number}` } })
    accounts.push(answer.body.service_account.id)
  }
  return accounts
}

/** Five keys of Ann's whose next codes are waited for at both nodes, ten times with each of twenty tokens, of Bo's or of service accounts. */
async function startWaiting(takers: 'person' | 'service accounts') {
  const { connection, startNode } = await startNodes()
  const urls = [(await startNode()).url, (await startNode()).url]
  const [first = ''] = urls
  const [ann, bo, root] = [
    await joinNode(first, 'ann@example.org'),
    await joinNode(first, 'bo@example.org'),
    await joinNode(first, 'root@example.org'),
  ]
  const accounts = takers === 'person' ? [] : await makeAccounts(ann)
  const [ids, shares]: [string[], { id: string; share_id: string }[]] = [[], []]
  for (let number = 0; number < keys; number += 1) {
    const { id } = (await ann.addKey(`Key ${number}`, { period })).key
    ids.push(id)
    if (takers === 'person') shares.push({ id, share_id: await ann.share(id, bo.email) })
    for (const account of accounts) await ann.call(shareKey, { params: { id }, body: { service_account_id: account } })
    await ann.send('POST', `/api/keys/${id}/take`, { body: {} })
  }
  const made = await makeTokens(ann, bo, accounts)
  const all = made.flatMap(({ secret }, token) =>
    Array.from({ length: takesEach }, async (_, count) => {
      const client = createClient(urls[count % 2] ?? '', { authorization: `Bearer ${secret}` })
      const body = { wait_seconds: 900, hold_seconds: 50 }
      const answer = await client.send<Answer>('POST', `/api/keys/${ids[(token + count) % keys]}/take`, { body })
      return { status: answer.status, code: answer.body.take?.code, at: performance.now() }
    }),
  )
  const client = new pg.Client(connection)
  await client.connect()
  const asked = async () => (await client.query(`select 1 from code_takes where token_id is not null`)).rowCount
  await expect.poll(asked, { timeout: 60_000 }).toBe(all.length)
  return { client, first, ann, bo, root, accounts, shares, made, answers: Promise.all(all) }
}

type Waiting = Awaited<ReturnType<typeof startWaiting>>

/** Row 3 of programs.md §8: the acts that take codes away from waiting takers, and the kind of their tokens. */
const ends: Record<string, { takers: 'person' | 'service accounts'; act: (waiting: Waiting) => Promise<void> }> = {
  'the tokens are revoked': {
    takers: 'person',
    async act({ bo, made }) {
      for (const { id } of made) expect((await bo.call(revokeToken, { params: { id } })).status).toBe(200)
    },
  },
  'the keys are shared no longer': {
    takers: 'person',
    async act({ ann, shares }) {
      for (const params of shares) expect((await ann.call(revokeShare, { params })).status).toBe(200)
    },
  },
  'the person is deactivated': {
    takers: 'person',
    async act({ client, first, root }) {
      await client.query(`update users set role = 'admin' where email = 'root@example.org'`)
      const { body } = await createClient(first).call(signIn, { body: { email: root.email, password: testPassword } })
      const { rows } = await client.query<{ id: string }>(`select id from users where email = 'bo@example.org'`)
      const admin = createPerson(first, root.email, body.access_token ?? '')
      const answer = await admin.call(setUserStatus, { params: { id: rows[0]?.id ?? '' }, body: { is_active: false } })
      expect(answer.status).toBe(200)
    },
  },
  'the person is in quarantine': {
    takers: 'person',
    async act({ client }) {
      await client.query(`update users set codes_closed_until = now() + interval '1 day' where email = 'bo@example.org'`)
    },
  },
  'the service accounts are suspended': {
    takers: 'service accounts',
    async act({ ann, accounts }) {
      for (const id of accounts) expect((await ann.call(suspendServiceAccount, { params: { id } })).status).toBe(200)
    },
  },
  'the tokens expire': {
    takers: 'service accounts',
    async act({ client }) {
      await client.query(`update access_tokens set expires_at = now()`)
    },
  },
}

test.each(Object.keys(ends))('200 waiters end without a code when %s, and none is handed out after', async (what) => {
  const { takers, act } = ends[what] as (typeof ends)[string]
  const waiting = await startWaiting(takers)
  const { client } = waiting
  const began = performance.now()
  await act(waiting)
  const acted = performance.now()
  const all = await waiting.answers
  console.log(`${what}: the last of ${all.length} ended after ${(Math.max(...all.map(({ at }) => at)) - acted).toFixed(0)} ms`)
  // A few may have had their turn before.
  expect(all.filter(({ at }) => at > began).length).toBeGreaterThan(150)
  expect(all.filter(({ at, code }) => at > acted && code !== undefined)).toEqual([])
  const { rowCount } = await client.query(`select 1 from code_takes where token_id is not null and state = 'queued'`)
  expect(rowCount).toBe(0)
  await client.end()
})

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
