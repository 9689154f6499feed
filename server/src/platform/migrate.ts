import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import type pg from 'pg'
import type { BaseLogger } from 'pino'
import { createClient, type Connection } from './connection.ts'
import { explainRefusedConnection, makeJobsSchema, requireUsable } from './database-requirements.ts'
import { findOtherOwner, letUseIfNeeded } from './database-role.ts'
import { StartError } from './start-error.ts'
import { commandLine } from './command-line.ts'
import { compareVersions } from './compare-versions.ts'
import { aliveForSeconds } from './nodes.ts'
import { version } from './version.ts'

/*
 * Ours rather than Kysely's Migrator: that one runs all pending migrations in one transaction or none, locks a row in a table
 * it first has to create, and keeps no checksum, so that an edited migration would pass unnoticed.
 */

export interface Migration {
  /** File name, `NNNN-what.sql`; the order of names is the order of execution. */
  name: string
  sql: string
  checksum: string
  /** The oldest version that runs on a database with this migration; null: none that does not know it. */
  min_version: string | null
}

/** The database's record of an applied migration. `sql` is kept for versions that do not know it, if `min_version` allows any. */
export interface AppliedMigration extends Pick<Migration, 'name' | 'checksum'> {
  min_version?: string | null | undefined
  sql?: string | null | undefined
}

const defaultFolder = path.resolve(import.meta.dirname, '../migrations')
/** First line of a migration that older versions can live with: `-- expand from 0.1.0`, `-- contract from 0.2.0`. */
const marked = /^-- (?:expand|contract) from (\d+\.\d+\.\d+)\n/
const lockKey = 7_246_835_411 // any number that no other application uses on the same database

interface MigrateOptions {
  connection: Connection
  log: BaseLogger
  folder?: string
  role?: string
  /** A version that goes on running on this database: what it could not live with is not done. */
  beside?: string
}

/**
 * Brings the database up to the code: each migration in a transaction with its record, under an advisory lock, so that of two
 * nodes that start together one migrates and the other finds it done. A role that does not own the tables changes nothing: it only looks
 * whether they fit. `role` is another one that may use them from then on. Returns the names applied by this call.
 * Throws `StartError` with a sentence when the server is too old, a right or an extension is missing, the database is newer than the
 * code, a migration was changed after it ran, or an older node that is alive could not run with one.
 */
export async function migrate(options: MigrateOptions): Promise<string[]> {
  const migrations = await readMigrations(options.folder ?? defaultFolder)
  const client = createClient(options.connection, { application_name: 'twofold-migrate' })
  client.on('error', () => {}) // the running query reports it
  try {
    await client.connect()
    await client.query('set statement_timeout = 0') // the role may have that of requests
  } catch (error) {
    throw explainRefusedConnection(error, client) ?? error
  }
  try {
    const owner = await findOtherOwner(client)
    if (owner !== undefined) {
      await client.query('select pg_advisory_lock_shared($1)', [lockKey]) // a restoration may be replacing what is read next
      requireNothingPending(findPending(migrations, await readApplied(client)), owner, client)
      return []
    }
    await requireUsable(client)
    await client.query('select pg_advisory_lock($1)', [lockKey])
    await makeRecord(client)
    const pending = findPending(migrations, await readApplied(client))
    if (options.beside !== undefined) requireReturn(pending, options.beside)
    await requireNodesThatFit(client, pending)
    for (const migration of pending) {
      await apply(client, migration)
      options.log.debug({ migration: migration.name }, 'migrated')
    }
    if (pending.length > 0) options.log.info({ migrations: pending.length, newest: pending.at(-1)?.name }, 'database migrated')
    await makeJobsSchema(client)
    if (options.role !== undefined) await letUseIfNeeded(client, options.role)
    return pending.map(({ name }) => name)
  } finally {
    await client.end() // also releases the lock
  }
}

/** Has every `migrate` wait for the end of the transaction that is open on `client`. False: one is running. */
export async function lockMigrations(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ locked: boolean }>('select pg_try_advisory_xact_lock($1) as locked', [lockKey])
  return rows[0]?.locked === true
}

/** Dry run of `migrate`: the names of pending migrations, all of them on an empty database. Throws the same `StartError`s. */
export async function findWaitingMigrations(connection: Connection): Promise<{ isEmpty: boolean; waiting: string[] }> {
  const migrations = await readMigrations()
  const client = createClient(connection, { application_name: 'twofold-migrate' })
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

/** In order. The columns for older versions may be missing: they were added by the first version that needed them. */
export async function readApplied(client: pg.Client): Promise<AppliedMigration[]> {
  const { rows } = await client.query<AppliedMigration>(`
    select name, checksum, to_jsonb(migrations) ->> 'min_version' as min_version, to_jsonb(migrations) ->> 'sql' as sql
    from migrations order by name`)
  return rows
}

/** The first of the migrations with which `running` could not go on. */
const firstAgainst = (pending: readonly Migration[], running: string) =>
  pending.find(({ min_version: oldest }) => oldest === null || compareVersions(running, oldest) < 0)

function requireReturn(pending: readonly Migration[], running: string) {
  const found = firstAgainst(pending, running)
  if (found === undefined) return
  const advice = found.min_version === null ? 'Stop every node and start this version' : `Upgrade to ${found.min_version} first`
  throw new StartError(`Twofold ${running} cannot run with the migration ${found.name}, so there would be no way back. ${advice}.`)
}

/** A node that is alive would fail, or write what the newer ones no longer read. */
async function requireNodesThatFit(client: pg.Client, pending: readonly Migration[]) {
  const { rows: tables } = await client.query<{ exists: boolean }>(`select to_regclass('nodes') is not null as exists`)
  if (pending.length === 0 || tables[0]?.exists !== true) return
  const { rows } = await client.query<{ version: string }>(
    'select distinct version from nodes where seen_at > now() - make_interval(secs => $1)',
    [aliveForSeconds],
  )
  for (const { version: running } of rows) {
    const found = compareVersions(running, version) < 0 ? firstAgainst(pending, running) : undefined
    if (found === undefined) continue
    throw new StartError(
      `A node with Twofold ${running} is running, which cannot go on with the migration ${found.name}. ` +
        `Stop it first. One that was killed is forgotten after ${aliveForSeconds} seconds.`,
    )
  }
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
      const [, oldest = null] = marked.exec(sql) ?? []
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex'), min_version: oldest }
    }),
  )
}

async function makeRecord(client: pg.Client) {
  await client.query(
    'create table if not exists migrations (name text primary key, checksum text not null, applied_at timestamptz not null default now())',
  )
  await client.query('alter table migrations add column if not exists min_version text, add column if not exists sql text')
}

/** Runs migrations in the transaction that is open on `client`, on a database that may be empty. */
export async function applyMigrations(client: pg.Client, migrations: readonly Migration[]): Promise<void> {
  await makeRecord(client)
  for (const migration of migrations) await run(client, migration)
}

async function run(client: pg.Client, { name, sql, checksum, min_version: oldest }: Migration) {
  await client.query(sql)
  await client.query('insert into migrations (name, checksum, min_version, sql) values ($1, $2, $3, $4)', [
    name,
    checksum,
    oldest,
    oldest === null ? null : sql,
  ])
}

/**
 * Pending migrations, after checking that the applied ones are a prefix of the known ones. A newer version may have applied more, if that still lets
 * this one run.
 */
export function findPending(migrations: Migration[], applied: readonly AppliedMigration[]): Migration[] {
  const own = applied.filter(({ name }) => migrations.some((migration) => migration.name === name))
  const unknown = applied.find(({ name, min_version: oldest }) => {
    if (own.some((migration) => migration.name === name)) return false
    const isLater = own.length === migrations.length && migrations.every((migration) => migration.name < name)
    return !isLater || oldest === undefined || oldest === null || compareVersions(version, oldest) < 0
  })
  if (unknown !== undefined) {
    throw new StartError(
      `The database is newer than this version of Twofold: it has the migration ${unknown.name}. Start the version it belongs to.`,
    )
  }
  own.forEach(({ name, checksum }, index) => {
    const known = migrations[index]
    if (known?.name !== name) {
      throw new StartError(`The migration ${known?.name} was added before ${name}, which already ran. Migrations only go forward.`)
    }
    if (known.checksum !== checksum) {
      throw new StartError(`The migration ${name} was changed after it ran on this database. Undo the change and add a new migration.`)
    }
  })
  return migrations.slice(own.length)
}

/** Migrations of a newer version that this one lives with, as the database or a backup of it has kept them. */
export function findCarried(migrations: readonly Migration[], applied: readonly AppliedMigration[]): Migration[] {
  return applied.flatMap(({ name, checksum, min_version: oldest, sql }) =>
    typeof sql === 'string' && typeof oldest === 'string' && migrations.every((migration) => migration.name !== name)
      ? [{ name, checksum, sql, min_version: oldest }]
      : [],
  )
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
