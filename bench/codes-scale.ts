import { once } from 'node:events'
import { Agent, get, type IncomingMessage } from 'node:http'
import { limits } from '@twofold/contract/limits'
import pg from 'pg'
import { fillInstallation } from './fill-installation.ts'
import { startInstallation } from './installation.ts'
import { median } from './median.ts'
import { addKeys, post, read, signUp } from './person.ts'
import { printAims, printTable } from './print.ts'
import { type ServerProcess, startServerWith } from './server-process.ts'

/*
 * Measures `GET /keys/generate-codes` as the number of keys and people in the database grows, for own keys, shared keys, and keys through a group.
 * Installations of all sizes run side by side and are measured in turn, and the median of single requests counts, so that a busy moment of the
 * machine does not.
 */

const populations = [10, 1_000, 100_000]
const amounts = [25, 100, 1_000]
const ways = ['own', 'shared', 'group'] as const
const rounds = 3
/** Requests of a round, by the number of keys: less than half a second each. */
const requestsPerRound = (keys: number) => Math.max(10, Math.round(2000 / keys))

type Way = (typeof ways)[number]
const nameOf = (way: Way, keys: number) => `${keys.toLocaleString('en')} keys, ${way}`
/** Cases: the number of a person's keys, by way of access. */
const cases = ways.flatMap((way) => amounts.map((keys) => ({ keys, name: nameOf(way, keys) })))

interface Contender {
  population: number
  server: ServerProcess<{ url: string }>
  /** Case → session. */
  tokens: Map<string, string>
  stop(): Promise<void>
}

interface Round {
  /** Milliseconds of the single requests. */
  times: number[]
  queriesPerRequest: number
}

export async function benchCodesScale(): Promise<void> {
  const contenders: Contender[] = []
  try {
    for (const population of populations) contenders.push(await startContender(population))
    const measured = new Map<string, Round[]>()
    for (let round = 0; round <= rounds; round++) {
      for (const { name, keys } of cases) {
        for (const contender of contenders) {
          const figures = await measure(contender, contender.tokens.get(name) ?? '', requestsPerRound(keys))
          if (round === 0) continue // warming up
          const cell = cellOf(contender.population, name)
          measured.set(cell, [...(measured.get(cell) ?? []), figures])
        }
      }
    }
    print(measured)
  } finally {
    await Promise.all(contenders.map(({ stop }) => stop()))
  }
}

const cellOf = (population: number, name: string) => `${population} people, ${name}`

async function startContender(population: number): Promise<Contender> {
  const installation = await startInstallation()
  let server: Contender['server'] | undefined
  const stop = async () => {
    await server?.stop()
    await installation.stop()
  }
  try {
    server = await startServerWith<{ url: string }>({ ...installation.environment, ROLES: 'web' }, 'application.ts')
    const { url } = server.ready
    const tokens = new Map<string, string>()
    for (const keys of amounts) await makeSubjects(url, keys, (way, token) => tokens.set(nameOf(way, keys), token))
    const client = new pg.Client({ connectionString: installation.environment.DATABASE_URL })
    await client.connect()
    try {
      await fillInstallation(client, population)
    } finally {
      await client.end()
    }
    return { population, server, tokens, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Somebody with so many keys, somebody they are all shared with, and somebody who is in a group that has them all. */
async function makeSubjects(url: string, keys: number, note: (way: Way, token: string) => void): Promise<void> {
  const [owner, friend, member] = await Promise.all([
    signUp(url, `own-${keys}@example.org`),
    signUp(url, `shared-${keys}@example.org`),
    signUp(url, `group-${keys}@example.org`),
  ])
  await addKeys(owner, keys)
  const { own_keys } = (await read(owner, '/api/keys')) as { own_keys: { id: string }[] }
  const headers = { authorization: `Bearer ${owner.token}` }
  const { group } = (await post(`${url}/api/groups`, { name: 'Bench' }, headers)) as { group: { id: string } }
  await post(`${url}/api/groups/${group.id}/members`, { email: `group-${keys}@example.org` }, headers)
  for (let from = 0; from < keys; from += limits.keysPerShare) {
    const key_ids = own_keys.slice(from, from + limits.keysPerShare).map(({ id }) => id)
    await post(`${url}/api/keys/share`, { key_ids, email: `shared-${keys}@example.org` }, headers)
    await post(`${url}/api/keys/share`, { key_ids, group_id: group.id }, headers)
  }
  for (const [way, person] of [
    ['own', owner],
    ['shared', friend],
    ['group', member],
  ] as const) {
    const { codes } = (await read(person, '/api/keys/generate-codes')) as { codes: unknown[] }
    if (codes.length !== keys) throw new Error(`${way}: ${codes.length} codes instead of ${keys}.`)
    note(way, person.token)
  }
}

/** One request after the other on one connection: what each of them takes. */
async function measure({ server }: Contender, token: string, requests: number): Promise<Round> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const options = { agent, headers: { authorization: `Bearer ${token}` } }
  const before = await server.usage()
  const times: number[] = []
  for (let request = 0; request < requests; request++) {
    const start = performance.now()
    const [answer] = (await once(get(`${server.ready.url}/api/keys/generate-codes`, options), 'response')) as [IncomingMessage]
    for await (const _ of answer);
    if (answer.statusCode === 200) times.push(performance.now() - start)
    // The machine has too much to do for a moment.
    else if (answer.statusCode !== 503) throw new Error(`The codes are refused with ${answer.statusCode}.`)
  }
  agent.destroy()
  const after = await server.usage()
  return { times, queriesPerRequest: (after.queries - before.queries) / requests }
}

function print(measured: ReadonlyMap<string, readonly Round[]>) {
  const roundsOf = (population: number, name: string) => measured.get(cellOf(population, name)) ?? []
  const timeOf = (population: number, name: string) => median(roundsOf(population, name).flatMap(({ times }) => times))
  const [least = 0, most = 0] = [populations.at(0), populations.at(-1)]
  const growthOf = (name: string) => timeOf(most, name) / timeOf(least, name)
  console.log('One request after the other, milliseconds each (median).')
  printTable(
    ['', ...populations.map((population) => `${population.toLocaleString('en')} people`), 'growth', 'requests/s', 'µs/key'],
    cases.map(({ name, keys }) => [
      name,
      ...populations.map((population) => timeOf(population, name).toFixed(2)),
      growthOf(name).toFixed(2),
      (1000 / timeOf(most, name)).toFixed(0),
      ((timeOf(most, name) * 1000) / keys).toFixed(0),
    ]),
  )
  // Of the quietest round of each: now and then something is written beside the requests.
  const queries = [...measured.values()].map((figures) => Math.min(...figures.map(({ queriesPerRequest }) => queriesPerRequest)))
  printAims([
    {
      name: `time per request, ${most.toLocaleString('en')} people : ${least}, at worst`,
      value: Math.max(...cases.map(({ name }) => growthOf(name))),
      atMost: 2,
    },
    { name: 'round trips to the database per request, at most', value: Math.max(...queries), atLeast: 1, atMost: 1 },
  ])
}
