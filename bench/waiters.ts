import { setTimeout as pause } from 'node:timers/promises'
import { percentile } from './median.ts'
import { addKeys, type Person, post, read, signUp } from './person.ts'
import { printAims } from './print.ts'
import { type ServerProcess, startServer } from './server-process.ts'

/* Those who wait for a code of their own: how soon after a window's start they have it, and what a node spends while they wait. */

const period = 30_000
const keysEach = 10
/** Number of takes in the queue whose delays are measured, and number of waiting takes whose cost is measured. */
const [inTime, atCost] = [500, 1000]
/** Of the queue: keys, milliseconds of a window, and takes that one token may wait with. */
const queue = { keys: 10, period: 2000, takesEach: 10 }
/** Milliseconds between two who begin to wait. */
const apart = 5
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
    const everybody: Asked[] = []
    for (let number = 0; number < atCost / keysEach; number += 1) {
      const person = await signUp(server.ready.url, `waiter-${number}@example.org`)
      await addKeys(person, keysEach)
      const { own_keys: own } = (await read(person, '/api/keys')) as { own_keys: { id: string }[] }
      everybody.push(...own.map(({ id }) => ({ person, key: id })))
    }
    const delays = await measureQueue(await signUp(server.ready.url, 'queue@example.org'))
    const atOnce = await measureTurn(everybody.slice(0, inTime))
    const cost = await measureCost(server, everybody)
    printAims([
      {
        name: `${inTime} waiters: code after the window’s start, p50, ms`,
        value: percentile(delays, 0.5),
        text: percentile(delays, 0.5).toFixed(0),
        atMost: 50,
      },
      { name: 'the same, p99, ms', value: percentile(delays, 0.99), text: percentile(delays, 0.99).toFixed(0), atMost: 1000 },
      { name: `${inTime} keys that turn at once, p50, ms`, value: percentile(atOnce, 0.5), text: percentile(atOnce, 0.5).toFixed(0) },
      { name: 'the same, p99, ms', value: percentile(atOnce, 0.99), text: percentile(atOnce, 0.99).toFixed(0) },
      { name: `${atCost} waiters: statements a second`, value: cost.statements, text: cost.statements.toFixed(1), atMost: 1 },
      { name: 'the same: memory, MB', value: cost.megabytes, text: cost.megabytes.toFixed(0), atMost: 40 },
    ])
  } finally {
    await server.stop()
  }
}

interface Asked {
  person: Person
  key: string
}

/** Starts are spread out, as of independent programs: this many at one instant would be refused with 429. */
const spread = <One, Done>(all: readonly One[], work: (one: One) => Promise<Done>) =>
  Promise.all(all.map((one, index) => pause(index * apart).then(() => work(one))))

async function take({ person, key }: Asked, hold: number): Promise<Take> {
  const body = { wait_seconds: 600, hold_seconds: hold, min_valid_seconds: 1 }
  const answer = await post(`${person.url}/api/keys/${key}/take`, body, { authorization: `Bearer ${person.token}` })
  return (answer as { take: Take }).take
}

/** Milliseconds from the start of the window to the answer: everybody of a long queue, over as many turns as it needs. */
async function measureQueue(owner: Person): Promise<number[]> {
  const as = { authorization: `Bearer ${owner.token}` }
  const keys: string[] = []
  for (let number = 0; number < queue.keys; number += 1) {
    const body = { name: `Queue ${number}`, period: queue.period / 1000 }
    keys.push(((await post(`${owner.url}/api/keys`, body, as)) as { key: { id: string } }).key.id)
  }
  await post(`${owner.url}/api/pin/verify`, { pin: '2468' }, as)
  const takers: Asked[] = []
  for (let number = 0; number < inTime / queue.takesEach; number += 1) {
    const body = { name: `Token ${number}`, scopes: ['codes:take'], expires_in_days: 1 }
    const { secret } = (await post(`${owner.url}/api/profile/tokens`, body, as)) as { secret: string }
    takers.push(...keys.map((key) => ({ person: { ...owner, token: secret }, key })))
  }
  return spread(takers, async (asked) => {
    let known = await take(asked, 50)
    while (known.window === undefined) known = ((await read(asked.person, `/api/takes/${known.id}?hold_seconds=50`)) as { take: Take }).take
    return Date.now() - known.window * queue.period
  })
}

/** Well inside a window, so that the next one begins after everybody has asked. */
async function beginWindow(): Promise<void> {
  await pause(period - (Date.now() % period) + 500)
}

/** The same for a key each. The window of each key is taken first, so that all of them wait for the start of the next one. */
async function measureTurn(all: readonly Asked[]): Promise<number[]> {
  await beginWindow()
  await spread(all, (one) => take(one, 0))
  return spread(all, async (one) => {
    const { window } = await take(one, 50)
    return window === undefined ? Infinity : Date.now() - window * period
  })
}

async function measureCost(server: ServerProcess<unknown>, all: readonly Asked[]) {
  // Deferred writes of earlier callers are finished then.
  await pause(quiet)
  const begin = await server.usage()
  await pause(quiet)
  const before = await server.usage()
  await beginWindow()
  await spread(all, (one) => take(one, 0))
  const waiting = spread(all, (one) => take(one, 50))
  await pause(all.length * apart + 1000)
  const opened = await server.usage()
  await pause(quiet)
  const idle = await server.usage()
  await waiting
  return {
    megabytes: (opened.memory - before.memory) / 1024 / 1024,
    statements: (idle.queries - opened.queries - (before.queries - begin.queries)) / (quiet / 1000),
  }
}
