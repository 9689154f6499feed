import type { Endpoint } from '@twofold/contract/endpoint'
import { goodBodies } from '@twofold/server/src/testing/good-bodies.ts'
import { testPin } from '@twofold/server/src/testing/test-secrets.ts'
import { nameOf, readContract } from '@twofold/server/src/testing/read-contract.ts'
import { admin } from './installation.ts'
import { median } from './median.ts'
import type { Cost } from './peers/watched.ts'
import { addKeys, type Person, post, signUp } from './person.ts'
import { printAims, printTable } from './print.ts'
import { type ServerProcess, startServer } from './server-process.ts'
import { sizeOf, worstBody, worstRefused } from './worst-body.ts'

/*
 * Measures the main thread, which all requests share, with the worst body that a call accepts; and the worst one that it refuses after counting,
 * parsing and checking. For every call of the contract that takes a body.
 */

const rounds = 3
/** Milliseconds. */
const mostPerTurn = 50

interface Row {
  call: string
  bytes: number
  status: number
  accepted: Cost
  refused: Cost
}

type Server = ServerProcess<{ url: string }>

export async function benchBodies(): Promise<void> {
  const server = await startServer<{ url: string }>('watched.ts')
  try {
    const endpoints = (await readContract()).filter(({ body }) => body !== undefined)
    const people = { user: await signUp(server.ready.url, 'bench@example.org'), admin: await signIn(server.ready.url) }
    const rows: Row[] = []
    for (const endpoint of endpoints) {
      const row = await measureCall(server, endpoint, people)
      rows.push(row)
    }
    print(rows)
  } finally {
    await server.stop()
  }
}

async function measureCall(server: Server, endpoint: Endpoint, people: { user: Person; admin: Person }): Promise<Row> {
  const call = nameOf(endpoint)
  const good = goodBodies[call]
  if (good === undefined) throw new Error(`There is no good body for ${call}.`)
  const person = endpoint.path.startsWith('/admin') ? people.admin : people.user
  const worst = (await prepare(call, person)) ?? worstBody(endpoint, good)
  const { status, cost: accepted } = await measure(server, endpoint, worst, person)
  const { status: refusal, cost: refused } = await measure(server, endpoint, worstRefused(endpoint, good), person)
  if (refusal < 400 || refusal >= 500) throw new Error(`${call} answered ${refusal} to a body that is wrong.`)
  return { call, bytes: sizeOf(worst), status, accepted, refused }
}

/** As many keys as a person can have, with everything that a key can have; for exports they are there. */
async function prepare(call: string, person: Person) {
  if (call === 'POST /keys/export') {
    await addKeys(person, 5000)
    await post(`${person.url}/api/pin/verify`, { pin: testPin }, { authorization: `Bearer ${person.token}` })
    return { format: 'twofold' }
  }
  if (call !== 'POST /keys/import') return undefined
  const entries = Array.from({ length: 5000 }, (_, number) => ({
    name: `${'é'.repeat(200)} ${number}`,
    uri: `otpauth://totp/H%C3%B6st:${'a'.repeat(200)}?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY${String(number)
      .padStart(4, '2')
      .replaceAll(/[0189]/g, 'Z')}&issuer=${'b'.repeat(200)}`,
    note: 'é'.repeat(900),
    tags: Array.from({ length: 20 }, (_item, tag) => `tag ${tag}`),
  }))
  return { dry_run: false, entries }
}

async function measure(server: Server, endpoint: Endpoint, body: object, { url, token }: Person) {
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => parameters[name] ?? crypto.randomUUID())
  const request = {
    method: endpoint.method,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  }
  const costs: Cost[] = []
  let status = 0
  for (let round = 0; round < rounds + 1; round++) {
    await server.ask('watch')
    const answer = await fetch(`${url}/api${path}`, request)
    await answer.arrayBuffer()
    const { cost } = (await server.ask('cost')) as { cost: Cost }
    status = answer.status
    // The first one also compiles.
    if (round > 0) costs.push(cost)
  }
  if (status === 401 && !endpoint.path.startsWith('/auth')) throw new Error(`${nameOf(endpoint)} was asked without a session.`)
  return { status, cost: { longest: median(costs.map(({ longest }) => longest)), total: median(costs.map(({ total }) => total)) } }
}

const parameters: Record<string, string> = { number: '1', language: 'de', slug: 'key-shared' }

async function signIn(url: string): Promise<Person> {
  const { access_token: token } = (await post(`${url}/api/auth/login`, admin)) as { access_token?: string }
  if (token === undefined) throw new Error('The administrator is not signed in.')
  return { url, token }
}

function print(rows: Row[]) {
  console.log(`CPU milliseconds of the main thread, medians of ${rounds}: the longest turn of the event loop, and all turns together.`)
  printTable(
    ['', 'bytes', 'status', 'longest turn', 'all turns', 'refused: longest', 'all'],
    rows.map(({ call, bytes, status, accepted, refused }) => [
      call,
      String(bytes),
      String(status),
      ...[accepted.longest, accepted.total, refused.longest, refused.total].map((value) => value.toFixed(1)),
    ]),
  )
  const worst = Math.max(...rows.flatMap(({ accepted, refused }) => [accepted.longest, refused.longest]))
  printAims([{ name: 'longest turn of all calls, ms', value: worst, atMost: mostPerTurn }])
}
