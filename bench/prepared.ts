import pg from 'pg'
import { nameOf, readContract } from '@twofold/server/src/testing/read-contract.ts'
import { fillBackOffice } from './fill-back-office.ts'
import { admin, startInstallation } from './installation.ts'
import { median } from './median.ts'
import { addKeys, type Person, post, signUp } from './person.ts'
import { printAims, printTable } from './print.ts'
import { type ServerProcess, startServerWith } from './server-process.ts'

/*
 * Compares each reading call with and without prepared statements, in an installation of `BENCH_USERS` users (20,000 unless set): two servers on one
 * database, one of which prepares, measured in turn. A statement whose generic plan is worse shows as a ratio above one.
 */

const users = Number(process.env.BENCH_USERS ?? 20_000)
const keys = 25
/** PostgreSQL chooses a generic plan at the sixth time at the earliest, and a name is given at the second. */
const warmUps = 12
const requests = 40
/** Milliseconds for all requests of one call. */
const limit = 6000

export async function benchPrepared(): Promise<void> {
  const installation = await startInstallation()
  const servers: ServerProcess<{ url: string }>[] = []
  try {
    const client = new pg.Client({ connectionString: installation.environment.DATABASE_URL })
    await client.connect()
    await fillBackOffice(client, users)
    await client.end()
    for (const DATABASE_PREPARE of ['true', 'false'])
      servers.push(await startServerWith({ ...installation.environment, DATABASE_PREPARE, ROLES: 'web' }, 'application.ts'))
    const [{ ready: prepared }, { ready: planned }] = servers as [ServerProcess<{ url: string }>, ServerProcess<{ url: string }>]
    const person = await signUp(prepared.url, 'bench@example.org')
    await addKeys(person, keys)
    const { access_token: token } = (await post(`${prepared.url}/api/auth/login`, admin)) as { access_token: string }
    const calls = (await readContract()).filter(({ method, path }) => method === 'GET' && !path.includes('{'))
    const rows: { call: string; prepared: number; planned: number; ratio: number }[] = []
    for (const endpoint of calls) {
      const by: Person = { url: '', token: endpoint.path.startsWith('/admin') ? token : person.token }
      const times = await measure([prepared.url, planned.url].map((url) => ({ ...by, url: `${url}/api${endpoint.path}` })))
      const [one, other] = times.map(median) as [number, number]
      if (times.every((list) => list.length > 0)) rows.push({ call: nameOf(endpoint), prepared: one, planned: other, ratio: one / other })
    }
    print(rows)
  } finally {
    await Promise.all(servers.map((server) => server.stop()))
    await installation.stop()
  }
}

/** Milliseconds of each request, of each in turn; none where a call does not answer with success. */
async function measure(contenders: readonly Person[]): Promise<number[][]> {
  const times: number[][] = contenders.map(() => [])
  const end = performance.now() + limit
  for (let turn = 0; turn < warmUps + requests && performance.now() < end; turn++) {
    for (const [index, { url, token }] of contenders.entries()) {
      const begin = performance.now()
      const answer = await fetch(url, { headers: { authorization: `Bearer ${token}` } })
      await answer.arrayBuffer()
      if (!answer.ok) return contenders.map(() => [])
      if (turn >= warmUps) times[index]?.push(performance.now() - begin)
    }
  }
  return times
}

function print(rows: readonly { call: string; prepared: number; planned: number; ratio: number }[]) {
  console.log(`${users.toLocaleString('en')} users; medians of up to ${requests} requests, one after the other, in milliseconds.`)
  printTable(
    ['', 'prepared', 'planned', 'ratio'],
    rows
      .toSorted((a, b) => b.ratio - a.ratio)
      .map(({ call, prepared, planned, ratio }) => [call, prepared.toFixed(2), planned.toFixed(2), ratio.toFixed(2)]),
  )
  printAims([
    { name: 'prepared : planned, the worst call', value: Math.max(...rows.map(({ ratio }) => ratio)), atMost: 1.1 },
    { name: 'prepared : planned, median call', value: median(rows.map(({ ratio }) => ratio)) },
  ])
}
