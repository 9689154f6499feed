import { setTimeout as pause } from 'node:timers/promises'
import { addKeys, type Person, post, read, signUp } from './person.ts'
import { printAims } from './print.ts'
import { startServer } from './server-process.ts'
import type { ServerProcess } from './server-process.ts'

/* Those who wait for a code of their own: how soon after a window's start they have it, and what a node spends while they wait. */

const period = 30_000
const keysEach = 10
/** Waiters whose codes all become free at the same moment, and waiters of whom the cost is measured. */
const [inTime, atCost] = [500, 1000]
/** Milliseconds in which everybody waits. */
const quiet = 10_000

interface Take {
  id: string
  state: string
  window?: number
}

export async function benchWaiters(): Promise<void> {
  const server = await startServer<{ url: string }>('ours.ts')
  try {
    const everybody: { person: Person; key: string }[] = []
    for (let number = 0; number < atCost / keysEach; number += 1) {
      const person = await signUp(server.ready.url, `waiter-${number}@example.org`)
      await addKeys(person, keysEach)
      const { own_keys: own } = (await read(person, '/api/keys')) as { own_keys: { id: string }[] }
      everybody.push(...own.map(({ id }) => ({ person, key: id })))
    }
    const delays = await measureDelays(everybody.slice(0, inTime))
    const at = (share: number) => delays[Math.min(delays.length - 1, Math.floor(delays.length * share))] ?? Number.NaN
    const cost = await measureCost(server, everybody)
    printAims([
      { name: `${inTime} waiters: code after the window’s start, p50, ms`, value: at(0.5), text: at(0.5).toFixed(0), atMost: 50 },
      { name: 'the same, p99, ms', value: at(0.99), text: at(0.99).toFixed(0), atMost: 1000 },
      { name: `${atCost} waiters: statements a second`, value: cost.statements, text: cost.statements.toFixed(1), atMost: 1 },
      { name: 'the same: memory, MB', value: cost.megabytes, text: cost.megabytes.toFixed(0), atMost: 40 },
    ])
  } finally {
    await server.stop()
  }
}

async function take({ person, key }: { person: Person; key: string }, hold: number): Promise<Take> {
  const body = { wait_seconds: 600, hold_seconds: hold, min_valid_seconds: 1 }
  const answer = await post(`${person.url}/api/keys/${key}/take`, body, { authorization: `Bearer ${person.token}` })
  return (answer as { take: Take }).take
}

/** Well inside a window, so that the next one begins after everybody has asked. */
async function beginWindow(): Promise<void> {
  await pause(period - (Date.now() % period) + 500)
}

/** Milliseconds, sorted. The window of each key is taken first, so that everybody waits for the start of the next one. */
async function measureDelays(all: readonly { person: Person; key: string }[]): Promise<number[]> {
  await beginWindow()
  await Promise.all(all.map((one) => take(one, 0)))
  const delays = await Promise.all(
    all.map(async (one) => {
      const { window } = await take(one, 50)
      return window === undefined ? Infinity : Date.now() - window * period
    }),
  )
  return delays.toSorted((a, b) => a - b)
}

async function measureCost(server: ServerProcess<unknown>, all: readonly { person: Person; key: string }[]) {
  await pause(2000)
  const begin = await server.usage()
  await pause(quiet)
  const before = await server.usage()
  await beginWindow()
  await Promise.all(all.map((one) => take(one, 0)))
  const waiting = all.map((one) => take(one, 50))
  await pause(4000)
  const opened = await server.usage()
  await pause(quiet)
  const idle = await server.usage()
  await Promise.all(waiting)
  return {
    megabytes: (opened.memory - before.memory) / 1024 / 1024,
    statements: (idle.queries - opened.queries - (before.queries - begin.queries)) / (quiet / 1000),
  }
}
