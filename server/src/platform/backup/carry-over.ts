import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { carryJobs } from '../carry-jobs.ts'
import type { Config } from '../config.ts'
import { type Connection, withClient } from '../connection.ts'
import { openEverything } from '../crypto/open-everything.ts'
import { findRootKey } from '../crypto/root-key.ts'
import { createDatabase } from '../database.ts'
import type { CarryOver } from '../embedded-postgres/embedded-postgres.ts'
import type { Log } from '../log.ts'
import { makeFolder } from '../make-folder.ts'
import { version } from '../version.ts'
import { BackupError } from './backup.error.ts'
import { restoreBackup } from './restore-backup.ts'
import { settleSession } from './settle-session.ts'
import { listCarriedTables } from './tables.ts'
import { writeBackup } from './write-backup.ts'

/** Milliseconds per statement; generous, since no request waits and a table may be large. */
const statementTimeout = 30 * 60_000

/**
 * Carries everything from one server of our own to another: by a backup, which is restored there, but with sessions, links and jobs, because the world has
 * not gone on meanwhile. Every row is compared and every encrypted value opened before it counts.
 */
export function createCarryOver({ config, log }: { config: Pick<Config, 'masterKey' | 'dataDir'>; log: Log }): CarryOver {
  return async (from, to) => {
    if (!(await hasTables(from.owner))) return
    const rootKey = await findRootKey({ ...config.masterKey, dataDir: config.dataDir })
    if (rootKey === undefined) throw new BackupError('The root key is missing, without which they cannot be read.')
    const folder = join(config.dataDir, 'backups')
    await makeFolder(folder)
    const path = join(folder, `to-postgresql-${to.major}.backup`)
    await rm(path, { force: true })
    const { current, previous } = rootKey
    try {
      const secret = { kind: 'master_key' as const, rootKey: current }
      const common = { path, now: new Date(), isMove: true }
      await writeBackup({ ...common, connection: from.owner, rootKeys: rootKey, secret, application: version })
      const secrets = { password: undefined, rootKeys: previous === undefined ? [current] : [current, previous] }
      const target = { connection: to.owner, role: to.connection.user, rootKey: current, replace: false }
      const { migrated, rows } = await restoreBackup({ ...common, ...target, secrets })
      // A migration may change rows; that all of them arrived was compared before it.
      if (migrated === 0) await requireSame(from.owner, to.owner)
      const opened = await openAll(to.owner, rootKey, log)
      const jobs = await carryJobs(from.owner, to.connection)
      log.info({ rows, opened, jobs }, 'everything was carried over and compared')
    } finally {
      await rm(path, { force: true })
    }
  }
}

const look = <Result>(connection: Connection, use: (client: pg.Client) => Promise<Result>): Promise<Result> =>
  withClient(connection, { application_name: 'twofold-move' }, async (client) => {
    await client.query('begin')
    await settleSession(client)
    return use(client)
  })

/** A cluster that was made and never migrated holds nothing. */
const hasTables = (connection: Connection): Promise<boolean> =>
  look(connection, async (client) => {
    const { rows } = await client.query<{ has: boolean }>(`select to_regclass('migrations') is not null as has`)
    return rows[0]?.has === true
  })

/** Per table: its number of rows, and a checksum of their contents that does not depend on their order. */
const digest = (connection: Connection): Promise<Map<string, string>> =>
  look(connection, async (client) => {
    const digests = new Map<string, string>()
    for (const { name, columns } of await listCarriedTables(client, { isMove: true })) {
      const list = columns.map((column) => pg.escapeIdentifier(column)).join(', ')
      const { rows } = await client.query<{ digest: string }>(
        `select count(*) || ' ' || coalesce(sum(('x' || left(md5(row(${list})::text), 15))::bit(60)::bigint), 0) as digest from ${pg.escapeIdentifier(name)}`,
      )
      digests.set(name, rows[0]?.digest ?? '')
    }
    return digests
  })

async function requireSame(from: Connection, to: Connection): Promise<void> {
  const [before, after] = await Promise.all([digest(from), digest(to)])
  const differing = [...before].filter(([name, value]) => after.get(name) !== value).map(([name]) => name)
  if (differing.length > 0) throw new BackupError(`These tables are not the same after the move: ${differing.join(', ')}.`)
}

async function openAll(connection: Connection, rootKey: Parameters<typeof openEverything>[1], log: Log): Promise<number> {
  const db = createDatabase({ connection, poolSize: 1, log, statementTimeout, name: 'twofold-move', isPreparing: false })
  try {
    const { opened, unreadable } = await openEverything(db, rootKey)
    const [first] = unreadable
    if (first !== undefined)
      throw new BackupError(
        `${unreadable.length} encrypted values cannot be opened, the first is ${first.table}.${first.column} of ${first.row}.`,
      )
    return opened
  } finally {
    await db.destroy()
  }
}
