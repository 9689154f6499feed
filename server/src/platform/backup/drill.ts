import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { openEverything } from '../crypto/open-everything.ts'
import { parseRootKey } from '../crypto/root-key.ts'
import { createDatabase } from '../database.ts'
import { removeAbandoned, startEmbeddedPostgres } from '../embedded-postgres/embedded-postgres.ts'
import type { Log } from '../log.ts'
import { makeFolder } from '../make-folder.ts'
import { BackupError } from './backup.error.ts'
import type { BackupSecrets } from './file-key.ts'
import type { PartSource } from './parts.ts'
import { restoreBackup } from './restore-backup.ts'

/** Milliseconds per statement; generous, since no request waits and a drill may scan a large table. */
const statementTimeout = 120_000

export interface Drilled {
  rows: number
  /** Encrypted values that were opened. */
  opened: number
}

/**
 * Restores a backup into a database server of its own, which is made for this and destroyed afterwards, and opens every encrypted value in it.
 * The application's own database is not touched. Throws a BackupError that says what is wrong.
 */
export async function drillBackup(options: {
  path: string
  secrets: BackupSecrets
  /** Source of its parts. Undefined: the folder beside the file. */
  parts?: PartSource | undefined
  folder: string
  log: Log
  now: Date
}): Promise<Drilled> {
  const { path, secrets, parts, folder, log, now } = options
  await makeFolder(folder)
  // Of drills that were killed: each holds a copy of the database.
  for (const name of await readdir(folder)) await removeAbandoned(join(folder, name), log)
  const place = await mkdtemp(join(folder, 'drill-'))
  try {
    const server = await startEmbeddedPostgres({ dataDir: place, log, durable: false })
    try {
      // Restored keyrings are wrapped by a key that ends with the drill.
      const rootKey = parseRootKey(randomBytes(32).toString('base64'), 'A drill')
      const { rows } = await restoreBackup({ path, secrets, parts, connection: server.owner, rootKey, replace: false, now })
      const db = createDatabase({
        connection: server.owner,
        poolSize: 1,
        log,
        statementTimeout,
        name: 'twofold-drill',
        isPreparing: false,
      })
      try {
        const { opened, unreadable } = await openEverything(db, { current: rootKey, previous: undefined, origin: 'A drill' })
        const [first] = unreadable
        if (first !== undefined) {
          throw new BackupError(
            `${unreadable.length} encrypted values cannot be opened, the first is ${first.table}.${first.column} of ${first.row}.`,
          )
        }
        return { rows, opened }
      } finally {
        await db.destroy()
      }
    } finally {
      await server.stop()
    }
  } finally {
    await rm(place, { recursive: true, force: true })
  }
}
