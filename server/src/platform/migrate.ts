import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'
import type { BaseLogger } from 'pino'
import { connectionConfig, type Connection } from './database.ts'
import { explainRefusedConnection, makeJobsSchema, requireUsable } from './database-requirements.ts'
import { findOtherOwner, letUse } from './database-role.ts'
import { StartError } from './start-error.ts'
import { commandLine } from './command-line.ts'

/*
 * Ours rather than Kysely's Migrator: that one runs all pending migrations in one transaction or none, locks a row in a table
 * it first has to create, and keeps no checksum, so that an edited migration would pass unnoticed.
 */

export interface Migration {
  /** File name, `NNNN-what.sql`; the order of names is the order of execution. */
  name: string
  sql: string
  checksum: string
}

const defaultFolder = path.resolve(import.meta.dirname, '../migrations')
const lockKey = 7_246_835_411 // any number that no other application uses on the same database

/**
 * Brings the database up to the code: each migration in a transaction with its record, under an advisory lock, so that of two
 * nodes that start together one migrates and the other finds it done. A role that does not own the tables changes nothing: it only looks
 * whether they fit. `role` is another one that may use them from then on. Returns the names applied by this call.
 * Throws `StartError` with a sentence when the server is too old, a right or an extension is missing, the database is newer than the
 * code, or a migration was changed after it ran.
 */
export async function migrate(options: { connection: Connection; log: BaseLogger; folder?: string; role?: string }): Promise<string[]> {
  const migrations = await readMigrations(options.folder ?? defaultFolder)
  const client = new pg.Client({ ...connectionConfig(options.connection), application_name: 'twofold-migrate' })
  client.on('error', () => {}) // the running query reports it
  try {
    await client.connect()
  } catch (error) {
    throw explainRefusedConnection(error, client) ?? error
  }
  try {
    const owner = await findOtherOwner(client)
    if (owner !== undefined) {
      requireNothingPending(findPending(migrations, await readApplied(client)), owner, client)
      return []
    }
    await requireUsable(client)
    await client.query('select pg_advisory_lock($1)', [lockKey])
    await makeRecord(client)
    const pending = findPending(migrations, await readApplied(client))
    for (const migration of pending) {
      await apply(client, migration)
      options.log.debug({ migration: migration.name }, 'migrated')
    }
    if (pending.length > 0) options.log.info({ migrations: pending.length, newest: pending.at(-1)?.name }, 'database migrated')
    await makeJobsSchema(client)
    if (options.role !== undefined) await letUse(client, options.role)
    return pending.map(({ name }) => name)
  } finally {
    await client.end() // also ends the lock
  }
}

/**
 * What `migrate` would do, without doing it: the names of the migrations that wait, all of them on an empty database. Throws the same
 * `StartError`s.
 */
export async function findWaitingMigrations(connection: Connection): Promise<{ isEmpty: boolean; waiting: string[] }> {
  const migrations = await readMigrations()
  const client = new pg.Client({ ...connectionConfig(connection), application_name: 'twofold-migrate' })
  client.on('error', () => {}) // the running query reports it
  try {
    await client.connect()
  } catch (error) {
    throw explainRefusedConnection(error, client) ?? error
  }
  try {
    if ((await findOtherOwner(client)) === undefined) await requireUsable(client)
    const { rows } = await client.query<{ exists: boolean }>(`select to_regclass('migrations') is not null as exists`)
    const isEmpty = rows[0]?.exists !== true
    const waiting = findPending(migrations, isEmpty ? [] : await readApplied(client))
    return { isEmpty, waiting: waiting.map(({ name }) => name) }
  } finally {
    await client.end()
  }
}

async function readApplied(client: pg.Client) {
  return (await client.query<{ name: string; checksum: string }>('select name, checksum from migrations order by name')).rows
}

function requireNothingPending(pending: readonly Migration[], owner: string, { user = '' }: Pick<pg.Client, 'user'>) {
  if (pending.length === 0) return
  throw new StartError(
    `This version of Twofold changes the database, which belongs to ${owner}, and ${user} may not. ` +
      `Stop every node, then run with the DATABASE_URL of ${owner}: ${commandLine('migrate', user)}`,
  )
}

/** All that this version knows, in order. */
export async function readMigrations(folder = defaultFolder): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => /^\d{4}-[a-z0-9-]+\.sql$/.test(name)).sort()
  return await Promise.all(
    names.map(async (name) => {
      const sql = (await readFile(path.join(folder, name), 'utf8')).replaceAll('\r\n', '\n')
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
    }),
  )
}

async function makeRecord(client: pg.Client) {
  await client.query(
    'create table if not exists migrations (name text primary key, checksum text not null, applied_at timestamptz not null default now())',
  )
}

/** Runs migrations in the transaction that is open on `client`, on a database that may be empty. */
export async function applyMigrations(client: pg.Client, migrations: readonly Migration[]): Promise<void> {
  await makeRecord(client)
  for (const migration of migrations) await run(client, migration)
}

async function run(client: pg.Client, { name, sql, checksum }: Migration) {
  await client.query(sql)
  await client.query('insert into migrations (name, checksum) values ($1, $2)', [name, checksum])
}

/** What is still to be done, once it is certain that what was done is the beginning of what the code knows. */
export function findPending(migrations: Migration[], applied: { name: string; checksum: string }[]) {
  applied.forEach(({ name, checksum }, index) => {
    const known = migrations[index]
    if (!migrations.some((migration) => migration.name === name)) {
      throw new StartError(
        `The database is newer than this version of Twofold: it has the migration ${name}. Start the version it belongs to.`,
      )
    }
    if (known?.name !== name) {
      throw new StartError(`The migration ${known?.name} was added before ${name}, which already ran. Migrations only go forward.`)
    }
    if (known.checksum !== checksum) {
      throw new StartError(`The migration ${name} was changed after it ran on this database. Undo the change and add a new migration.`)
    }
  })
  return migrations.slice(applied.length)
}

async function apply(client: pg.Client, migration: Migration) {
  try {
    await client.query('begin')
    await run(client, migration)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => {}) // the server rolls back by itself when the connection is gone
    throw new StartError(`The migration ${migration.name} failed and changed nothing: ${(error as Error).message}`, { cause: error })
  }
}
