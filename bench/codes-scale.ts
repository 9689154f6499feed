import { fileURLToPath } from 'node:url'
import autocannon from 'autocannon'
import pg from 'pg'
import { fillInstallation } from './fill-installation.ts'
import { startInstallation } from './installation.ts'
import { median } from './median.ts'
import { addKeys, post, signUp } from './person.ts'
import type { Person } from './person.ts'
import { printAims, printTable } from './print.ts'
import { startServerWith } from './server-process.ts'
import type { ServerProcess } from './server-process.ts'

/*
 * What `GET /keys/generate-codes` costs as the number of keys and of people in the database grows, for own keys, keys that others share,
 * and keys that come through a group. Installations of all sizes run side by side and are measured in turn, so that a busy moment of the
 * machine meets all of them.
 */

const populations = [10, 1_000, 100_000]
const amounts = [25, 100, 1_000]
const ways = ['own', 'shared', 'group'] as const
const rounds = 5
const secondsPerRound = 1
/** Keys that one call shares. */
const sharedAtOnce = 500

interface Subject {
  way: (typeof ways)[number]
  keys: number
  token: string
}

interface Contender {
  population: number
  server: ServerProcess<{ url: string }>
  subjects: Subject[]
  stop(): Promise<void>
}

export async function benchCodesScale(): Promise<void> {
  const contenders: Contender[] = []
  try {
    for (const population of populations) contenders.push(await startContender(population))
    const measured = new Map<string, { milliseconds: number[]; queries: number[] }>()
    for (let round = 0; round <= rounds; round++) {
      for (const contender of contenders) {
        for (const subject of contender.subjects) {
          const { milliseconds, queries } = await measure(contender, subject)
          if (round === 0) continue // warming up
          const name = nameOf(contender.population, subject)
          const known = measured.get(name) ?? { milliseconds: [], queries: [] }
          measured.set(name, { milliseconds: [...known.milliseconds, milliseconds], queries: [...known.queries, queries] })
        }
      }
    }
    print(contenders, measured)
  } finally {
    await Promise.all(contenders.map(({ stop }) => stop()))
  }
}

const nameOf = (population: number, { way, keys }: Pick<Subject, 'way' | 'keys'>) => `${population} ${way} ${keys}`

async function startContender(population: number): Promise<Contender> {
  const installation = await startInstallation()
  const server = await startServerWith<{ url: string }>({ ...installation.environment, ROLES: 'web' }, 'application.ts')
  const stop = async () => {
    await server.stop()
    await installation.stop()
  }
  try {
    const subjects = (await Promise.all(amounts.map((keys) => makeSubjects(server.ready.url, keys)))).flat()
    const client = new pg.Client({ connectionString: installation.environment.DATABASE_URL })
    await client.connect()
    await fillInstallation(client, population)
    await client.end()
    return { population, server, subjects, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Somebody with so many keys, somebody they are all shared with, and somebody who is in a group that has them all. */
async function makeSubjects(url: string, keys: number): Promise<Subject[]> {
  const [owner, friend, member] = await Promise.all(ways.map((way) => signUp(url, `${way}-${keys}@example.org`)))
  if (owner === undefined || friend === undefined || member === undefined) throw new Error('Somebody is missing.')
  await addKeys(owner, keys)
  const ids = ((await read(owner, '/api/keys')) as { own_keys: { id: string }[] }).own_keys.map(({ id }) => id)
  const headers = { authorization: `Bearer ${owner.token}` }
  const { group } = (await post(`${url}/api/groups`, { name: 'Bench' }, headers)) as { group: { id: string } }
  await post(`${url}/api/groups/${group.id}/members`, { email: `group-${keys}@example.org` }, headers)
  for (let from = 0; from < ids.length; from += sharedAtOnce) {
    const key_ids = ids.slice(from, from + sharedAtOnce)
    await post(`${url}/api/keys/share`, { key_ids, email: `shared-${keys}@example.org` }, headers)
    await post(`${url}/api/keys/share`, { key_ids, group_id: group.id }, headers)
  }
  const subjects = [owner, friend, member].map(({ token }, index) => ({ way: ways[index] ?? 'own', keys, token }))
  for (const { way, token } of subjects) {
    const { codes } = (await read({ url, token }, '/api/keys/generate-codes')) as { codes: unknown[] }
    if (codes.length !== keys) throw new Error(`${way}: ${codes.length} codes instead of ${keys}.`)
  }
  return subjects
}

async function read({ url, token }: Person, path: string): Promise<unknown> {
  const answer = await fetch(`${url}${path}`, { headers: { authorization: `Bearer ${token}` } })
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
  return answer.json()
}

/** One request after the other: what one of them takes. */
async function measure({ server }: Contender, { token }: Subject): Promise<{ milliseconds: number; queries: number }> {
  const before = await server.usage()
  const { requests, duration, errors, non2xx } = await autocannon({
    url: `${server.ready.url}/api/keys/generate-codes`,
    headers: { authorization: `Bearer ${token}` },
    connections: 1,
    duration: secondsPerRound,
  })
  if (errors > 0 || non2xx > 0) throw new Error(`${errors} errors, ${non2xx} refusals.`)
  const after = await server.usage()
  return { milliseconds: (duration * 1000) / requests.total, queries: (after.queries - before.queries) / requests.total }
}

function print(contenders: Contender[], measured: Map<string, { milliseconds: number[]; queries: number[] }>) {
  const timesOf = (population: number, subject: Pick<Subject, 'way' | 'keys'>) =>
    measured.get(nameOf(population, subject))?.milliseconds ?? []
  const [least = 0, most = 0] = [populations.at(0), populations.at(-1)]
  const subjects = ways.flatMap((way) => amounts.map((keys) => ({ way, keys })))
  const growth = (subject: Pick<Subject, 'way' | 'keys'>) =>
    median(timesOf(most, subject).map((time, round) => time / (timesOf(least, subject)[round] ?? Number.NaN)))
  console.log(`One request after the other, milliseconds each, medians of ${rounds} rounds of ${secondsPerRound} s.`)
  printTable(
    ['', ...contenders.map(({ population }) => `${population.toLocaleString('en')} people`), 'growth', 'µs/key'],
    subjects.map((subject) => [
      `${subject.keys.toLocaleString('en')} keys, ${subject.way}`,
      ...populations.map((population) => median(timesOf(population, subject)).toFixed(2)),
      growth(subject).toFixed(2),
      ((median(timesOf(most, subject)) * 1000) / subject.keys).toFixed(0),
    ]),
  )
  const queries = [...measured.values()].flatMap((figures) => figures.queries)
  printAims([
    {
      name: `time per request, ${most.toLocaleString('en')} people : ${least}, at worst`,
      value: Math.max(...subjects.map(growth)),
      atMost: 2,
    },
    // The rows of who was shown codes are written once an hour for each person, beside the requests.
    { name: 'round trips to the database per request, at most', value: Number(Math.max(...queries).toFixed(1)), atLeast: 1, atMost: 1 },
  ])
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await benchCodesScale()
