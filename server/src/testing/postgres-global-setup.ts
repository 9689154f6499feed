import { mkdtemp, readdir, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { pino } from 'pino'
import type { TestProject } from 'vitest/node'
import { startEmbeddedPostgres, type PostgresConnection } from '../platform/embedded-postgres.ts'
import { prepareTemplate } from './prepare-template.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The test run's server; `database` is the template. */
    postgres: PostgresConnection
  }
}

const prefix = 'twofold-test-'

/** One server for the whole run, with a migrated template that `createTestDatabase` clones. */
export default async function setup(project: TestProject) {
  await removeAbandoned()
  const dataDir = await mkdtemp(path.join(os.tmpdir(), `${prefix}${process.pid}-`))
  const log = pino({ level: 'fatal' }) // a test that breaks a connection on purpose must not print
  const server = await startEmbeddedPostgres({ dataDir, log, durable: false })
  const template = { ...server.connection, database: 'template_for_tests' }
  const admin = new pg.Client(server.connection)
  await admin.connect()
  await admin.query(`create database ${template.database}`)
  await prepareTemplate(template, log)
  // With connections refused, nobody can hold the template open while it is being cloned.
  await admin.query(`alter database ${template.database} with is_template true allow_connections false`)
  await admin.end()
  project.provide('postgres', template)

  return async () => {
    await server.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
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
