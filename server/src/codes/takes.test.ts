import { getTake, listTakes, reportTake, takeCode } from '@twofold/contract/takes'
import { expect, test } from 'vitest'
import { countWaiting } from '../testing/count-waiting.ts'
import { eventually } from '../testing/eventually.ts'
import { shareApp } from '../testing/share-app.ts'
import { type Person, prepareTakes, startInWindow, windowStart } from './testing/prepare-takes.ts'

const shared = shareApp(startInWindow)
const startSharing = () => prepareTakes(shared())

test('a free window is handed at once, with the code that everybody else sees, and is shown as taken', async () => {
  const { ann, bo, id, take } = await startSharing()
  const { status, body } = await take(ann)
  expect(status).toBe(200)
  expect(body.take).toMatchObject({ state: 'handed', key_id: id, window: windowStart / 30_000, valid_for_seconds: 18 })
  expect(body.take.valid_until).toBe('2026-11-23T09:00:30.000Z')
  const [seen] = await bo.codes()
  expect(seen).toMatchObject({ code: body.take.code, taken_by: 'Ann' })
})

test('a code that is not good for long enough is not handed', async () => {
  const { app, ann, take, waiting, nextWindow } = await startSharing()
  app.clock.advance(9_000)
  const answer = take(ann)
  await waiting(1)
  nextWindow()
  expect((await answer).body.take).toMatchObject({ window: windowStart / 30_000 + 1, valid_for_seconds: 30 })
  expect((await take(ann, { min_valid_seconds: 30 })).body.code).toBe('takes.margin_too_long')
})

test('the same Idempotency-Key has one take: same code while it is good, gone later, another body refused, another person apart', async () => {
  const { app, ann, bo, id } = await startSharing()
  const headers = { 'idempotency-key': 'run-7' }
  const send = (person: Person, body: object = {}) =>
    person.send<{ take: { id: string; code: string; window: number } }>('POST', `/api/keys/${id}/take`, { body, headers })
  const first = await send(ann)
  expect((await send(ann)).body).toEqual(first.body)
  expect((await send(ann, { wait_seconds: 61 })).body.code).toBe('idempotency.mismatch')
  expect((await send(bo, { wait_seconds: 0 })).body.code).toBe('takes.too_long')
  app.clock.advance(18_000)
  expect([(await send(ann)).status, (await send(ann)).body.code]).toEqual([410, 'takes.code_gone'])
  expect((await app.db.selectFrom('code_leases').where('key_id', '=', id).selectAll().execute()).length).toBe(1)
})

test('two calls at once with the same Idempotency-Key: one asks, and both get its code', async () => {
  const { app, ann, id } = await startSharing()
  const send = () =>
    ann.send<{ take: { id: string; code: string } }>('POST', `/api/keys/${id}/take`, { body: {}, headers: { 'idempotency-key': 'run-8' } })
  let answers: ReturnType<typeof send>[] = []
  await app.db.transaction().execute(async (tx) => {
    await tx.selectFrom('keys').where('id', '=', id).select('id').forUpdate().execute()
    answers = [send(), send()]
    await eventually(async () => expect(await countWaiting(app.db)).toBe(2))
  })
  const [one, other] = await Promise.all(answers)
  expect([one?.status, one?.body.take]).toEqual([200, other?.body.take])
  expect(await app.db.selectFrom('code_takes').where('key_id', '=', id).select('state').execute()).toEqual([{ state: 'handed' }])
})

test('a secret that cannot be read burns no window', async () => {
  const { app, ann, id, take } = await startSharing()
  await app.db
    .updateTable('keys')
    .set({ secret: Buffer.alloc(60) })
    .where('id', '=', id)
    .execute()
  expect((await take(ann)).body.code).toBe('keys.unreadable')
  expect(await app.db.selectFrom('code_leases').where('key_id', '=', id).selectAll().execute()).toEqual([])
})

test('a counter-based key hands each another counter, without a queue', async () => {
  const { app, ann } = await startSharing()
  const { key } = await ann.addKey('Door', { type: 'hotp' })
  const answers = await Promise.all([1, 2, 3].map(() => ann.call(takeCode, { params: { id: key.id }, body: { wait_seconds: 0 } })))
  expect(answers.map(({ status, body }) => [status, body.take?.counter ?? -1]).toSorted((a, b) => (a[1] ?? 0) - (b[1] ?? 0))).toEqual([
    [200, 0],
    [200, 1],
    [200, 2],
  ])
  const last = answers.find(({ body }) => body.take.counter === 2)?.body.take
  const repeated = await ann.call(getTake, { params: { id: last?.id ?? '' }, query: {} })
  expect(repeated.body.take.code).toBe(last?.code)
  app.clock.advance(60_000)
  expect((await ann.call(getTake, { params: { id: last?.id ?? '' }, query: {} })).body.code).toBe('takes.code_gone')
  await app.db.updateTable('keys').set({ counter: Number.MAX_SAFE_INTEGER }).where('id', '=', key.id).execute()
  expect((await ann.call(takeCode, { params: { id: key.id }, body: {} })).body.code).toBe('keys.counter_exhausted')
})

test('a stranger takes nothing and sees no take; the list has states and no codes; what the service said is kept', async () => {
  const { app, ann, bo, take } = await startSharing()
  const cy = await app.signUp('cy@example.org')
  expect((await take(cy)).body.code).toBe('keys.not_found')
  const { id } = (await take(ann, { reason: 'Release 4.2', run: { url: 'https://ci.example.org/7', id: '7' } })).body.take
  expect((await bo.call(getTake, { params: { id }, query: {} })).body.code).toBe('takes.not_found')
  expect((await ann.call(reportTake, { params: { id }, body: { accepted: false } })).body.take.accepted).toBe(false)
  const { data } = (await ann.call(listTakes, {})).body
  expect(data.map(({ state, code, accepted }) => [state, code, accepted])).toEqual([['handed', undefined, false]])
  for (const body of [{ run: { url: 'javascript:alert(1)' } }, { reason: 'a\u202eb' }, { wait_seconds: 901 }, { window: 3 }])
    expect((await take(ann, body)).status).toBe(422)
})
