import { hash, verify } from '@node-rs/argon2'
import { passwordCost } from '@twofold/server/src/platform/password-hash.ts'
import { median } from './median.ts'
import { password, signUp } from './person.ts'
import { printAims, printTable } from './print.ts'
import { startServer } from './server-process.ts'

/*
 * A sign-in is meant to cost one Argon2 hash and next to nothing else, and to tell nobody, not even by its duration, which
 * addresses have an account.
 */

const people = 20
const callers = 8
const rounds = 5
const secondsPerRound = 3
const pairs = 81

export async function benchSignIn(): Promise<void> {
  const server = await startServer<{ url: string }>('ours.ts')
  try {
    const { url } = server.ready
    const emails = Array.from({ length: people }, (_, index) => `person-${index}@example.org`)
    for (const email of emails) await signUp(url, email)
    const stored = await hash(password, { ...passwordCost, parallelism: 1 })

    const signInOnce = async (turn: number) => void (await signIn(url, at(emails, turn), password, 200))
    const verifyOnce = async () => {
      if (!(await verify(stored, password))) throw new Error('Argon2 refused the right password.')
    }
    await rate(signInOnce, 1)
    await rate(verifyOnce, 1)
    const rates: { ours: number; bare: number }[] = []
    for (let round = 0; round < rounds; round++) {
      rates.push({ ours: await rate(signInOnce, secondsPerRound), bare: await rate(verifyOnce, secondsPerRound) })
    }
    print(rates, await measureGap(url, emails))
  } finally {
    await server.stop()
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

/** Milliseconds until the answer. */
async function signIn(url: string, email: string, password: string, expected: number): Promise<number> {
  const start = performance.now()
  const answer = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  const body = await answer.text()
  const duration = performance.now() - start
  if (answer.status !== expected) throw new Error(`The sign-in was answered ${answer.status}: ${body}`)
  return duration
}

/** A wrong password for an address with an account and for one without, one right after the other, each first in turn. */
async function measureGap(url: string, emails: readonly string[]) {
  const known: number[] = []
  const unknown: number[] = []
  for (let pair = 0; pair < pairs; pair++) {
    const tries = [
      async () => known.push(await signIn(url, at(emails, pair), 'a wrong password', 422)),
      async () => unknown.push(await signIn(url, `nobody-${pair}@example.org`, 'a wrong password', 422)),
    ]
    for (const attempt of pair % 2 === 0 ? tries : tries.toReversed()) await attempt()
  }
  const gaps = known.map((duration, pair) => duration - at(unknown, pair))
  return { known: median(known), unknown: median(unknown), gap: median(gaps), chance: chanceOf(gaps) }
}

/** Half of the 95 % confidence interval of the median, from the order of the values: a busy machine makes it wide. */
function chanceOf(values: readonly number[]) {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const reach = Math.ceil(0.98 * Math.sqrt(sorted.length))
  return (at(sorted, middle + reach) - at(sorted, middle - reach)) / 2
}

function at<T>(list: readonly T[], index: number): T {
  return list[index % list.length] as T
}

function print(rates: { ours: number; bare: number }[], { known, unknown, gap, chance }: Awaited<ReturnType<typeof measureGap>>) {
  const { memoryCost, timeCost } = passwordCost
  console.log(
    `Argon2id with ${memoryCost / 1024} MiB and ${timeCost} passes. ${callers} callers, ${rounds} rounds of ${secondsPerRound} s; ${pairs} pairs of wrong sign-ins; medians.`,
  )
  printTable(
    ['', 'per second'],
    [
      ['sign-ins over HTTP', median(rates.map(({ ours }) => ours)).toFixed(1)],
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
    { name: 'sign-ins : bare Argon2', value: median(rates.map(({ ours, bare }) => ours / bare)), atLeast: 0.8 },
    {
      name: 'gap between known and unknown, ms',
      value: Math.abs(gap),
      text: `${Math.abs(gap).toFixed(1)} ± ${chance.toFixed(1)}`,
      atMost: 5,
    },
  ])
}
