import { type Contender, contestRules, describeRounds, holdContest, medianOf, ratioOf, roundHead } from './contest.ts'
import { bearer, signUpSeveral } from './person.ts'
import { openSessions } from './peer-sessions.ts'
import { printAims, printTable } from './print.ts'
import { type ServerProcess, startServer } from './server-process.ts'

/*
 * The call that every open page makes again and again, beside the same work without a product around it, and beside an
 * authentication server that lists as many rows for who is signed in.
 */

const items = 25
const names = { ours: 'ours', plain: 'plain Fastify + pg', betterAuth: 'better-auth 1.7.0' }

export async function benchCodes(): Promise<void> {
  const started: ServerProcess<unknown>[] = []
  try {
    const contenders = new Map<string, Contender>()
    for (const [name, start] of Object.entries(starts)) contenders.set(name, await start((server) => started.push(server)))
    const measured = await holdContest(contenders, items)
    const [ours, plain, betterAuth] = Object.values(names).map((name) => measured.get(name) ?? [])
    console.log(`${items} live codes for who is signed in; better-auth lists ${items} sessions. ${contestRules}.`)
    printTable(
      roundHead,
      [...measured].map(([name, rounds]) => describeRounds(name, rounds)),
    )
    printAims([
      { name: 'requests/s, ours : plain', value: ratioOf(ours, plain, 'requestsPerSecond'), atLeast: 0.75 },
      { name: 'requests/s, ours : better-auth', value: ratioOf(ours, betterAuth, 'requestsPerSecond'), atLeast: 4 },
      // On two cores the database and the load generator share what a server leaves: the same in the server's own CPU time.
      { name: 'CPU per request, plain : ours', value: 1 / ratioOf(ours, plain, 'cpuPerRequest') },
      { name: 'CPU per request, better-auth : ours', value: 1 / ratioOf(ours, betterAuth, 'cpuPerRequest') },
      {
        name: 'round trips to the database per request',
        value: Number(medianOf(ours, 'queriesPerRequest').toFixed(2)),
        atMost: 1,
      },
    ])
  } finally {
    await Promise.all(started.map((server) => server.stop()))
  }
}

/** `own` is called with a server as soon as it runs, so that it is stopped whatever happens next. */
type Start = (own: (server: ServerProcess<unknown>) => void) => Promise<Contender>

const codesIn = (body: unknown) => (body as { codes: unknown[] }).codes.length

const starts: Record<string, Start> = {
  async [names.ours](own) {
    const server = await startServer<{ url: string }>('ours.ts')
    own(server)
    const headers = (await signUpSeveral(server.ready.url, items)).map(bearer)
    return { server, url: `${server.ready.url}/api/keys/generate-codes`, headers, items: codesIn }
  },
  async [names.plain](own) {
    const server = await startServer<{ url: string; tokens: string[] }>('plain-server.ts')
    own(server)
    return { server, url: `${server.ready.url}/codes`, headers: server.ready.tokens.map(bearer), items: codesIn }
  },
  async [names.betterAuth](own) {
    const server = await startServer<{ url: string }>('better-auth.ts')
    own(server)
    const headers = (await openSessions(server.ready.url, items)).map((cookie) => ({ cookie }))
    return { server, url: `${server.ready.url}/api/auth/list-sessions`, headers, items: (body) => (body as unknown[]).length }
  },
}
