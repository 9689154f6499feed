import { createHash, type KeyObject } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import pg from 'pg'
import { unwrapKeyring } from '../crypto/keyring-box.ts'
import type { KeyringRow } from '../crypto/keyrings.repository.ts'
import type { RootKeys } from '../crypto/root-key.ts'
import { syncFolder } from '../write-once.ts'
import { withClient } from '../connection.ts'
import type { Connection } from '../database.ts'
import { readApplied } from '../migrate.ts'
import { sealChunks } from './chunks.ts'
import { copyRows, countRows } from './copied-rows.ts'
import { type BackupSecret, makeFileKey } from './file-key.ts'
import { type Manifest, writeFrame } from './frames.ts'
import { formats, writeHeader } from './header.ts'
import { type PlannedTable, planParts } from './months-of-tables.ts'
import { findPartSecret, partsFolder } from './parts.ts'
import { settleSession } from './settle-session.ts'
import { type CarriedTable, listCarriedTables } from './tables.ts'

export interface WriteBackup {
  connection: Connection
  rootKeys: RootKeys
  secret: BackupSecret
  /** age recipients, who can open the file as well. */
  recipients?: readonly string[]
  application: string
  now: Date
  /** Does not exist yet. Months that are over are stored beside it, in `parts`. */
  path: string
  /** From 0 to 1, often. */
  onProgress?: (part: number) => void
  signal?: AbortSignal
  /** The copy replaces the idle database, so it includes sessions, links and other short-lived rows. */
  isMove?: boolean
}

/**
 * Writes everything that a fresh installation needs into one file, as it was at one moment: all tables in one snapshot, whatever is written
 * meanwhile. What it takes in memory does not grow with the database. The file is on the disk when this returns; it is gone when this throws.
 */
export function writeBackup(options: WriteBackup): Promise<{ schema: string; size: number; parts: string[] }> {
  return withClient(options.connection, { application_name: 'twofold-backup' }, async (client) => {
    const { rows: found } = await client.query<{ has_audit_log: boolean }>("select to_regclass('audit_log') is not null as has_audit_log")
    await client.query('begin isolation level repeatable read read only')
    await settleSession(client)
    // Taken before the snapshot, so that no month is dropped in between, which would leave its links without rows.
    if (found[0]?.has_audit_log === true) await client.query('lock table audit_log in access share mode')
    const manifest = await readManifest(client, options.rootKeys)
    const tables = await listCarriedTables(client, { isMove: options.isMove === true })
    // The newest that a reader has to know: it can live with those that carry their text.
    const schema = manifest.migrations.findLast(({ sql }) => typeof sql !== 'string')?.name ?? ''
    const { fileKey, ...key } = await makeFileKey(options.secret, options.recipients)
    const { application, now } = options
    const partSecret = findPartSecret(manifest)
    const plan = { folder: partsFolder(options.path), signal: options.signal }
    const planned =
      partSecret === undefined ? new Map<string, PlannedTable>() : await planParts(client, tables, { ...plan, secret: partSecret })
    const parts = [...planned.values()].flatMap((table) => table.parts.map(({ name }) => name))
    const header = writeHeader({
      format: parts.length === 0 ? formats.whole : formats.withParts,
      application,
      schema,
      created_at: now.toISOString(),
      ...key,
      ...(parts.length === 0 ? {} : { parts }),
    })
    const frames = writeFrames(client, manifest, { tables, planned }, options.onProgress ?? (() => {}))
    const size = await writeFile(options, header, fileKey, frames)
    return { schema, size, parts }
  })
}

async function writeFile(
  { path, signal }: WriteBackup,
  { bytes, sum }: { bytes: Buffer; sum: Buffer },
  fileKey: KeyObject,
  frames: AsyncIterable<Buffer>,
): Promise<number> {
  try {
    const file = createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true })
    file.write(bytes)
    const sealing = (packed: AsyncIterable<Buffer>) => sealChunks(packed, fileKey, sum)
    await pipeline(
      Readable.from(frames, { objectMode: false }),
      createGzip({ level: 4 }),
      sealing,
      file,
      signal === undefined ? {} : { signal },
    )
    await syncFolder(dirname(path))
    return file.bytesWritten
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') await rm(path, { force: true })
    throw error
  }
}

async function readManifest(client: pg.Client, rootKeys: RootKeys): Promise<Manifest> {
  const migrations = await readApplied(client)
  const keyrings = await client.query<KeyringRow & { created_at: Date; activated_at: Date | null }>(
    'select *, activated_at is not null as is_active from keyrings order by purpose, version',
  )
  return {
    migrations,
    keyrings: keyrings.rows.map((row) => ({
      purpose: row.purpose,
      version: row.version,
      key: unwrapKeyring(rootKeys, row).export().toString('base64'),
      created_at: row.created_at.toISOString(),
      activated_at: row.activated_at?.toISOString() ?? null,
    })),
  }
}

async function* writeFrames(
  client: pg.Client,
  manifest: Manifest,
  { tables, planned }: { tables: CarriedTable[]; planned: Map<string, PlannedTable> },
  onProgress: (part: number) => void,
) {
  yield writeFrame({ kind: 'manifest', content: manifest })
  const all = Math.max(
    1,
    tables.reduce((sum, { bytes }) => sum + bytes, 0),
  )
  let done = 0
  let allRows = 0
  for (const { name, columns, bytes } of tables) {
    yield writeFrame({ kind: 'table', content: { name, columns } })
    const list = columns.map((column) => pg.escapeIdentifier(column)).join(', ')
    const { parts = [], rest = 'true' } = planned.get(name) ?? {}
    let rows = 0
    for (const { month, digest, rows: apart } of parts) {
      yield writeFrame({ kind: 'part', content: { month, digest, rows: apart } })
      rows += apart
    }
    const sum = createHash('sha256')
    let written = 0
    for await (const piece of copyRows(client, `select ${list} from ${pg.escapeIdentifier(name)} where ${rest}`)) {
      sum.update(piece)
      rows += countRows(piece)
      written += piece.length
      onProgress((done + Math.min(written, bytes)) / all)
      yield writeFrame({ kind: 'rows', content: piece })
    }
    yield writeFrame({ kind: 'table_end', content: { rows, sha256: sum.digest('hex') } })
    done += bytes
    allRows += rows
  }
  yield writeFrame({ kind: 'end', content: { tables: tables.length, rows: allRows } })
  onProgress(1)
}
