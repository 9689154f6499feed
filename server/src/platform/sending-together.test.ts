import type { Duplex } from 'node:stream'
import { expect, onTestFinished, test, vi } from 'vitest'
import { connectionConfig } from './connection.ts'
import { SendingTogetherClient } from './sending-together.ts'
import { useTestDatabase } from './testing/test-database.ts'

async function connect() {
  const client = new SendingTogetherClient({ ...connectionConfig(await useTestDatabase()), pipeline: true })
  await client.connect()
  onTestFinished(() => client.end())
  const { stream } = client.connection as unknown as { stream: Duplex }
  const [one, many] = [vi.spyOn(stream, '_write'), vi.spyOn(stream, '_writev' as '_write')]
  const ask = async (value: number) => (await client.query<{ value: number }>('select $1::int as value', [value])).rows[0]?.value
  return { ask, countWrites: () => one.mock.calls.length + many.mock.calls.length }
}

test('statements that wait for none of the answers leave in one write', async () => {
  const { ask, countWrites } = await connect()
  const afterPromises = Promise.resolve()
    .then(() => {})
    .then(() => {})
    .then(() => ask(3))
  expect(await Promise.all([ask(1), ask(2), afterPromises])).toEqual([1, 2, 3])
  expect(countWrites()).toBe(1)
})

test('a caller that waits for an answer sends the next statement by itself', async () => {
  const { ask, countWrites } = await connect()
  for (const value of [1, 2, 3]) expect(await ask(value)).toBe(value)
  expect(countWrites()).toBe(3)
})
