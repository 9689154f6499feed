import { i18n } from '@lingui/core'
import { beforeEach, expect, test, vi } from 'vitest'
import type { Carry } from './call.ts'
import './posts-once.ts'

const { held } = vi.hoisted(() => ({ held: { carry: undefined as Carry | undefined } }))
vi.mock('./call.ts', () => ({
  carryBy: (carry: Carry) => (held.carry = carry),
  fetchWhole: async (address: string, init: RequestInit) => {
    const answer = await fetch(address, init)
    return new Response(await answer.arrayBuffer(), answer)
  },
}))

/** Sends it, and returns its idempotency key. */
async function send(method: string, body: string | undefined, status: number) {
  const fetched = vi.fn<Carry>().mockResolvedValue(Response.json({}, { status }))
  vi.stubGlobal('fetch', fetched)
  await held.carry?.('/api/groups', { method, ...(body !== undefined && { body }) })
  return new Headers(fetched.mock.calls[0]?.[1].headers).get('idempotency-key')
}
const post = (body: string, status: number) => send('POST', body, status)

i18n.loadAndActivate({ locale: 'en', messages: {} })

beforeEach(() => send('DELETE', undefined, 200))

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

/** An answer of which only the beginning arrives. */
const cutShort = () => new Response(new ReadableStream({ start: (body) => body.error(new TypeError('network error')) }), { status: 201 })
const inProgress = () => Response.json({ code: 'idempotency.in_progress' }, { status: 409, headers: { 'retry-after': '1' } })

function answerInTurn(...answers: Response[]) {
  const keys: (string | null)[] = []
  vi.stubGlobal('fetch', (_: string, init: RequestInit) => {
    init.signal?.throwIfAborted()
    keys.push(new Headers(init.headers).get('idempotency-key'))
    return Promise.resolve(answers.shift() ?? inProgress())
  })
  return keys
}

test('a POST whose answer breaks off half-way has the same key when it is sent again', async () => {
  const keys = answerInTurn(cutShort(), Response.json({}))
  await expect(held.carry?.('/api/groups', { method: 'POST', body: '{}' })).rejects.toThrow('network error')
  await held.carry?.('/api/groups', { method: 'POST', body: '{}' })
  expect(keys).toEqual([expect.stringMatching(/^\w{16,}$/), keys[0]])
})

test('a write whose answer is no JSON may have been carried out: this is said, and a POST has the same key when it is sent again', async () => {
  const keys = answerInTurn(new Response('<p>Sign in to the hotel'), new Response('{"id":'), Response.json({}))
  const sent = () => held.carry?.('/api/groups', { method: 'POST', body: '{"unread":1}' })
  const unclear = {
    code: 'unclear',
    isOutage: true,
    message: expect.stringContaining('Check whether it was done before you try again') as string,
  }
  await expect(sent()).rejects.toMatchObject(unclear)
  await expect(sent()).rejects.toMatchObject(unclear)
  await sent()
  expect([keys[1], keys[2]]).toEqual([keys[0], keys[0]])
  answerInTurn(new Response(''))
  await expect(held.carry?.('/api/groups', { method: 'PUT', body: '{}' })).rejects.toMatchObject(unclear)
})

test('while the server is still at work on the first attempt, it is asked again by the same key until the time of the call is over, which it says', async () => {
  vi.useFakeTimers()
  const keys = answerInTurn(inProgress(), inProgress(), Response.json({ id: 1 }, { status: 201 }))
  const answer = held.carry?.('/api/groups', { method: 'POST', body: '{}' })
  await vi.advanceTimersByTimeAsync(2_000)
  expect((await answer)?.status).toBe(201)
  expect(new Set(keys).size).toBe(1)

  const time = new AbortController()
  const late = held.carry?.('/api/groups', { method: 'POST', body: '{"late":1}', signal: time.signal })
  await vi.advanceTimersByTimeAsync(5_000)
  time.abort(new DOMException('over', 'TimeoutError'))
  await expect(Promise.all([late, vi.advanceTimersByTimeAsync(1_000)])).rejects.toMatchObject({ code: 'unclear' })
  expect(keys.length).toBe(3 + 6)
  vi.useRealTimers()
})

test('a POST that its caller gives up is no call that was not answered in time', async () => {
  answerInTurn()
  const caller = new AbortController()
  const sent = held.carry?.('/api/groups', { method: 'POST', body: '{"closed":1}', signal: caller.signal })
  caller.abort()
  await expect(sent).rejects.toMatchObject({ name: 'AbortError' })
})
