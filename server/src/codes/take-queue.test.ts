import { copiedCode, takeTurn } from '@twofold/contract/codes'
import { cancelTake, getTake, takeCode } from '@twofold/contract/takes'
import { lockVault } from '@twofold/contract/pin'
import { leaveKey, revokeShare } from '@twofold/contract/sharing/grants'
import { signOut } from '@twofold/contract/sessions'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { countWaiting } from '../testing/count-waiting.ts'
import { eventually } from '../testing/eventually.ts'
import { shareApp } from '../testing/share-app.ts'
import { type Person, prepareTakes, startInWindow, windowStart } from './testing/prepare-takes.ts'

const shared = shareApp(startInWindow)
const startSharing = () => prepareTakes(shared())

test('two who take at once get different windows, the second when it begins', async () => {
  const { ann, bo, take, waiting, nextWindow } = await startSharing()
  const first = await take(ann)
  const second = take(bo)
  await waiting(1)
  nextWindow()
  const { status, body } = await second
  expect([status, body.take.window]).toEqual([200, (first.body.take.window ?? 0) + 1])
  expect(body.take.code).not.toBe(first.body.take.code)
})

test('those who wait are served in the order in which they came, one in each window, but for a margin that does not fit', async () => {
  const { app, ann, bo, take, waiting, nextWindow } = await startSharing()
  await take(ann)
  const served: string[] = []
  const ask = async (name: string, person: Person, body: object) => {
    const { take: handed } = (await take(person, { wait_seconds: 600, ...body })).body
    served.push(`${name} ${(handed.window ?? 0) - windowStart / 30_000}`)
  }
  const all: Promise<void>[] = []
  for (const [name, person, min_valid_seconds] of [
    ['first', bo, 20],
    ['second', ann, 20],
    ['short', bo, 5],
  ] as const) {
    all.push(ask(name, person, { min_valid_seconds }))
    await waiting(all.length)
  }
  nextWindow()
  await eventually(() => expect(served).toEqual(['first 1']))
  // The next window has begun, but is too old for the second.
  app.clock.advance(45_000)
  await eventually(() => expect(served).toEqual(['first 1', 'short 2']))
  nextWindow()
  await Promise.all(all)
  expect(served).toEqual(['first 1', 'short 2', 'second 3'])
})

test('windows that somebody copied or reserved are skipped, and a person who copies a taken one gets a warning', async () => {
  const { app, ann, bo, id, take, waiting, nextWindow } = await startSharing()
  await ann.call(takeTurn, { params: { id } })
  expect((await ann.call(copiedCode, { params: { id }, body: {} })).status).toBe(200)
  const answer = take(bo, { wait_seconds: 90 })
  await waiting(1)
  app.clock.advance(8_000)
  nextWindow()
  await waiting(1)
  nextWindow()
  expect((await answer).body.take.window).toBe(windowStart / 30_000 + 2)
  expect((await ann.call(copiedCode, { params: { id }, body: {} })).body.taken_by).toBe('Bo')
})

test('a taker who would wait in vain is refused, and one whose time is over loses the place', async () => {
  const { app, ann, bo, take, waiting } = await startSharing()
  await take(ann)
  expect((await take(bo, { wait_seconds: 17 })).body.code).toBe('takes.too_long')
  const answer = take(bo, { wait_seconds: 20 })
  await waiting(1)
  // Somebody else was first: the queue waits in vain.
  app.clock.advance(21_000)
  expect((await answer).body.code).toBe('takes.timed_out')
})

test('a taker learns the place and the expected time; canceling moves the next one up, and a handed take stays used', async () => {
  const { ann, bo, take, waiting } = await startSharing()
  const handed = (await take(ann)).body.take
  const [one] = [take(ann), await waiting(1)]
  const two = take(bo, { wait_seconds: 120 })
  const ids = await waiting(2)
  const places = await Promise.all(
    ids.map(
      async (id) =>
        (await ann.call(getTake, { params: { id }, query: {} })).body.take ??
        (await bo.call(getTake, { params: { id }, query: {} })).body.take,
    ),
  )
  expect(places.map((take) => [take?.position, take?.estimated_at]).toSorted(([a], [b]) => Number(a) - Number(b))).toEqual([
    [1, '2026-11-23T09:00:30.000Z'],
    [2, '2026-11-23T09:01:00.000Z'],
  ])
  const ownTake = places.find((take) => take?.position === 1)?.id ?? ''
  const its = places.find((take) => take?.position === 2)?.id ?? ''
  expect((await bo.call(cancelTake, { params: { id: ownTake } })).body.code).toBe('takes.not_found')
  expect((await ann.call(cancelTake, { params: { id: ownTake } })).body.take.state).toBe('cancelled')
  expect((await one).body.take.state).toBe('cancelled')
  const after = await bo.call(getTake, { params: { id: its }, query: {} })
  expect([after.status, after.body.take.position]).toEqual([202, 1])
  expect((await ann.call(cancelTake, { params: { id: handed.id } })).body.code).toBe('takes.handed')
  await bo.call(cancelTake, { params: { id: its } })
  await two
})

test('a take that nobody asks about for ten seconds is abandoned and passed over', async () => {
  const { app, ann, bo, take, id, waiting, nextWindow } = await startSharing()
  await take(ann)
  const controller = new AbortController()
  const left = fetch(`${app.url}/api/keys/${id}/take`, {
    method: 'POST',
    headers: { authorization: `Bearer ${ann.token}`, 'content-type': 'application/json' },
    body: '{"wait_seconds":300}',
    signal: controller.signal,
  }).catch(() => {})
  const [abandoned = ''] = await waiting(1)
  controller.abort()
  await left
  await eventually(() => expect(app.waitingTakes.count()).toBe(0))
  app.clock.advance(11_000)
  const second = take(bo)
  await waiting(2, 1)
  nextWindow()
  // A look that was under way when it left may have seen it once more.
  app.clock.advance(11_000)
  expect((await second).body.take.window).toBe(windowStart / 30_000 + 1)
  const { body } = await ann.call(getTake, { params: { id: abandoned }, query: {} })
  expect(body.take.state).toBe('abandoned')
})

test.each([
  ['the share is revoked', ({ ann, id, share }) => ann.call(revokeShare, { params: { id, share_id: share } })],
  ['the recipient leaves', ({ bo, id }) => bo.call(leaveKey, { params: { id } })],
  ['the vault is locked', ({ bo }) => bo.call(lockVault, {})],
  ['the session ends', ({ bo }) => bo.call(signOut, {})],
  [
    'the account is deactivated',
    ({ app, bo }) => app.db.updateTable('users').set({ is_active: false }).where('email', '=', bo.email).execute(),
  ],
  [
    'the account is closed',
    ({ app, bo }) =>
      app.db
        .updateTable('users')
        .set({ codes_closed_until: new Date(windowStart + 3_600_000) })
        .where('email', '=', bo.email)
        .execute(),
  ],
] as [string, (started: Awaited<ReturnType<typeof startSharing>>) => Promise<unknown>][])(
  'a waiting take ends when %s, also where its window has just begun',
  async (_, revoke) => {
    const started = await startSharing()
    const { app, ann, bo, id, take, waiting, nextWindow } = started
    await take(ann)
    const answer = take(bo, { wait_seconds: 120 })
    await waiting(1)
    await revoke(started)
    nextWindow()
    expect((await answer).body.code).toBe('keys.not_found')
    const states = await app.db.selectFrom('code_takes').where('key_id', '=', id).select('state').orderBy('seq').execute()
    expect(states).toEqual([{ state: 'handed' }, { state: 'ended' }])
    expect((await app.db.selectFrom('code_leases').where('key_id', '=', id).selectAll().execute()).length).toBe(1)
  },
)

test('ten takes of one person wait at most, and the answer says when to come back', async () => {
  const { ann, take, waiting } = await startSharing()
  await take(ann)
  const calls = Array.from({ length: 10 }, () => take(ann, { wait_seconds: 900 }))
  const ids = await waiting(10)
  const refused = await take(ann, { wait_seconds: 900 })
  expect([refused.status, refused.body.code, refused.headers.get('retry-after')]).toEqual([429, 'takes.queue_full', '318'])
  await Promise.all(ids.map((id) => ann.call(cancelTake, { params: { id } })))
  await Promise.all(calls)
})

test('takes of several keys at once: one gets the last place that a person has', async () => {
  const { app, ann, take, waiting } = await startSharing()
  const takeOf = (id: string, body: object = {}) => ann.call(takeCode, { params: { id }, body })
  const others = await Promise.all(['Second', 'Third'].map(async (name) => (await ann.addKey(name)).key.id))
  await Promise.all([take(ann), ...others.map((id) => takeOf(id))])
  const calls = Array.from({ length: 9 }, () => take(ann, { wait_seconds: 900 }))
  await waiting(9)
  // Both have counted, or wait to, when the first one may write.
  const asking = await app
    .asOwner()
    .transaction()
    .execute(async (tx) => {
      await sql`lock table code_takes in share row exclusive mode`.execute(tx)
      const asked = others.map((id) => takeOf(id, { wait_seconds: 900 }))
      await eventually(async () => expect(await countWaiting(app.db)).toBe(asked.length))
      return { asked }
    })
  const refused = await Promise.race(asking.asked)
  expect([refused.status, refused.body.code]).toEqual([429, 'takes.queue_full'])
  await waiting(9, 10)
  await app.db.updateTable('code_takes').set({ state: 'cancelled' }).where('state', '=', 'queued').execute()
  const answers = await Promise.all([...calls, ...asking.asked])
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(10)
})
