import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject, onTestFinished } from 'vitest'
import type { PostgresConnection } from '../embedded-postgres.ts'

export interface TestDatabase {
  connection: PostgresConnection
  /** Removes the database, also under connections that are still open. */
  drop(): Promise<void>
}

/** A migrated, empty database of its own: a copy of the run's template, or of another one. Who calls it drops it. */
export async function createTestDatabase(copied = inject('postgres').database): Promise<TestDatabase> {
  const template = inject('postgres')
  const database = `test_${randomBytes(6).toString('hex')}`
  await execute(template, `create database ${database} template ${copied} strategy file_copy`)
  return {
    connection: { ...template, database },
    drop: () => execute(template, `drop database if exists ${database} with (force)`),
  }
}

/** A database for the running test only. */
export async function useTestDatabase(): Promise<PostgresConnection> {
  const { connection, drop } = await createTestDatabase()
  onTestFinished(drop)
  return connection
}

async function execute(template: PostgresConnection, statement: string) {
  const client = new pg.Client({ ...template, database: 'postgres' })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
