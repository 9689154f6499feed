import pg from 'pg'
import { type Contender, contestRules, describeRounds, holdContest, ratioOf, type Round, roundHead } from './contest.ts'
import { fillBackOffice } from './fill-back-office.ts'
import { admin, startInstallation } from './installation.ts'
import { bearer, post, signUpSeveral } from './person.ts'
import { openSessions } from './peer-sessions.ts'
import { printAims, printTable } from './print.ts'
import { type ServerProcess, startServer, startServerWith } from './server-process.ts'

/*
 * The lists that a page opens with, beside the same list without a product around it, and beside better-auth's list of users: all servers at
 * once, asked in turn, in installations of as many users.
 */

const users = 2000
const keys = 25
const perPage = 25

/** Part of many names, so that the page of a search is full. */
const part = 'bel'

export async function benchCalls(): Promise<void> {
  const installation = await startInstallation()
  const started: ServerProcess<unknown>[] = []
  const own = <Ready>(server: ServerProcess<Ready>) => {
    started.push(server)
    return server
  }
  try {
    const client = new pg.Client({ connectionString: installation.environment.DATABASE_URL })
    await client.connect()
    await fillBackOffice(client, users)
    await client.end()
    const ours = own(await startServerWith<{ url: string }>({ ...installation.environment, ROLES: 'web' }, 'application.ts'))
    const plain = own(await startServer<{ url: string; tokens: string[] }>('plain-server.ts'))
    const betterAuth = own(await startServer<{ url: string }>('better-auth.ts', String(users)))
    const tokens = await signUpSeveral(ours.ready.url, keys)
    const { access_token: token } = (await post(`${ours.ready.url}/api/auth/login`, admin)) as { access_token: string }
    const cookies = await openSessions(betterAuth.ready.url, 1)

    const ownList = (path: string, items: Contender['items']): Contender => ({
      server: ours,
      url: `${ours.ready.url}/api/admin${path}`,
      headers: [bearer(token)],
      items,
    })
    const userList: Contender = {
      server: betterAuth,
      url: `${betterAuth.ready.url}/api/auth/admin/list-users?searchField=name&searchValue=${part}&limit=${perPage}`,
      headers: cookies.map((cookie) => ({ cookie })),
      items: (body) => (body as { users: unknown[] }).users.length,
    }
    const ownKeys = (body: unknown) => (body as { own_keys: unknown[] }).own_keys.length
    const rows = (body: unknown) => (body as { data: unknown[] }).data.length

    const keyRounds = await holdContest(
      new Map([
        ['keys, ours', { server: ours, url: `${ours.ready.url}/api/keys`, headers: tokens.map(bearer), items: ownKeys }],
        [
          'keys, plain Fastify + pg',
          { server: plain, url: `${plain.ready.url}/keys`, headers: plain.ready.tokens.map(bearer), items: ownKeys },
        ],
      ]),
      keys,
    )
    const listRounds = await holdContest(
      new Map([
        ['users with a search, ours', ownList(`/users?search=${part}`, rows)],
        ['dashboard, ours', ownList('/dashboard', () => perPage)],
        ['log of e-mails, ours', ownList('/email/logs', (body) => (body as { logs: { data: unknown[] } }).logs.data.length)],
        ['users with a search, better-auth 1.7.0', userList],
      ]),
      perPage,
    )
    print(keyRounds, listRounds)
  } finally {
    await Promise.all(started.map((server) => server.stop()))
    await installation.stop()
  }
}

function print(keyRounds: Map<string, Round[]>, listRounds: Map<string, Round[]>) {
  console.log(`${keys} keys of who is signed in; ${users} users, ${perPage} on a page. ${contestRules}.`)
  const all = [...keyRounds, ...listRounds]
  printTable(
    roundHead,
    all.map(([name, rounds]) => describeRounds(name, rounds)),
  )
  const [ourKeys, plainKeys] = keyRounds.values()
  const [search, dashboard, log, betterAuth] = listRounds.values()
  const ratio = (rounds: Round[] | undefined, others: Round[] | undefined) => ratioOf(rounds, others, 'requestsPerSecond')
  printAims([
    { name: 'keys, ours : plain', value: ratio(ourKeys, plainKeys), atLeast: 0.6 },
    { name: 'users with a search, ours : better-auth', value: ratio(search, betterAuth), atLeast: 2.5 },
    { name: 'dashboard, ours : better-auth’s users', value: ratio(dashboard, betterAuth), atLeast: 2 },
    { name: 'log of e-mails, ours : better-auth’s users', value: ratio(log, betterAuth), atLeast: 2 },
  ])
}
