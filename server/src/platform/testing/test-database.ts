import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject, onTestFinished } from 'vitest'
import type { PostgresConnection } from '../embedded-postgres.ts'

/**
 * Milliseconds that an application under test waits for its database: a machine that stands still for a moment must not fail a test. What the
 * product's own limit is for is tested with that (`outage.test.ts`, `database.test.ts`).
 */
export const testTimeoutMs = 30_000

export interface TestDatabase {
  /** As the application connects, which owns nothing. */
  connection: PostgresConnection
  /** As the role that owns the tables. */
  owner: PostgresConnection
  /** Removes the database, also under connections that are still open. */
  drop(): Promise<void>
}

/** A migrated, empty database of its own: a copy of the run's template, or of another one. Who calls it drops it. */
export async function createTestDatabase(copied = inject('postgres').database): Promise<TestDatabase> {
  const template = inject('postgres')
  const database = `test_${randomBytes(6).toString('hex')}`
  await execute(template, `create database ${database} template ${copied} strategy file_copy`)
  return {
    connection: { ...template, ...inject('runRole'), database },
    owner: { ...template, database },
    drop: () => execute(template, `drop database if exists ${database} with (force)`),
  }
}

/** A database for the running test only; `owner` for what changes its tables. */
export async function useTestDatabase(as: 'connection' | 'owner' = 'connection'): Promise<PostgresConnection> {
  const database = await createTestDatabase()
  onTestFinished(database.drop)
  return database[as]
}

/** Of the worker, which makes and drops a thousand databases: connecting costs a third as much as doing both. */
let administrators: pg.Pool | undefined

async function execute(template: PostgresConnection, statement: string) {
  administrators ??= openPool(template)
  await administrators.query(statement)
}

function openPool(template: PostgresConnection) {
  // Nothing closes it: it must not keep the worker from ending.
  const pool = new pg.Pool({ ...template, database: 'postgres', max: 2, idleTimeoutMillis: 0, allowExitOnIdle: true })
  // The server ends before the worker does, or a test breaks its connections: the next statement connects.
  pool.on('error', () => {})
  return pool
}
