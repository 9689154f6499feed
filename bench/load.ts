import { setTimeout as pause } from 'node:timers/promises'
import { startInstallation } from './installation.ts'
import { median, percentile } from './median.ts'
import { addKeys, password, type Person, read, signUp } from './person.ts'
import { printAims, printTable } from './print.ts'
import { megabytesOf, type Memory } from './process-memory.ts'
import { startServerWith } from './server-process.ts'

/*
 * A company at work: `BENCH_PEOPLE` people (1,000 unless set) with 25 keys each have their page open, which asks for codes once in every window of 30 s,
 * at a moment of its own; one of them signs in every second, and one shares a key every second. For `BENCH_SECONDS` (120 unless set; what is
 * promised of answers is for 600, and that memory does not grow for 1,800).
 */

const people = Number(process.env.BENCH_PEOPLE ?? 1000)
const seconds = Number(process.env.BENCH_SECONDS ?? 120)
const keysEach = 25
const windowMs = 30_000
/** Those who sign in and share, in turn: so many that none of them shares with more than 20 new addresses, which is the most in a day. */
const active = Math.max(20, Math.ceil(seconds / 15))
/** Milliseconds between two looks at the memory. */
const look = 5000
/** Sign-ups side by side: their passwords are hashed. */
const atOnce = 4

const emailOf = (number: number) => `person-${number}@example.org`

interface Measured {
  /** Milliseconds of each answer, by kind of request. */
  times: Record<'codes' | 'sign-in' | 'share', number[]>
  errors: Map<string, number>
  /** Requests for codes by the second of the window. */
  bySecond: number[]
  /** In the order of time. */
  memory: Memory[]
}

export async function benchLoad(): Promise<void> {
  const installation = await startInstallation()
  const server = await startServerWith<{ url: string }>({ ...installation.environment, ROLES: 'web,worker' }, 'application.ts')
  try {
    const { url } = server.ready
    const crowd: Person[] = []
    while (crowd.length < people) {
      const some = Array.from({ length: Math.min(atOnce, people - crowd.length) }, (_, index) => signUp(url, emailOf(crowd.length + index)))
      for (const person of await Promise.all(some)) {
        await addKeys(person, keysEach)
        crowd.push(person)
      }
    }
    const keyOf = async (person: Person) => ((await read(person, '/api/keys')) as { own_keys: { id: string }[] }).own_keys[0]?.id ?? ''
    const sharers = await Promise.all(crowd.slice(0, active).map(async (person) => ({ person, key: await keyOf(person) })))

    const before = await server.usage()
    const measured: Measured = {
      times: { codes: [], 'sign-in': [], share: [] },
      errors: new Map(),
      bySecond: Array(30).fill(0) as number[],
      memory: [],
    }
    const end = performance.now() + seconds * 1000
    await Promise.all([
      ...crowd.map((person) => poll(person, end, measured)),
      watchMemory(end, measured),
      everySecond(end, (turn) =>
        timed(measured, 'sign-in', () => ask(`${url}/api/auth/login`, undefined, { email: emailOf(turn % active), password })),
      ),
      everySecond(end, (turn) => {
        const { person, key } = sharers[turn % sharers.length] as (typeof sharers)[number]
        const body = { email: emailOf(active + (turn % (people - active))), permission: 'view' }
        return timed(measured, 'share', () => ask(`${url}/api/keys/${key}/share`, person.token, body))
      }),
    ])
    const after = await server.usage()
    print(measured, { cpuMs: after.cpu - before.cpu, peakMb: after.peakMemory / 1024 ** 2 })
  } finally {
    await server.stop()
    await installation.stop()
  }
}

/** As a page does: at a moment of its own in each window. */
async function poll(person: Person, end: number, measured: Measured): Promise<void> {
  await pause(Math.random() * windowMs)
  while (performance.now() < end) {
    const second = Math.floor((Date.now() % windowMs) / 1000)
    measured.bySecond[second] = (measured.bySecond[second] ?? 0) + 1
    await timed(measured, 'codes', () => ask(`${person.url}/api/keys/generate-codes`, person.token))
    const toTurn = windowMs - (Date.now() % windowMs)
    await pause(toTurn + Math.random() * windowMs * 0.9)
  }
}

/** The server and PostgreSQL are both started by this process. */
async function watchMemory(end: number, measured: Measured): Promise<void> {
  while (performance.now() < end) {
    measured.memory.push(await megabytesOf(process.pid, 'peers/application.ts'))
    await pause(look)
  }
}

async function everySecond(end: number, act: (turn: number) => Promise<void>): Promise<void> {
  const under: Promise<void>[] = []
  for (let turn = 0; performance.now() < end; turn++) {
    under.push(act(turn))
    await pause(1000)
  }
  await Promise.all(under)
}

/** Once: whatever is no success is an error. */
async function ask(url: string, token: string | undefined, body?: object): Promise<void> {
  const answer = await fetch(url, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${answer.status} ${text}`)
}

async function timed(measured: Measured, kind: keyof Measured['times'], ask: () => Promise<unknown>): Promise<void> {
  const begin = performance.now()
  try {
    await ask()
    measured.times[kind].push(performance.now() - begin)
  } catch (error) {
    const reason = `${kind}: ${error instanceof Error ? error.message.slice(0, 120) : String(error)}`
    measured.errors.set(reason, (measured.errors.get(reason) ?? 0) + 1)
  }
}

function print({ times, errors, bySecond, memory }: Measured, { cpuMs, peakMb }: { cpuMs: number; peakMb: number }): void {
  console.log(
    `${people} people with ${keysEach} keys each, for ${seconds} s; the server took ${(cpuMs / 1000).toFixed(1)} s of CPU, peak ${peakMb.toFixed(0)} MB.`,
  )
  printTable(
    ['ms', 'requests', 'p50', 'p99', 'worst'],
    Object.entries(times).map(([kind, list]) => [
      kind,
      String(list.length),
      ...[0.5, 0.99, 1].map((part) => percentile(list, part).toFixed(1)),
    ]),
  )
  // The first third fills caches and pools.
  const thirds = [0, 1, 2].map((third) => memory.slice((memory.length * third) / 3, (memory.length * (third + 1)) / 3))
  const middle = (part: keyof Memory, third: number) => median((thirds[third] ?? []).map((size) => size[part]))
  printTable(
    ['MB, median of each third', 'first', 'second', 'last'],
    (['server', 'postgres'] as const).map((part) => [part, ...thirds.map((_, third) => middle(part, third).toFixed(1))]),
  )
  const total = (third: number) => middle('server', third) + middle('postgres', third)
  for (const [reason, count] of errors) console.log(`  ${count} × ${reason}`)
  const failed = [...errors.values()].reduce((sum, count) => sum + count, 0)
  const mean = bySecond.reduce((sum, count) => sum + count, 0) / bySecond.length
  printAims([
    { name: 'errors', value: failed, text: String(failed), atMost: 0 },
    { name: 'codes, p99 in ms', value: percentile(times.codes, 0.99), atMost: 100 },
    { name: 'busiest second of the window : mean', value: Math.max(...bySecond) / mean, atMost: 1.5 },
    { name: 'memory, last third : second third', value: total(2) / total(1), atMost: 1.05 },
  ])
}
