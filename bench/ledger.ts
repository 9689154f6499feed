import { fileURLToPath } from 'node:url'
import { signIn } from '@twofold/contract/sessions'
import pg from 'pg'
import { fillLedger } from './fill-ledger.ts'
import { admin, startInstallation } from './installation.ts'
import { median, percentile } from './median.ts'
import { printAims, printTable } from './print.ts'
import { startServerWith } from './server-process.ts'

/*
 * The ledger of access in a large installation: `BENCH_USERS` users (100,000 unless set; the whole is 1000000), each with five keys and ten rows of
 * usage. One request after the other. With `BENCH_DATA` the installation is kept in that folder, and measured again the next time.
 */

const users = Number(process.env.BENCH_USERS ?? 100_000)
const requestsEach = 20
/** Milliseconds after which a question is asked no more, however slow it is. */
const questionLimit = 10_000

/** `key` and `person` are those of one id. */
const questions = (key: string, person: string): readonly (readonly [name: string, query: Record<string, string>])[] => [
  ['access, no filter', {}],
  ['access, a key', { key }],
  ['access, a person', { person }],
  ['access, a tag of one key in 256', { tag: 'Finance' }],
  ['access, a tag of one key in 8', { tag: 'Common' }],
  ['access, a domain', { domain: 'partner.example' }],
  ['access, outside a domain', { domain: 'example.org', outside: 'true' }],
  ['access, a key on a day', { key, on: '2026-10-01' }],
  ['access on a day', { on: '2026-10-01' }],
  ['showings, no filter', { question: 'showings' }],
  ['showings, a key', { question: 'showings', key }],
  ['showings, a person', { question: 'showings', person }],
  ['showings, a tag of one key in 256', { question: 'showings', tag: 'Finance' }],
  ['showings, a tag of one key in 8', { question: 'showings', tag: 'Common' }],
  ['showings, a month', { question: 'showings', from: '2026-09-01', to: '2026-09-30' }],
  ['secrets', { question: 'secrets' }],
  ['secrets, a person', { question: 'secrets', person }],
  ['one holder', { question: 'one_holder' }],
  ['one holder, a tag of one key in 256', { question: 'one_holder', tag: 'Finance' }],
  ['unused', { question: 'unused' }],
]

export async function benchLedger(): Promise<void> {
  const installation = await startInstallation(process.env.BENCH_DATA)
  const server = await startServerWith<{ url: string }>({ ...installation.environment, ROLES: 'web' }, 'application.ts')
  try {
    const { key, person } = await fill(installation.environment.DATABASE_URL)
    const answer = await fetch(`${server.ready.url}/api${signIn.path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(admin),
    })
    const { access_token: token } = (await answer.json()) as { access_token: string }
    const measured: { name: string; times: number[] }[] = []
    for (const [name, query] of questions(key, person)) {
      const path = `/api/admin/access?${new URLSearchParams(query).toString()}`
      measured.push({ name, times: await measure(`${server.ready.url}${path}`, token) })
    }
    print(measured)
  } finally {
    await server.stop()
    await installation.stop()
  }
}

/** Answers a key that is shared, and its owner. */
async function fill(connectionString: string): Promise<{ key: string; person: string }> {
  const client = new pg.Client({ connectionString })
  // The database may stop before it, when something failed.
  client.on('error', () => {})
  await client.connect()
  try {
    const begin = performance.now()
    const { rows: there } = await client.query<{ count: string }>('select count(*) from key_usage')
    if (Number(there[0]?.count) < users) await fillLedger(client, users)
    const { rows: sizes } = await client.query<{ keys: string; usage: string; size: string }>(
      `select (select count(*) from keys) as keys, (select count(*) from key_usage) as usage, pg_size_pretty(pg_database_size(current_database())) as size`,
    )
    const took = ((performance.now() - begin) / 1000).toFixed(0)
    console.log(
      `${users.toLocaleString('en')} users, ${sizes[0]?.keys} keys, ${sizes[0]?.usage} rows of usage (${sizes[0]?.size}), ready in ${took} s.`,
    )
    const { rows } = await client.query<{ key: string; person: string }>(
      'select keys.id as key, keys.owner_id as person from shares join keys on keys.id = shares.key_id order by shares.id limit 1',
    )
    if (rows[0] === undefined) throw new Error('Nothing was filled in.')
    return rows[0]
  } finally {
    await client.end()
  }
}

/** Milliseconds of each request, the first one left out. One that is cut off by the limit of a statement's time counts, with what it took. */
async function measure(url: string, token: string): Promise<number[]> {
  const times: number[] = []
  const end = performance.now() + questionLimit
  for (let number = 0; number <= requestsEach && (number < 2 || performance.now() < end); number++) {
    const begin = performance.now()
    const answer = await fetch(url, { headers: { authorization: `Bearer ${token}` } })
    const text = await answer.text()
    if (!answer.ok && answer.status !== 503) throw new Error(`${url} answered ${answer.status}: ${text}`)
    if (number > 0) times.push(performance.now() - begin)
  }
  return times
}

function print(measured: readonly { name: string; times: number[] }[]) {
  console.log(`\nOne request after the other, milliseconds, up to ${requestsEach} of each.`)
  printTable(
    ['', 'median', 'p95'],
    measured.map(({ name, times }) => [name, median(times).toFixed(1), percentile(times, 0.95).toFixed(1)]),
  )
  const worst = Math.max(...measured.map(({ times }) => percentile(times, 0.95)))
  printAims([{ name: `p95 with ${users.toLocaleString('en')} users, ms, at worst`, value: worst, atMost: 200 }])
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await benchLedger()
