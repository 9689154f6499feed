import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { pino } from 'pino'
import type { TestProject } from 'vitest/node'
import { startEmbeddedPostgres, type PostgresConnection } from '../platform/embedded-postgres/embedded-postgres.ts'
import { startPgBouncer, type PoolerMode } from '../platform/testing/pgbouncer.ts'
import { checkRows } from './rows/check-rows.ts'
import { prepareAppTemplate, prepareTemplate } from './prepare-template.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The test run's server, as the owner of its databases; `database` is the template. */
    postgres: PostgresConnection
    /** Role of the tests' applications, which owns nothing. */
    runRole: { user: string; password: string }
    /** The template with what an application makes at its first start, and the file of its root key. */
    startedApp: { database: string; rootKeyFile: string }
    /** Folder of the programs that `installPacked` packs once per run. */
    packedPrograms: string
    /** Undefined: applications connect directly. */
    pooler: { mode: PoolerMode; port: number } | undefined
  }
}

const prefix = 'twofold-test-'

/** One server for the whole run, with migrated templates that `createTestDatabase` clones. */
export default async function setup(project: TestProject) {
  await removeAbandoned()
  const dataDir = await mkdtemp(path.join(os.tmpdir(), `${prefix}${process.pid}-`))
  const log = pino({ level: 'fatal' }) // a test that breaks a connection on purpose must not print
  const server = await startEmbeddedPostgres({ dataDir, log, durable: false })
  const template = { ...server.owner, database: 'template_for_tests' }
  const { user, password } = server.connection
  for (const connection of [server.owner, server.connection]) await makeConnectionsCheap(connection)
  const admin = new pg.Client(server.owner)
  await admin.connect()
  await admin.query(`create database ${template.database}`)
  await prepareTemplate({ connection: { ...server.connection, database: template.database }, owner: template }, log)
  const started = 'template_for_apps'
  await admin.query(`create database ${started} template ${template.database}`)
  const rootKeyFile = await prepareAppTemplate({ ...server.connection, database: started }, log)
  // With connections refused, nobody can hold a template open while it is being cloned.
  for (const name of [template.database, started]) await admin.query(`alter database ${name} with is_template true allow_connections false`)
  await admin.end()
  const rowNotes = path.join(dataDir, 'row-notes')
  await mkdir(rowNotes)
  project.provide('rowNotes', rowNotes)
  project.provide('packedPrograms', path.join(dataDir, 'packed'))
  project.provide('postgres', template)
  project.provide('runRole', { user, password })
  project.provide('startedApp', { database: started, rootKeyFile })
  const mode = readMode(process.env['TEST_POOLER'])
  const pooler = mode && (await startPgBouncer(server.connection, mode))
  project.provide('pooler', mode && pooler && { mode, port: pooler.port })

  return async () => {
    await pooler?.stop()
    await server.stop()
    const { testFiles } = await project.globTestFiles()
    try {
      await checkRows(rowNotes, testFiles)
    } finally {
      await rm(dataDir, { recursive: true, force: true })
    }
  }
}

/** `npm run faults -- pooled-suite` runs the tests of the server behind PgBouncer. */
function readMode(value: string | undefined): PoolerMode | undefined {
  if (value === undefined || value === 'session' || value === 'transaction') return value
  throw new Error(`TEST_POOLER is session or transaction, and not ${value}.`)
}

/** Thousands of connections are made, each of which would derive a key 4,096 times over and plan a statement five times before it keeps the plan. */
async function makeConnectionsCheap(connection: PostgresConnection) {
  const client = new pg.Client(connection)
  await client.connect()
  await client.query('set scram_iterations = 1')
  await client.query('alter role current_user set plan_cache_mode = force_generic_plan')
  await client.query(`alter role current_user password ${client.escapeLiteral(connection.password)}`)
  await client.end()
}

/** A run that was killed leaves its server behind; without its files that one ends by itself within a minute. */
async function removeAbandoned() {
  for (const name of await readdir(os.tmpdir())) {
    const pid = Number(name.startsWith(prefix) ? name.slice(prefix.length).split('-')[0] : NaN)
    if (pid && !isAlive(pid)) await rm(path.join(os.tmpdir(), name), { recursive: true, force: true }).catch(() => {})
  }
}

function isAlive(pid: number) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
