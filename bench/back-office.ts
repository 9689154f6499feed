import { fileURLToPath } from 'node:url'
import { signIn } from '@twofold/contract/sessions'
import pg from 'pg'
import { fillBackOffice, keysEach, logRowsEach, nameOf } from './fill-back-office.ts'
import { admin, startInstallation } from './installation.ts'
import { median, percentile } from './median.ts'
import { printAims, printTable } from './print.ts'
import { type ServerProcess, startServerWith } from './server-process.ts'

/*
 * Compares the back office of a large installation with a small one: `BENCH_USERS` users (100,000 unless set; the full size is 1000000), with five
 * keys and ten rows of logs each, against 1,000. Both run side by side and are measured in turn, one request after the other. Filling the full size
 * takes a quarter of an hour: with `BENCH_DATA` the large installation is kept in that folder, and reused the next time.
 */

const small = 1000
const large = Number(process.env.BENCH_USERS ?? 100_000)
const keptIn = process.env.BENCH_DATA
const rounds = 4
const requestsPerRound = 15
/** Milliseconds after which a round of one request ends, however slow it is. */
const roundLimit = 5000

const { last: surname } = nameOf(12_345)
/** The calls, and what they are. */
const requests: readonly (readonly [name: string, path: (users: number) => string])[] = [
  ['users, first page', () => '/users'],
  ['users, page 10', () => '/users?page=10'],
  ['users, last page', (users) => `/users?page=${Math.ceil((users + 1) / 25)}`],
  ['users, administrators', () => '/users?role=admin'],
  ['users, inactive', () => '/users?status=inactive'],
  ['users, by e-mail, descending', () => '/users?sort=email&direction=desc'],
  ['users, by role', () => '/users?sort=role'],
  ['users, by status', () => '/users?sort=status'],
  ['users, by keys, descending', () => '/users?sort=two_fa_keys_count&direction=desc'],
  ['users, by last login', () => '/users?sort=last_login_at'],
  ['users, by last login, descending', () => '/users?sort=last_login_at&direction=desc'],
  ['users, newest', () => '/users?sort=created_at&direction=desc'],
  ['search, one e-mail', () => `/users?search=${nameOf(12).first}.${nameOf(12).last}12@`],
  ['search, a last name', () => `/users?search=${surname}`],
  ['search, what everybody has', () => '/users?search=example'],
  ['search, a last name, newest', () => `/users?search=${surname}&sort=created_at&direction=desc`],
  ['dashboard', () => '/dashboard'],
  ['analytics, 30 days', () => '/analytics'],
  ['analytics, 90 days', () => '/analytics?days=90'],
  ['analytics, a year', () => '/analytics?from=2025-11-01&to=2026-10-31'],
  ['radar, keys with one holder', () => '/analytics/risks'],
]

interface Contender {
  users: number
  server: ServerProcess<{ url: string }>
  token: string
  stop(): Promise<void>
}

export async function benchBackOffice(): Promise<void> {
  const contenders: Contender[] = []
  try {
    for (const users of [small, large]) contenders.push(await startContender(users))
    const times = new Map<string, number[]>()
    for (let round = 0; round <= rounds; round++) {
      for (const [name, path] of requests) {
        for (const contender of contenders) {
          const measured = await measure(contender, path(contender.users))
          // The first round warms up.
          if (round > 0) times.set(keyOf(contender.users, name), [...(times.get(keyOf(contender.users, name)) ?? []), ...measured])
        }
      }
    }
    print(times)
  } finally {
    await Promise.all(contenders.map(({ stop }) => stop()))
  }
}

const keyOf = (users: number, name: string) => `${users} ${name}`

async function startContender(users: number): Promise<Contender> {
  const installation = await startInstallation(users === large ? keptIn : undefined)
  const server = await startServerWith<{ url: string }>({ ...installation.environment, ROLES: 'web' }, 'application.ts')
  const stop = async () => {
    await server.stop()
    await installation.stop()
  }
  const client = new pg.Client({ connectionString: installation.environment.DATABASE_URL })
  // The database may stop before it, when something failed.
  client.on('error', () => {})
  try {
    await client.connect()
    const took = await timed(() => fillOnce(client, users))
    const [first, again] = [
      await timed(() => installation.app.dayFigures.rollUp()),
      await timed(() => installation.app.dayFigures.rollUp()),
    ]
    const renewed = await timed(() => installation.app.keptFigures.renew())
    const { rows } = await client.query<{ size: string }>('select pg_size_pretty(pg_database_size(current_database())) as size')
    await client.end()
    const counted = (count: number) => count.toLocaleString('en')
    console.log(
      `${counted(users)} users, ${counted(users * keysEach)} keys, ${counted(users * logRowsEach)} rows of logs (${rows[0]?.size}): filled in ${took} s; ` +
        `the jobs: every day counted for the first time ${first} s, the last days again ${again} s, all that stands now ${renewed} s.`,
    )
    const answer = await fetch(`${server.ready.url}/api${signIn.path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(admin),
    })
    const { access_token: token } = (await answer.json()) as { access_token: string }
    return { users, server, token, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function fillOnce(client: pg.Client, users: number) {
  const { rows } = await client.query<{ count: string }>('select count(*) from users')
  if (Number(rows[0]?.count) < users) await fillBackOffice(client, users)
}

async function timed(work: () => Promise<unknown>): Promise<string> {
  const begin = performance.now()
  await work()
  return ((performance.now() - begin) / 1000).toFixed(1)
}

/** Milliseconds of each request. */
async function measure({ server, token }: Contender, path: string): Promise<number[]> {
  const times: number[] = []
  const end = performance.now() + roundLimit
  while (times.length < requestsPerRound && performance.now() < end) {
    const begin = performance.now()
    const answer = await fetch(`${server.ready.url}/api/admin${path}`, { headers: { authorization: `Bearer ${token}` } })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${text}`)
    times.push(performance.now() - begin)
  }
  return times
}

function print(times: Map<string, number[]>) {
  const of = (users: number, name: string) => times.get(keyOf(users, name)) ?? []
  const growth = (name: string) => median(of(large, name)) / median(of(small, name))
  const name = (users: number) => users.toLocaleString('en')
  console.log(`\nOne request after the other, milliseconds, ${rounds} rounds of up to ${requestsPerRound}.`)
  printTable(
    ['', `${name(small)}: median`, 'p95', `${name(large)}: median`, 'p95', 'growth'],
    requests.map(([request]) => [
      request,
      ...[small, large].flatMap((users) => [median(of(users, request)).toFixed(1), percentile(of(users, request), 0.95).toFixed(1)]),
      growth(request).toFixed(2),
    ]),
  )
  const names = requests.map(([request]) => request)
  printAims([
    {
      name: `p95 with ${name(large)} users, ms, at worst`,
      value: Math.max(...names.map((one) => percentile(of(large, one), 0.95))),
      atMost: 200,
    },
    { name: `median, ${name(large)} users : ${name(small)}, at worst`, value: Math.max(...names.map(growth)), atMost: 3 },
  ])
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await benchBackOffice()
