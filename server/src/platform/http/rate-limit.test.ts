import type { FastifyReply } from 'fastify'
import { sql } from 'kysely'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { createManualClock } from '../clock.ts'
import { openTestPool, useTestDatabase } from '../testing/test-database.ts'
import { createRateLimiter } from './rate-limit.ts'

const now = Date.UTC(2026, 0, 1)

async function open(factor = 1) {
  const db = openTestPool({ connection: await useTestDatabase('owner'), poolSize: 2, log: pino({ level: 'silent' }) })
  onTestFinished(() => db.destroy())
  const make = () => createRateLimiter({ db, clock: createManualClock(now), factor })
  const headers: Record<string, unknown> = {}
  const reply = { header: (name: string, value: unknown) => (headers[name] = value) } as unknown as FastifyReply
  const rows = async () => (await sql<{ key: string; points: number }>`select key, points from rate_limits order by key`.execute(db)).rows
  return { db, make, headers, reply, rows }
}

test('an answer says what the limit is, what is left of it and when it begins again, and so does a refusal', async () => {
  const { make, headers, reply, rows } = await open()
  const limiter = make()
  await limiter.consume('search', 'ann', reply)
  expect(headers).toMatchObject({ 'x-ratelimit-limit': 60, 'x-ratelimit-remaining': 59, 'x-ratelimit-reset': now / 1000 + 60 })
  for (let count = 1; count < 60; count++) await limiter.consume('search', 'ann', reply, { isQuiet: true })
  expect(headers['x-ratelimit-remaining']).toBe(59)
  const refused = limiter.consume('search', 'ann', reply, { isQuiet: true })
  await expect(refused).rejects.toMatchObject({ code: 'rate.limited', status: 429, retryAfter: 60, parameters: { seconds: 60 } })
  expect(headers).toMatchObject({ 'x-ratelimit-limit': 60, 'x-ratelimit-remaining': 0, 'x-ratelimit-reset': now / 1000 + 60 })
  await limiter.consume('search', 'bo', reply)
  // In the memory of the node: nothing was written.
  expect(await rows()).toEqual([])
})

test('a limit that guards accounts is counted for all nodes together, and each limit by itself', async () => {
  const { make, reply, rows } = await open()
  const nodes = [make(), make()]
  for (let count = 0; count < 3; count++) await nodes[count % 2]?.consume('reset_recipient', 'ann@example.org', reply)
  for (const node of nodes) await expect(node.consume('reset_recipient', 'ann@example.org', reply)).rejects.toMatchObject({ status: 429 })
  await nodes[0]?.consume('sign_up_recipient', 'ann@example.org', reply)
  expect((await rows()).map(({ key }) => key).toSorted()).toEqual(['reset_recipient:ann@example.org', 'sign_up_recipient:ann@example.org'])
})

test('a success clears the count, gives it back or leaves it, as the limit says', async () => {
  const { make, headers, reply } = await open()
  const limiter = make()
  const left = async (name: 'sign_in' | 'own_password' | 'sign_up') => {
    await limiter.consume(name, 'ann', reply)
    await limiter.consume(name, 'ann', reply)
    await limiter.forgive([{ name, key: 'ann' }])
    await limiter.consume(name, 'ann', reply)
    return headers['x-ratelimit-remaining']
  }
  expect([await left('sign_in'), await left('own_password'), await left('sign_up')]).toEqual([4, 3, 7])
})

const both = [
  { name: 'sign_in', key: 'ann', isQuiet: false },
  { name: 'sign_in_failures', key: 'here', isQuiet: true },
] as const

test('several limits are counted in their order until one refuses: what follows it is not counted', async () => {
  const { make, headers, reply, rows } = await open()
  const limiter = make()
  for (let count = 0; count < 5; count++) await limiter.consumeAll(both, reply)
  expect(headers).toMatchObject({ 'x-ratelimit-limit': 5, 'x-ratelimit-remaining': 0 })
  await expect(limiter.consumeAll(both, reply)).rejects.toMatchObject({ code: 'rate.limited' })
  expect(await rows()).toEqual([
    { key: 'sign_in:ann', points: 6 },
    { key: 'sign_in_failures:here', points: 5 },
  ])
  await limiter.forgive(both)
  expect(await rows()).toEqual([{ key: 'sign_in_failures:here', points: 4 }])
  // Now the second limit is the one that is used up, and the answer says how it stands.
  for (let count = 4; count < 30; count++) await limiter.consumeAll([{ ...both[0], key: `person ${count}` }, both[1]], reply)
  const refused = limiter.consumeAll([{ ...both[0], key: 'bo' }, both[1]], reply)
  await expect(refused).rejects.toMatchObject({ code: 'rate.limited', retryAfter: expect.any(Number) as number })
  expect(headers).toMatchObject({ 'x-ratelimit-limit': 30, 'x-ratelimit-remaining': 0 })
  expect(await rows()).toContainEqual({ key: 'sign_in:bo', points: 1 })
})

test('no more requests at once get through than a limit has, also beside others that take back', async () => {
  const { make, reply, rows } = await open()
  const nodes = [make(), make()] as const
  const nodeOf = (place: number) => nodes[place % 2 === 0 ? 0 : 1]
  const ends = await Promise.allSettled(Array.from({ length: 20 }, (_, place) => nodeOf(place).consumeAll(both, reply)))
  expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
  expect(await rows()).toEqual([
    { key: 'sign_in:ann', points: 20 },
    { key: 'sign_in_failures:here', points: 5 },
  ])
  const mixed = Array.from({ length: 60 }, (_, place) =>
    place % 2 === 0
      ? nodes[0].forgive(both)
      : nodes[1].consumeAll(both, reply).catch((error: unknown) => expect(error).toMatchObject({ status: 429 })),
  )
  // None is given up for another one.
  for (const end of await Promise.allSettled(mixed)) expect(end).toMatchObject({ status: 'fulfilled' })
})

test('a window that is over begins again, for what is counted and for what is taken back', async () => {
  const { db, make, headers, reply, rows } = await open()
  const limiter = make()
  for (let count = 0; count < 5; count++) await limiter.consumeAll(both, reply)
  await sql`update rate_limits set expire = ${Date.now() - 1}`.execute(db)
  await limiter.consumeAll(both, reply)
  expect(headers['x-ratelimit-remaining']).toBe(4)
  expect((await rows()).map(({ points }) => points)).toEqual([1, 1])
  await sql`update rate_limits set expire = ${Date.now() - 1}`.execute(db)
  await limiter.giveBack('sign_in_failures', 'here')
  expect((await rows()).map(({ points }) => points)).toEqual([1, -1])
})

test('a database that fails is no refusal', async () => {
  const { db, make, headers, reply } = await open()
  await sql`drop table rate_limits`.execute(db)
  await expect(make().consume('sign_in', 'ann', reply)).rejects.toThrow('rate_limits')
  expect(headers).toEqual({})
})

test('counts that have run out go', async () => {
  const { db, make, reply, rows } = await open()
  const limiter = make()
  await limiter.consume('sign_in', 'ann', reply)
  await limiter.consume('sign_in', 'bo', reply)
  await sql`update rate_limits set expire = ${Date.now() - 1} where key = 'sign_in:ann'`.execute(db)
  for (const task of limiter.removable()) await task.removeBatch(db)
  expect((await rows()).map(({ key }) => key)).toEqual(['sign_in:bo'])
})

test('a factor multiplies every limit', async () => {
  const { make, headers, reply } = await open(2)
  await make().consume('search', 'ann', reply)
  expect(headers['x-ratelimit-limit']).toBe(120)
})
