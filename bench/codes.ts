import autocannon from 'autocannon'
import { median } from './median.ts'
import { printAims, printTable } from './print.ts'
import { type ServerProcess, startServer } from './server-process.ts'
import { addKeys, signUp } from './person.ts'

/*
 * The call that every open page makes again and again, beside the same work without a product around it, and beside an
 * authentication server that lists as many rows for who is signed in.
 */

const items = 25
const connections = 10
const rounds = 9
const secondsPerRound = 2
const secondsOfWarmUp = 3

interface Contender {
  server: ServerProcess<unknown>
  url: string
  headers: Record<string, string>
}

interface Round {
  requestsPerSecond: number
  /** Milliseconds. */
  p50: number
  p99: number
  /** Milliseconds of the server's process. */
  cpuPerRequest: number
  queriesPerRequest: number
}

export async function benchCodes(): Promise<void> {
  const started: ServerProcess<unknown>[] = []
  try {
    const contenders = new Map<string, Contender>()
    for (const [name, start] of Object.entries(starts)) {
      const contender = await start((server) => started.push(server))
      await checkAnswer(name, contender)
      contenders.set(name, contender)
    }
    for (const contender of contenders.values()) await load(contender, secondsOfWarmUp)
    const measured = new Map([...contenders.keys()].map((name) => [name, [] as Round[]]))
    for (let round = 0; round < rounds; round++) {
      for (const [name, contender] of contenders) measured.get(name)?.push(await measure(contender))
    }
    print(measured)
  } finally {
    await Promise.all(started.map((server) => server.stop()))
  }
}

/** `own` is told of a server as soon as it runs, so that it is stopped whatever happens next. */
type Start = (own: (server: ServerProcess<unknown>) => void) => Promise<Contender>

const names = { ours: 'ours', plain: 'plain Fastify + pg', betterAuth: 'better-auth 1.7.0' }

const starts: Record<string, Start> = {
  async [names.ours](own) {
    const server = await startServer<{ url: string }>('ours.ts')
    own(server)
    const person = await signUp(server.ready.url, 'bench@example.org')
    await addKeys(person, items)
    return { server, url: `${person.url}/api/keys/generate-codes`, headers: { authorization: `Bearer ${person.token}` } }
  },
  async [names.plain](own) {
    const server = await startServer<{ url: string; token: string }>('plain-server.ts')
    own(server)
    return { server, url: `${server.ready.url}/codes`, headers: { authorization: `Bearer ${server.ready.token}` } }
  },
  async [names.betterAuth](own) {
    const server = await startServer<{ url: string }>('better-auth.ts')
    own(server)
    return { server, url: `${server.ready.url}/api/auth/list-sessions`, headers: { cookie: await openSessions(server.ready.url, items) } }
  },
}

/** Signs up, which opens the first session, and signs in until there are `count`. Answers the last one's cookie. */
async function openSessions(url: string, count: number): Promise<string> {
  const credentials = { email: 'bench@example.org', password: 'correct-horse-battery' }
  const post = async (path: string, body: object) => {
    const answer = await fetch(`${url}/api/auth${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: url },
      body: JSON.stringify(body),
    })
    const cookie = answer.headers.getSetCookie()[0]?.split(';')[0]
    if (!answer.ok || cookie === undefined) throw new Error(`better-auth answered ${answer.status}: ${await answer.text()}`)
    return cookie
  }
  let cookie = await post('/sign-up/email', { name: 'Bench', ...credentials })
  for (let opened = 1; opened < count; opened++) cookie = await post('/sign-in/email', credentials)
  return cookie
}

/** A server that refuses quickly must not win. */
async function checkAnswer(name: string, { url, headers }: Contender) {
  const answer = await fetch(url, { headers })
  const body = (await answer.json()) as { codes?: unknown[] } | unknown[]
  const list = Array.isArray(body) ? body : (body.codes ?? [])
  if (answer.status !== 200 || list.length !== items) throw new Error(`${name} answered ${answer.status} with ${list.length} items.`)
}

async function load({ url, headers }: Contender, duration: number) {
  const result = await autocannon({ url, headers, connections, duration })
  if (result.errors > 0 || result.non2xx > 0) throw new Error(`${url}: ${result.errors} errors, ${result.non2xx} refusals.`)
  return result
}

async function measure(contender: Contender): Promise<Round> {
  const before = await contender.server.usage()
  const { requests, duration, latency } = await load(contender, secondsPerRound)
  const after = await contender.server.usage()
  return {
    requestsPerSecond: requests.total / duration,
    p50: latency.p50,
    p99: latency.p99,
    cpuPerRequest: (after.cpu - before.cpu) / requests.total,
    queriesPerRequest: (after.queries - before.queries) / requests.total,
  }
}

function print(measured: Map<string, Round[]>) {
  const middle = (name: string, figure: keyof Round) => median((measured.get(name) ?? []).map((round) => round[figure]))
  /** Round by round, so that a busy moment of the machine meets both. */
  const ratio = (name: string, figure: 'requestsPerSecond' | 'cpuPerRequest') => {
    const others = measured.get(name) ?? []
    const ours = measured.get(names.ours) ?? []
    return median(ours.map((round, index) => round[figure] / (others[index]?.[figure] ?? Number.NaN)))
  }
  console.log(
    `${items} live codes for who is signed in; better-auth lists ${items} sessions. ${connections} connections, ${rounds} rounds of ${secondsPerRound} s, medians.`,
  )
  printTable(
    ['', 'requests/s', 'p50 ms', 'p99 ms', 'CPU ms/request', 'queries/request'],
    [...measured.keys()].map((name) => [
      name,
      middle(name, 'requestsPerSecond').toFixed(0),
      middle(name, 'p50').toFixed(0),
      middle(name, 'p99').toFixed(0),
      middle(name, 'cpuPerRequest').toFixed(2),
      middle(name, 'queriesPerRequest').toFixed(2),
    ]),
  )
  printAims([
    { name: 'requests/s, ours : plain', value: ratio(names.plain, 'requestsPerSecond'), atLeast: 0.75 },
    { name: 'requests/s, ours : better-auth', value: ratio(names.betterAuth, 'requestsPerSecond'), atLeast: 4 },
    // On two cores the database and the load generator share what a server leaves: the same in the server's own CPU time.
    { name: 'CPU per request, plain : ours', value: 1 / ratio(names.plain, 'cpuPerRequest') },
    { name: 'CPU per request, better-auth : ours', value: 1 / ratio(names.betterAuth, 'cpuPerRequest') },
    {
      name: 'round trips to the database per request',
      value: Number(middle(names.ours, 'queriesPerRequest').toFixed(2)),
      atLeast: 1,
      atMost: 1,
    },
  ])
}
