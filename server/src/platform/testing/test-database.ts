import { randomBytes } from 'node:crypto'
import pg from 'pg'
import type { BaseLogger } from 'pino'
import { inject, onTestFinished } from 'vitest'
import { createDatabase, keepLimits, type Db } from '../database.ts'
import type { PostgresConnection } from '../embedded-postgres/embedded-postgres.ts'

/**
 * Milliseconds that an application under test waits for its database: a machine that stands still for a moment must not fail a test. What the
 * product's own limit is for is tested with that (`outage.test.ts`, `database.test.ts`).
 */
export const testTimeoutMs = 30_000

export interface TestDatabase {
  /** As the application connects, which owns nothing; through PgBouncer in session mode where the run has that one. */
  connection: PostgresConnection
  /** The same through PgBouncer in transaction mode, where the run has that one. */
  pooled?: PostgresConnection
  /** As the role that owns the tables. */
  owner: PostgresConnection
  /** Removes the database, also under connections that are still open. */
  drop(): Promise<void>
}

/** A migrated, empty database of its own: a copy of the run's template, or of another one. Who calls it drops it. */
export async function createTestDatabase(copied = inject('postgres').database): Promise<TestDatabase> {
  const template = inject('postgres')
  const pooler = inject('pooler')
  const database = `test_${randomBytes(6).toString('hex')}`
  await execute(template, `create database ${database} template ${copied} strategy file_copy`)
  const direct = { ...template, ...inject('runRole'), database }
  const through = pooler && { ...direct, host: '127.0.0.1', port: pooler.port }
  return {
    connection: pooler?.mode === 'session' ? (through ?? direct) : direct,
    ...(pooler?.mode === 'transaction' && through !== undefined && { pooled: through }),
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

/** Another pool on a test's database, as patient as the application under test. */
export const openTestPool = (options: Parameters<typeof createDatabase>[0]): Db => createDatabase({ timeoutMs: testTimeoutMs, ...options })

/** As a start opens it: through the pooler where the run has one, with the limits that `keepLimits` gives the role. */
export async function openDatabase(
  { connection, pooled }: Pick<TestDatabase, 'connection' | 'pooled'>,
  options: { poolSize: number; log: BaseLogger; timeoutMs: number },
): Promise<Db> {
  if (pooled === undefined) return createDatabase({ connection, ...options })
  await keepLimits(connection, options.timeoutMs)
  return createDatabase({ connection: pooled, ...options, isShared: true, isPreparing: false })
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
