import { once } from 'node:events'
import { finished } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { wrapKeyring } from '../crypto/keyring-box.ts'
import type { RootKey } from '../crypto/root-key.ts'
import { withClient } from '../connection.ts'
import type { Connection } from '../database.ts'
import { makeJobsSchema } from '../database-requirements.ts'
import { letUse } from '../database-role.ts'
import { applyMigrations, findCarried, findPending, readMigrations } from '../migrate.ts'
import { damaged } from './backup.error.ts'
import { clearDatabase, requireIdle, requireRestorable } from './clear-database.ts'
import { type BackupSecrets, opensByAgeAlone } from './file-key.ts'
import type { Manifest } from './frames.ts'
import type { PartSource } from './parts.ts'
import { madeByNewer, readBackup, type TableReader } from './read-backup.ts'
import { calmDown, type Calmed, findKeptTokens, nothingCalmed } from './hold-restored-work.ts'
import { settleSession } from './settle-session.ts'

export interface RestoreBackup {
  path: string
  secrets: BackupSecrets
  /** Source of its parts. Undefined: within the file, or beside it. */
  parts?: PartSource | undefined
  /** Connects as the owner of the database. */
  connection: Connection
  /** The role that the application connects as, where it is another one. */
  role?: string
  /** Wraps the restored keyrings from now on. */
  rootKey: RootKey
  /** Whatever the database holds is given up. */
  replace: boolean
  now: Date
  /** It was written as a move: everything continues where it stopped. */
  isMove?: boolean
}

export interface Restored extends Calmed {
  createdAt: string
  application: string
  rows: number
  /** Migrations that brought the data up to this version. */
  migrated: number
}

/**
 * Restores a backup in one transaction, all or nothing, and migrates an older one to this version. Throws a BackupError if the database is in use or
 * not empty, or if any byte of the file cannot be trusted.
 */
export function restoreBackup(options: RestoreBackup): Promise<Restored> {
  return withClient(options.connection, { application_name: 'twofold-restore' }, async (client) => {
    // The end of the connection rolls it back: an explicit rollback would wait for COPY rows that never arrive.
    await client.query('begin')
    await settleSession(client)
    await requireRestorable(client, options)
    const known = await readMigrations()
    const kept = await findKeptTokens(client, options.now)
    let migrated = 0
    const { created_at, application, rows } = await readBackup(
      options.path,
      options.secrets,
      {
        async begin(manifest, header) {
          const pending = findPending(known, manifest.migrations)
          const carried = findCarried(known, manifest.migrations)
          // Statements of the file are run only if it is proven to be of this installation.
          if (carried.length > 0 && opensByAgeAlone(header, options.secrets)) throw madeByNewer(header)
          migrated = pending.length
          await clearDatabase(client)
          await requireIdle(client) // what comes later waits for the tables that are gone
          await applyMigrations(client, [...known.slice(0, known.length - pending.length), ...carried])
          await emptySeeded(client)
          await switchTriggers(client, 'disable')
          await client.query(laterMonths('take_any_month'))
          await putKeyrings(client, manifest, options.rootKey)
        },
        async table(name, columns, month) {
          // A table may have been divided since the backup was made.
          if (month !== undefined) {
            const text = 'select begin_months_at($1, $2) from pg_partitioned_table where partrelid = $1::regclass'
            await client.query(text, [name, `${month}-01T00:00:00Z`])
          }
          return fill(client, name, columns)
        },
      },
      options.parts,
    )
    await client.query(laterMonths('settle_later_months'))
    await switchTriggers(client, 'enable')
    await moveSequences(client)
    await applyMigrations(client, known.slice(known.length - migrated))
    const calmed =
      options.isMove === true ? nothingCalmed : await calmDown(client, { now: options.now, createdAt: created_at, application, kept })
    if (options.role !== undefined) {
      await makeJobsSchema(client)
      await letUse(client, options.role)
    }
    await client.query('commit')
    await client.query('analyze')
    return { createdAt: created_at, application, rows, migrated, ...calmed }
  })
}

/** Has rows taken that no month is there for, and given one; not in a backup from before there were such functions. */
const laterMonths = (name: 'take_any_month' | 'settle_later_months') =>
  `do $$ begin if to_regprocedure('${name}()') is not null then perform ${name}(); end if; end $$`

/** The rows of one table, straight into the database. */
function fill(client: pg.Client, name: string, columns: string[]): TableReader {
  const list = columns.map((column) => pg.escapeIdentifier(column)).join(', ')
  const stream = client.query(copyFrom(`copy ${pg.escapeIdentifier(name)} (${list}) from stdin`))
  // After an error the stream has no connection, and flushing what it holds would throw an uncaught exception (pg-copy-streams).
  stream.once('error', () => Object.assign(stream, { flushChunk: () => true }))
  const done = finished(stream)
  done.catch(() => {}) // reported where it is awaited
  return {
    async rows(piece) {
      if (!stream.write(piece)) await Promise.race([once(stream, 'drain'), done])
    },
    async end() {
      stream.end()
      await done
      return stream.rowCount
    },
  }
}

/** Migrations fill some tables by themselves; what the backup holds takes their place. */
async function emptySeeded(client: pg.Client) {
  for (const name of await ownTables(client)) {
    const { rows } = await client.query<{ holds: boolean }>(`select exists (select from ${name}) as holds`)
    if (rows[0]?.holds === true && name !== 'migrations') await client.query(`truncate ${name} cascade`)
  }
}

/** Rows are restored as they were, without side effects. */
async function switchTriggers(client: pg.Client, way: 'disable' | 'enable') {
  for (const name of await ownTables(client)) await client.query(`alter table ${name} ${way} trigger user`)
}

async function ownTables(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select quote_ident(relname) as name from pg_class where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') and not relispartition`,
  )
  return rows.map(({ name }) => name)
}

async function putKeyrings(client: pg.Client, { keyrings }: Manifest, rootKey: RootKey) {
  for (const { purpose, version, key, created_at, activated_at } of keyrings) {
    const bytes = Buffer.from(key, 'base64')
    if (bytes.length !== 32) throw damaged('a keyring is not whole')
    const { root_key_id, sealed } = wrapKeyring(rootKey, purpose, version, bytes)
    await client.query(
      'insert into keyrings (purpose, version, root_key_id, sealed, created_at, activated_at) values ($1, $2, $3, $4, $5, $6)',
      [purpose, version, root_key_id, sealed, created_at, activated_at],
    )
  }
}

/** Numbers that the database hands out go on after those that are there. */
async function moveSequences(client: pg.Client) {
  const { rows } = await client.query<{ sequence: string; table: string; column: string }>(`
    select format('%I', sequences.relname) as sequence, format('%I', tables.relname) as table, format('%I', attname) as column
    from pg_class sequences
    join pg_depend on objid = sequences.oid and deptype in ('a', 'i') and classid = 'pg_class'::regclass
    join pg_class tables on tables.oid = refobjid
    join pg_attribute on attrelid = tables.oid and attnum = refobjsubid
    where sequences.relkind = 'S' and sequences.relnamespace = current_schema()::regnamespace`)
  for (const { sequence, table, column } of rows) {
    await client.query(`select setval('${sequence.replaceAll("'", "''")}', coalesce(max(${column}), 0) + 1, false) from ${table}`)
  }
}
