import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { startEmbeddedPostgres } from '../platform/embedded-postgres/embedded-postgres.ts'
import { createLog } from '../platform/log.ts'
import type { Started } from '../start.ts'
import { createClient, createPerson, testPassword, testPin } from './start-test-app.ts'
import { databaseUrl } from '../platform/testing/database-url.ts'
import { startNode } from './start-node.ts'

/** Of `max_connections=150`, what is left beside those that PostgreSQL reserves for superusers. */
const allowed = 147
const poolSize = 8
const people = 10
const waves = 12

async function makeFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'twofold-ten-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

test(`ten nodes under load never ask for more than ${allowed} connections`, async () => {
  const server = await startEmbeddedPostgres({ dataDir: await makeFolder(), log: createLog('silent'), durable: false })
  onTestFinished(() => server.stop())
  const admin = new pg.Client(server.owner)
  await admin.connect()
  onTestFinished(() => admin.end())
  // It answers 53300 as the whole server does at its limit.
  await admin.query(`alter database ${server.owner.database} connection limit ${allowed}`)

  const lines: string[] = []
  const log = createLog('warn', { write: (line: string) => void lines.push(line) })
  const MASTER_KEY = randomBytes(32).toString('base64')
  const nodes: Started[] = []
  for (let index = 0; index < 10; index += 1) {
    const node = await startNode(
      {
        DATABASE_URL: databaseUrl(server.connection),
        DATABASE_OWNER_URL: databaseUrl(server.owner),
        DATABASE_POOL: String(poolSize),
        DATABASE_TIMEOUT_SECONDS: '30',
        ROLES: index < 2 ? 'web,worker' : 'web',
        MASTER_KEY,
        ADMIN_EMAIL: 'admin@example.org',
        ADMIN_PASSWORD: testPassword,
      },
      { log },
    )
    nodes.push(node)
  }
  const urls = nodes.map(({ address }) => address ?? '')
  const first = urls[0] ?? ''
  const everybody = await Promise.all(
    Array.from({ length: people }, async (_, index) => {
      const email = `person${index}@example.org`
      const body = { name: 'Person', email, password: testPassword, password_confirmation: testPassword, pin: testPin }
      const { body: made } = await createClient(first).send<{ access_token: string }>('POST', '/api/auth/register', { body })
      return urls.map((url) => createPerson(url, email, made.access_token))
    }),
  )
  let most = 0
  const statuses = new Map<number, number>()
  const ask = async (answer: Promise<{ status: number }>) => {
    const { status } = await answer
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
  }
  for (let wave = 0; wave < waves; wave += 1) {
    const work = everybody.flatMap((nodesOfOne) =>
      nodesOfOne.flatMap((person) => [
        ask(person.send('POST', '/api/keys', { body: { name: `key ${wave}`, secret: 'GEZDGNBVGY3TQOJQ' } })),
        ask(person.send('GET', '/api/keys/generate-codes')),
        ask(person.send('GET', '/api/keys')),
      ]),
    )
    const { rows } = await admin.query<{ count: number }>(
      'select count(*)::int as count from pg_stat_activity where datname = current_database() and usename = $1',
      [server.connection.user],
    )
    most = Math.max(most, rows[0]?.count ?? 0)
    await Promise.all(work)
  }
  console.log(`${most} connections at most, answers: ${[...statuses].map(([status, times]) => `${times} × ${status}`).join(', ')}`)
  expect(lines.filter((line) => /53300|too many connections/i.test(line))).toEqual([])
  expect([...statuses.keys()].filter((status) => status >= 500)).toEqual([])
  expect(most).toBeGreaterThan(poolSize * 5)
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from nodes`.execute(nodes[0]?.db ?? expect.fail())
  expect(rows).toEqual([{ count: 10 }])
})
