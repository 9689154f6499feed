import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { hash, verify } from '@node-rs/argon2'
import { passwordCost } from '@twofold/server/src/platform/password-hash.ts'
import { type Gap, measureGap } from './gap.ts'
import { median } from './median.ts'
import { password, signUp } from './person.ts'
import { printAims, printTable } from './print.ts'
import { startServer } from './server-process.ts'

/*
 * A sign-in is meant to cost one Argon2 hash and next to nothing else, and to tell nobody, not even by its duration, which
 * addresses have an account. A server with the same work and no product around it shows how little that can be.
 */

const people = 20
const callers = 8
const rounds = 5
const secondsPerRound = 3
const pairs = 81

export async function benchSignIn(): Promise<void> {
  const server = await startServer<{ url: string }>('ours.ts')
  const plain = await startServer<{ url: string }>('plain-sign-in.ts')
  try {
    const { url } = server.ready
    const emails = Array.from({ length: people }, (_, index) => `person-${index}@example.org`)
    for (const email of emails) await signUp(url, email)
    const stored = await hash(password, { ...passwordCost, parallelism: 1 })

    const signInAt = (address: string) => async (turn: number) => void (await signIn(address, at(emails, turn), password, 200))
    const signInOnce = signInAt(url)
    const signInPlainly = signInAt(plain.ready.url)
    const verifyOnce = async () => {
      if (!(await verify(stored, password))) throw new Error('Argon2 refused the right password.')
    }
    for (const work of [signInOnce, signInPlainly, verifyOnce]) await rate(work, 1)
    const rates: Rates[] = []
    for (let round = 0; round < rounds; round++) {
      const ours = await rate(signInOnce, secondsPerRound)
      rates.push({ ours, plain: await rate(signInPlainly, secondsPerRound), bare: await rate(verifyOnce, secondsPerRound) })
    }
    const refuse = (email: string) => signIn(url, email, 'a wrong password', 422)
    const gap = await measureGap(
      pairs,
      (pair) => refuse(at(emails, pair)),
      (pair) => refuse(`nobody-${pair}@example.org`),
    )
    print(rates, gap)
  } finally {
    agent.destroy()
    await Promise.all([server.stop(), plain.stop()])
  }
}

/** How often `work` ends per second while `callers` do it over and over. */
async function rate(work: (turn: number) => Promise<void>, seconds: number): Promise<number> {
  let done = 0
  let turn = 0
  const start = performance.now()
  const caller = async () => {
    while (performance.now() - start < seconds * 1000) {
      await work(turn++)
      done++
    }
  }
  await Promise.all(Array.from({ length: callers }, caller))
  return done / ((performance.now() - start) / 1000)
}

/** On connections that stay open, and without what `fetch` does beside: the client's own work takes time from the same cores, and belongs to neither side. */
const agent = new Agent({ keepAlive: true, maxSockets: callers })

/** Milliseconds until the answer. */
async function signIn(url: string, email: string, password: string, expected: number): Promise<number> {
  const start = performance.now()
  const body = JSON.stringify({ email, password })
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
  const asked = request(`${url}/api/auth/login`, { agent, method: 'POST', headers })
  asked.end(body)
  const [answer] = (await once(asked, 'response')) as [IncomingMessage]
  const said = await text(answer)
  const duration = performance.now() - start
  if (answer.statusCode !== expected) throw new Error(`The sign-in was answered ${answer.statusCode}: ${said}`)
  return duration
}

function at<T>(list: readonly T[], index: number): T {
  return list[index % list.length] as T
}

/** How many a second. */
interface Rates {
  ours: number
  plain: number
  bare: number
}

function print(rates: Rates[], { known, unknown, gap, chance }: Gap) {
  const { memoryCost, timeCost } = passwordCost
  console.log(
    `Argon2id with ${memoryCost / 1024} MiB and ${timeCost} passes. ${callers} callers, ${rounds} rounds of ${secondsPerRound} s; ${pairs} pairs of wrong sign-ins; medians.`,
  )
  printTable(
    ['', 'per second'],
    [
      ['sign-ins over HTTP', median(rates.map(({ ours }) => ours)).toFixed(1)],
      ['the same with plain Fastify + pg', median(rates.map(({ plain }) => plain)).toFixed(1)],
      ['bare Argon2 verifications', median(rates.map(({ bare }) => bare)).toFixed(1)],
    ],
  )
  printTable(
    ['', 'ms'],
    [
      ['refusal of a known address', known.toFixed(1)],
      ['refusal of an unknown address', unknown.toFixed(1)],
    ],
  )
  printAims([
    { name: 'sign-ins : plain Fastify + pg', value: median(rates.map(({ ours, plain }) => ours / plain)) },
    { name: 'plain Fastify + pg : bare Argon2', value: median(rates.map(({ plain, bare }) => plain / bare)) },
    { name: 'sign-ins : bare Argon2', value: median(rates.map(({ ours, bare }) => ours / bare)), atLeast: 0.95 },
    {
      name: 'gap between known and unknown, ms',
      value: Math.abs(gap),
      text: `${Math.abs(gap).toFixed(1)} ± ${chance.toFixed(1)}`,
      atMost: 5,
    },
  ])
}
