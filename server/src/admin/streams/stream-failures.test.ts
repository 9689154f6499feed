import { listStreams } from '@twofold/contract/admin/streams'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { startReceiver } from './testing/receivers.ts'
import { startStreams } from './testing/start-streams.ts'
import { bucketTarget } from './testing/write-while-killed.ts'

test.each([
  ['120', 120],
  ['in two minutes', 120],
  ['999999', 3600],
  ['soon', 5],
])('a receiver that answers 429 with Retry-After %s is left alone for %i seconds', async (retryAfter, seconds) => {
  const app = await startStreams()
  const value = retryAfter === 'in two minutes' ? new Date(app.clock.now() + 120_000).toUTCString() : retryAfter
  const receiver = await startReceiver(() => ({ status: 429, headers: { 'retry-after': value }, body: '' }))
  await app.add({ kind: 'https', url: `${receiver.origin}/audit`, ca: receiver.ca })
  await app.send()
  const [row] = (await app.root.call(listStreams, {})).body.data
  const pause = Date.parse(row?.next_try_at ?? '') - Date.parse(row?.failing_since ?? '')
  expect(Math.abs(pause / 1000 - seconds)).toBeLessThan(2)
})

test('a failure of the database is not blamed on the receiver, which gets everything once rows can be read again', async () => {
  const app = await startStreams()
  const receiver = await startReceiver()
  await app.add({ kind: 'https', url: `${receiver.origin}/audit`, ca: receiver.ca })
  await app.auditChain.linkAll()
  const reason = async () => (await app.root.call(listStreams, {})).body.data[0]?.last_error
  await sql`alter table audit_chain rename column previous_hash to gone`.execute(app.asOwner())
  await app.streams.sendDue()
  await sql`alter table audit_chain rename column gone to previous_hash`.execute(app.asOwner())
  expect(await reason()).toBe('Twofold cannot read what it has to send. The log of the server says why.')
  expect(receiver.requests).toEqual([])
  await app.tryAgain()
  expect([receiver.requests.length, await reason()]).toEqual([1, null])
})

test('a bucket that asks for a pause is left alone for as long', async () => {
  const app = await startStreams()
  const bucket = await startReceiver(() => ({ status: 503, headers: { 'retry-after': '120' }, body: '' }))
  await app.add(bucketTarget(bucket.origin, bucket.ca))
  await app.send()
  const [row] = (await app.root.call(listStreams, {})).body.data
  expect(Math.abs(Date.parse(row?.next_try_at ?? '') - Date.parse(row?.failing_since ?? '') - 120_000)).toBeLessThan(2_000)
})

test('an answer that is too long is named in a sentence', async () => {
  const app = await startStreams()
  const receiver = await startReceiver(() => ({ status: 200, body: 'x'.repeat(300 * 1024) }))
  await app.add({ kind: 'https', url: `${receiver.origin}/audit`, ca: receiver.ca })
  await app.send()
  expect((await app.root.call(listStreams, {})).body.data[0]?.last_error).toBe('The receiver’s answer is too long.')
})
