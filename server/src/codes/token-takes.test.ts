import { deleteGroup } from '@twofold/contract/sharing/memberships'
import { listServiceAccountTokens, suspendServiceAccount } from '@twofold/contract/service-accounts'
import { listShares, revokeShare, shareKey } from '@twofold/contract/sharing/grants'
import { listTakes, type Take } from '@twofold/contract/takes'
import { createToken } from '@twofold/contract/tokens'
import { keyUsage } from '@twofold/contract/usage'
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { makeServiceAccount, makeToken } from '../machines/testing/make-token.ts'
import { systemClock } from '../platform/clock.ts'
import { databaseTime } from '../platform/database-time.ts'
import type { AppError } from '../platform/fail.ts'
import { createTakeLimits } from './take-limits.service.ts'
import { createTakeWatch } from './take-watch.repository.ts'
import { endWaits } from './testing/end-waits.ts'
import { eventually } from '../testing/eventually.ts'
import { shareApp } from '../testing/share-app.ts'
import { startTestApp } from '../testing/start-test-app.ts'

const windowStart = Date.parse('2026-11-23T09:00:00.000Z')
type Token = Awaited<ReturnType<typeof makeToken>>
type Answer = { take: Take; code?: string }

const shared = shareApp((options) => startTestApp({ now: windowStart + 2_000, ...options }))

async function start(email = 'ann@example.org') {
  const app = shared()
  endWaits(app)
  const ann = await app.signUp(email, 'Ann')
  const owner = (await app.db.selectFrom('users').select('id').where('email', '=', ann.email).executeTakeFirstOrThrow()).id
  const account = await makeServiceAccount(app, owner)
  const { key } = await ann.addKey('Registry')
  await ann.call(shareKey, { params: { id: key.id }, body: { service_account_id: account.id } })
  const scopes = ['keys:read', 'codes:take'] as const
  const svc = await makeToken(app, { kind: 'svc', owner: account.id, scopes: [...scopes] })
  const take = (token: Token, body: object = {}, { id = key.id, headers = {} }: { id?: string; headers?: Record<string, string> } = {}) =>
    token.send<Answer>('POST', `/api/keys/${id}/take`, { body, headers })
  const waiting = (count: number) => eventually(() => expect(app.waitingTakes.count()).toBe(count))
  const outcomes = async () => {
    await app.takeOutcomes.record()
    const rows = await app.db
      .selectFrom('audit_log')
      .where('action', 'like', 'take.%')
      .where('target_id', '=', key.id)
      .selectAll()
      .orderBy('id')
      .execute()
    return rows.map(({ action, actor_name: actor, target_name: key, after }) => ({ action, actor, key, after: after as object }))
  }
  const leases = () => app.db.selectFrom('code_leases').where('key_id', '=', key.id).selectAll().execute()
  return { app, ann, owner, account, key, svc, take, waiting, outcomes, leases }
}

test('a service account takes codes of keys that are shared with it and accepted, and of no others', async () => {
  const { app, ann, key, svc, take } = await start()
  const { status, body } = await take(svc, { reason: 'release 1.2' })
  expect([status, body.take.state, body.take.code?.length]).toEqual([200, 'handed', 6])
  const [seen] = await ann.codes()
  expect(seen).toMatchObject({ code: body.take.code, taken_by: 'Deploy bot' })
  const usage = await ann.call(keyUsage, { params: { id: key.id }, query: {} })
  expect(usage.body.data).toContainEqual(
    expect.objectContaining({ kind: 'copied', person: { name: 'Deploy bot', email: null, is_owner: false }, reason: 'release 1.2' }),
  )
  // A key of the owner of its group is not the account's.
  const own = (await ann.addKey('Own')).key.id
  expect((await take(svc, {}, { id: own })).body.code).toBe('keys.not_found')
  await app.db.updateTable('shares').set({ accepted_at: null }).where('key_id', '=', key.id).execute()
  app.clock.advance(30_000)
  expect((await take(svc)).body.code).toBe('keys.not_found')
})

test('a service account and a person by a token wait in one queue with everybody, and each gets another window', async () => {
  const { app, ann, owner, key, svc, take, waiting } = await start()
  const pat = await makeToken(app, { kind: 'pat', owner, scopes: ['codes:take'] })
  const first = await take(svc)
  const second = take(pat, { wait_seconds: 120 })
  await waiting(1)
  const third = ann.send<Answer>('POST', `/api/keys/${key.id}/take`, { body: { wait_seconds: 120 } })
  await waiting(2)
  app.clock.set(windowStart + 30_000)
  const { body: ownTake } = await second
  app.clock.set(windowStart + 60_000)
  const { body: last } = await third
  expect([ownTake.take.window, last.take.window].map((window) => (window ?? 0) - (first.body.take.window ?? 0))).toEqual([1, 2])
})

test('a token sees and ends its own takes only; a person lists those of their tokens, without codes', async () => {
  const { app, ann, owner, svc, take } = await start()
  const pat = await makeToken(app, { kind: 'pat', owner, scopes: ['codes:take'] })
  const other = await makeToken(app, { kind: 'pat', owner, scopes: ['codes:take'] })
  const { id } = (await take(pat)).body.take
  expect((await pat.send<Answer>('GET', `/api/takes/${id}`)).body.take.code).toHaveLength(6)
  for (const stranger of [other, svc, ann])
    expect([(await stranger.send('GET', `/api/takes/${id}`)).status, (await stranger.send('DELETE', `/api/takes/${id}`)).status]).toEqual([
      404, 404,
    ])
  expect((await ann.call(listTakes, {})).body.data).toMatchObject([{ id, state: 'handed' }])
  expect((await ann.call(listTakes, {})).body.data[0]?.code).toBeUndefined()
  expect((await other.send<{ data: Take[] }>('GET', '/api/takes')).body.data).toEqual([])
})

test('the same Idempotency-Key has one take for each token', async () => {
  const { app, account, svc, take } = await start()
  const other = await makeToken(app, { kind: 'svc', owner: account.id, scopes: ['codes:take'] })
  const headers = { 'idempotency-key': 'run-7' }
  const first = await take(svc, {}, { headers })
  expect((await take(svc, {}, { headers })).body.take).toEqual(first.body.take)
  expect((await take(svc, { wait_seconds: 61 }, { headers })).body.code).toBe('idempotency.mismatch')
  app.clock.advance(30_000)
  const its = await take(other, {}, { headers })
  expect([its.status, its.body.take.id === first.body.take.id]).toEqual([200, false])
})

test.each([
  ['its token is revoked', ({ app, svc }) => set(app, svc.id, { revoked_at: new Date(windowStart), revoked_because: 'owner' })],
  ['its token expires', ({ app, svc }) => set(app, svc.id, { expires_at: new Date(windowStart) })],
  ['the account is suspended', ({ ann, account }) => ann.call(suspendServiceAccount, { params: { id: account.id } })],
  [
    'the share is revoked',
    async ({ ann, key }) => {
      const [share] = (await ann.call(listShares, { params: { id: key.id } })).body.data
      await ann.call(revokeShare, { params: { id: key.id, share_id: share?.id ?? '' } })
    },
  ],
  [
    'the share expires',
    ({ app, key }) =>
      app.db
        .updateTable('shares')
        .set({ expires_at: new Date(windowStart) })
        .where('key_id', '=', key.id)
        .execute(),
  ],
] as [string, (started: Awaited<ReturnType<typeof start>>) => Promise<unknown>][])(
  'a waiting take of a service account ends when %s, and nothing is handed at the turn of the window',
  async (_, end) => {
    const started = await start()
    const { app, svc, take, waiting, outcomes, leases } = started
    await take(svc)
    const answer = take(svc, { wait_seconds: 120 })
    await waiting(1)
    await end(started)
    app.clock.set(windowStart + 30_000)
    expect((await answer).body.code).toBe('keys.not_found')
    expect((await leases()).length).toBe(1)
    expect((await outcomes()).map(({ action, after }) => [action, after])).toMatchObject([
      ['take.handed', { state: 'handed' }],
      ['take.over', { state: 'ended', token: expect.stringContaining(svc.text.slice(-4)) as string }],
    ])
  },
)

test('a waiting take is gone with its service account when the group is deleted', async () => {
  const { app, ann, account, svc, take, waiting, leases } = await start()
  await take(svc)
  const answer = take(svc, { wait_seconds: 120 })
  await waiting(1)
  await ann.call(deleteGroup, { params: { id: account.group_id } })
  app.clock.set(windowStart + 30_000)
  expect((await answer).status).toBe(404)
  expect((await leases()).length).toBe(1)
  expect((await take(svc)).body.code).toBe('tokens.invalid')
})

test('a waiting take of a personal token ends with the token and with its person', async () => {
  for (const end of ['token', 'person'] as const) {
    const { app, owner, svc, take, waiting } = await start(`${end}@example.org`)
    const pat = await makeToken(app, { kind: 'pat', owner, scopes: ['codes:take'] })
    await take(svc)
    const answer = take(pat, { wait_seconds: 120 })
    await waiting(1)
    if (end === 'token') await set(app, pat.id, { revoked_at: new Date(windowStart), revoked_because: 'owner' })
    else await app.db.updateTable('users').set({ is_active: false }).where('id', '=', owner).execute()
    app.clock.set(windowStart + 30_000)
    expect((await answer).body.code).toBe('keys.not_found')
  }
})

test('a token takes 30 codes a minute at most, fewer if it is narrowed, and learns when to come back', async () => {
  const { app, ann, owner, take } = await start()
  const door = (await ann.addKey('Door', { type: 'hotp' })).key.id
  const pat = await makeToken(app, { kind: 'pat', owner, scopes: ['codes:take'] })
  for (let count = 0; count < 30; count += 1) expect((await take(pat, {}, { id: door })).status).toBe(200)
  const refused = await take(pat, {}, { id: door })
  expect([refused.status, refused.body.code, refused.headers.get('retry-after')]).toEqual([429, 'takes.limit', '60'])
  app.clock.advance(60_000)
  expect((await take(pat, {}, { id: door })).status).toBe(200)

  await ann.enterPin()
  const body = { name: 'Narrow', scopes: ['codes:take'], expires_in_days: 7, takes_per_minute: 1, takes_per_day: 2 } as const
  const made = await ann.call(createToken, { body: { ...body, scopes: [...body.scopes] } })
  expect(made.body.token).toMatchObject({ takes_per_minute: 1, takes_per_day: 2 })
  const tryNarrow = async () =>
    (await app.send('POST', `/api/keys/${door}/take`, { body: {}, headers: { authorization: `Bearer ${made.body.secret}` } })).status
  expect([await tryNarrow(), await tryNarrow()]).toEqual([200, 429])
  app.clock.advance(60_000)
  expect(await tryNarrow()).toBe(200)
  app.clock.advance(60_000)
  expect(await tryNarrow()).toBe(429)
})

test.each([
  ['ahead of', 600_000],
  ['behind', -600_000],
])('the limit of a token is that of the database’s clock, also on a node whose clock is %s it', async (_, skew) => {
  const { app, owner, take } = await start()
  const pat = await makeToken(app, { kind: 'pat', owner, scopes: ['codes:take'] })
  const taken = (await take(pat)).body.take.id
  const time = databaseTime(systemClock)
  const { require } = createTakeLimits({
    takes: (db) => createTakeWatch(db, time),
    tokens: { lockTaking: async () => ({ is_agent: false, is_trusted: false, takes_per_minute: 1, takes_per_day: null }) },
  })
  const retryAfter = async (secondsAgo: number) => {
    const asked_at = sql<Date>`${time()} - make_interval(secs => ${secondsAgo})`
    await app.db.updateTable('code_takes').set({ asked_at }).where('id', '=', taken).execute()
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + skew })
    const asked = require(app.db, { user_id: owner, service_account_id: null, session_id: null, token_id: pat.id })
    return asked
      .then(
        () => undefined,
        (error: unknown) => (error as AppError).retryAfter,
      )
      .finally(() => vi.useRealTimers())
  }
  expect([await retryAfter(30), await retryAfter(61)]).toEqual([expect.closeTo(30, -1), undefined])
})

test('ten takes of one token wait at most', async () => {
  const { app, account, key, svc, take, waiting } = await start()
  await take(svc)
  const headers = (count: number) => ({ 'idempotency-key': `run-${count}` })
  const calls = Array.from({ length: 10 }, (_, count) => take(svc, { wait_seconds: 900 }, { headers: headers(count) }))
  await waiting(10)
  expect((await take(svc, { wait_seconds: 900 })).body.code).toBe('takes.queue_full')
  const other = await makeToken(app, { kind: 'svc', owner: account.id, scopes: ['codes:take'] })
  const its = take(other, { wait_seconds: 900 })
  await waiting(11)
  await app.db.updateTable('code_takes').set({ state: 'cancelled' }).where('key_id', '=', key.id).where('state', '=', 'queued').execute()
  for (const answer of await Promise.all([...calls, its])) expect(answer.body.take.state).toBe('cancelled')
})

test('a key outside of the token’s is not there', async () => {
  const { app, ann, owner, take } = await start()
  const other = (await ann.addKey('Other')).key.id
  const bound = await makeToken(app, { kind: 'pat', owner, scopes: ['codes:take'], key_ids: [other] })
  expect((await take(bound)).body.code).toBe('keys.not_found')
})

test('each outcome stands once in the audit log, with the token’s last four, where it came from and never the code', async () => {
  const { app, ann, account, key, svc, take, waiting, outcomes } = await start()
  const { body } = await take(svc, { reason: 'Release 4.2', run: { url: 'https://ci.example.org/7', id: '7' } })
  const answer = take(svc, { wait_seconds: 29 })
  await waiting(1)
  await app.db
    .updateTable('code_takes')
    .set({ deadline: new Date(windowStart) })
    .where('key_id', '=', key.id)
    .where('state', '=', 'queued')
    .execute()
  app.clock.advance(1_000)
  expect((await answer).body.code).toBe('takes.timed_out')
  expect(await outcomes()).toEqual(await outcomes())
  const [handed, over, ...more] = await outcomes()
  expect(more).toEqual([])
  expect(handed).toMatchObject({
    action: 'take.handed',
    key: 'Registry',
    after: {
      token: `A svc token (…${svc.text.slice(-4)})`,
      service_account: 'Deploy bot',
      window: windowStart / 30_000,
      reason: 'Release 4.2',
      stated_run: { url: 'https://ci.example.org/7', id: '7' },
      address: '127.0.0.1',
    },
  })
  expect(over).toMatchObject({ action: 'take.over', after: { state: 'timed_out' } })
  expect(JSON.stringify([handed, over])).not.toContain(body.take.code)
  const { data } = (await ann.call(listServiceAccountTokens, { params: { id: account.id } })).body
  expect(data[0]?.last_used_at).not.toBeNull()
})

const set = (app: Awaited<ReturnType<typeof start>>['app'], id: string, values: object) =>
  app.db.updateTable('access_tokens').set(values).where('id', '=', id).execute()
