import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { WatchedTaker } from './take-authorization.service.ts'
import { createWaitingTakes, type WaitingTakesDeps } from './waiting-takes.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const here = new AbortController().signal

/** As each take is found; one that is not named is found no more. `over`: those whose attempt ends them. */
function start(found: Record<string, Partial<WatchedTaker>>, over: string[] = []) {
  const [looks, ended, tried, warned, released]: [string[][], unknown[], string[], unknown[], string[]] = [[], [], [], [], []]
  const gates: Promise<void>[] = []
  const timersBefore = vi.getTimerCount()
  const waiting = createWaitingTakes({
    takes: { end: async (ids: readonly string[], state: string) => ended.push([ids, state]) },
    authorization: {
      watch: async (ids: readonly string[]) => {
        looks.push([...ids])
        await gates.shift()
        const whole = { key_id: 'key', state: 'queued', is_entitled: true, is_next: false, remaining_ms: 60_000 }
        return ids.flatMap((id) => (found[id] === undefined ? [] : [{ id, ...whole, ...found[id] }]))
      },
    },
    attempt: async (id: string) => {
      tried.push(id)
      return { isOver: over.includes(id) }
    },
    log: { warn: (what: unknown) => warned.push(what) },
  } as unknown as WaitingTakesDeps)
  const wait = (id: string, { gone = here, milliseconds = 50_000 } = {}) =>
    void waiting.wait(id, milliseconds, gone).then(() => released.push(id))
  const timers = () => vi.getTimerCount() - timersBefore
  return { waiting, wait, timers, looks, ended, tried, warned, released, gates }
}

const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds)

test('a take that is looked after is looked at immediately, once for all, then every second, or when its window turns', async () => {
  const { wait, looks } = start({ one: { remaining_ms: 2_000 }, two: {} })
  wait('one')
  wait('two')
  await pass(0)
  expect(looks).toEqual([['one', 'two']])
  await pass(999)
  expect(looks).toHaveLength(1)
  await pass(1)
  expect(looks).toHaveLength(2)
  const turning = start({ one: { remaining_ms: 200 }, two: {} })
  turning.wait('one')
  turning.wait('two')
  await pass(202)
  expect(turning.looks).toHaveLength(1)
  await pass(1)
  expect(turning.looks).toHaveLength(2)
})

test('a take that arrives during a look is part of the next one', async () => {
  const { wait, looks, gates } = start({ one: {}, two: {} })
  const gate = Promise.withResolvers<void>()
  gates.push(gate.promise)
  wait('one')
  await pass(0)
  wait('two')
  await pass(500)
  expect(looks).toEqual([['one']])
  gate.resolve()
  await pass(1_000)
  expect(looks).toEqual([['one'], ['one', 'two']])
})

test('takes end whose taker may have no code any longer; they and those that are over go on, the others wait', async () => {
  const { waiting, wait, ended, released } = start({ refused: { is_entitled: false }, handed: { state: 'handed' }, stays: {} })
  for (const id of ['refused', 'handed', 'stays', 'removed']) wait(id)
  await pass(0)
  expect([ended, released, waiting.count()]).toEqual([[[['refused'], 'ended']], ['refused', 'handed', 'removed'], 1])
  await pass(1_000)
  expect(ended).toHaveLength(1)
})

test('the first in line for each key gets one attempt, and waits on if it fails', async () => {
  const next = { is_next: true }
  const found = { first: next, second: next, door: { ...next, key_id: 'door' }, later: { key_id: 'gate' } }
  const { wait, tried, released } = start(found, ['first'])
  for (const id of Object.keys(found)) wait(id)
  await pass(0)
  expect([tried, released]).toEqual([['first', 'door'], ['first']])
})

test('a caller waits until the time is over or they have gone, each of one take by themselves', async () => {
  const { waiting, wait, timers, looks, released, warned } = start({ one: {} })
  const gone = new AbortController()
  wait('one', { gone: gone.signal })
  wait('one', { milliseconds: 1_500 })
  gone.abort()
  await pass(1_499)
  expect([released, waiting.count()]).toEqual([['one'], 1])
  await pass(1)
  expect([released, waiting.count()]).toEqual([['one', 'one'], 0])
  await pass(10_000)
  // Nobody is left for the third one, and there is no fourth.
  expect([looks.length, timers(), warned]).toEqual([3, 0, []])
})

test('a taker who leaves during a look disturbs nobody', async () => {
  const { wait, timers, gates, warned, released } = start({ one: { state: 'handed' } })
  const [gate, gone] = [Promise.withResolvers<void>(), new AbortController()]
  gates.push(gate.promise)
  wait('one', { gone: gone.signal })
  await pass(0)
  gone.abort()
  gate.resolve()
  await pass(0)
  expect([released, warned, timers()]).toEqual([['one'], [], 0])
})

test('nobody waits who has gone, for no time, or on a node that stops', async () => {
  const { waiting, wait, timers, looks, released } = start({ one: {} })
  wait('one', { gone: AbortSignal.abort() })
  wait('one', { milliseconds: 0 })
  expect(waiting.count()).toBe(0)
  wait('one')
  await waiting.close()
  wait('one')
  await pass(0)
  expect([released.length, waiting.count(), timers(), looks]).toEqual([4, 0, 0, []])
})

test('a look that fails is reported, and the next one comes after a second', async () => {
  const { wait, gates, looks, warned } = start({ one: {} })
  const lost = Promise.reject(new Error('No database.'))
  lost.catch(() => {}) // the look meets it later
  gates.push(lost)
  wait('one')
  await pass(999)
  expect([looks.length, warned.length]).toEqual([1, 1])
  await pass(1)
  expect([looks.length, warned.length]).toEqual([2, 1])
})

test('a nudge looks at once', async () => {
  const { waiting, wait, looks } = start({ one: {} })
  waiting.nudge()
  wait('one')
  await pass(0)
  waiting.nudge()
  await pass(0)
  expect(looks).toHaveLength(2)
  await pass(1_000)
  expect(looks).toHaveLength(3)
})
