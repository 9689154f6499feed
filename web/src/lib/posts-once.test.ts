import { beforeEach, expect, test, vi } from 'vitest'
import type { Carry } from './call.ts'
import './posts-once.ts'

const { held } = vi.hoisted(() => ({ held: { carry: undefined as Carry | undefined } }))
vi.mock('./call.ts', () => ({ carryBy: (carry: Carry) => (held.carry = carry) }))

/** Sends it, and returns its idempotency key. */
async function send(method: string, body: string | undefined, status: number) {
  const fetched = vi.fn<Carry>().mockResolvedValue(new Response('', { status }))
  vi.stubGlobal('fetch', fetched)
  await held.carry?.('/api/groups', { method, ...(body !== undefined && { body }) })
  return new Headers(fetched.mock.calls[0]?.[1].headers).get('idempotency-key')
}
const post = (body: string, status: number) => send('POST', body, status)

beforeEach(() => void send('DELETE', undefined, 200))

test('a POST that did not succeed has the same idempotency key when it is sent again, and another one once it has', async () => {
  const first = await post('{"name":"Operations"}', 504)
  expect(first).toMatch(/^\w{16,}$/)
  expect(await post('{"name":"Operations"}', 504)).toBe(first)
  expect(await post('{"name":"Operation"}', 504)).not.toBe(first)
  expect(await post('{"name":"Operations"}', 201)).toBe(first)
  expect(await post('{"name":"Operations"}', 504)).not.toBe(first)
})

test('the same POST is another one after a deletion, and after ten minutes', async () => {
  vi.useFakeTimers()
  const first = await post('{}', 504)
  await send('DELETE', undefined, 504)
  expect(await post('{}', 504)).toBe(first)
  await send('DELETE', undefined, 200)
  const second = await post('{}', 504)
  expect(second).not.toBe(first)
  vi.advanceTimersByTime(10 * 60_000 + 1)
  expect(await post('{}', 504)).not.toBe(second)
  vi.useRealTimers()
})

test('only a POST has an idempotency key', async () => {
  expect([await send('GET', undefined, 504), await send('PUT', '{}', 504), await send('DELETE', undefined, 504)]).toEqual([
    null,
    null,
    null,
  ])
})
