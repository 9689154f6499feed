import { createHash, type KeyObject } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { fileTrouble, openNamedFile } from '../file-trouble.ts'
import { readMigrations } from '../migrate.ts'
import { BackupError, damaged } from './backup.error.ts'
import { openChunks } from './chunks.ts'
import { countRows } from './copied-rows.ts'
import { type BackupSecrets, openFileKey } from './file-key.ts'
import { type Manifest, readFrames } from './frames.ts'
import { bundledParts, findBundle } from './bundle.ts'
import { type BackupHeader, readHeader } from './header.ts'
import { beginDigest, findPartSecret, namePart, openPart, PartError, type PartFacts, partsBeside, type PartSource } from './parts.ts'

/** Callbacks for the content, in its order. */
export interface BackupReader {
  begin?: (manifest: Manifest, header: BackupHeader) => Promise<void>
  /** Answers where the rows of the table go. `month`: the oldest that is stored apart. */
  table?: (name: string, columns: string[], month: string | undefined) => TableReader | Promise<TableReader>
  /** From 0 to 1, often. */
  onProgress?: (part: number) => void
  signal?: AbortSignal
}

export interface TableReader {
  rows(piece: Buffer): Promise<void>
  /** Answers how many rows arrived. */
  end(): Promise<number>
}

/** Returns the unencrypted part, which holds no secret. Throws a BackupError for what is no backup, damaged in its beginning, or newer than this version. */
export async function describeBackup(path: string): Promise<BackupHeader> {
  const file = await openFile(path)
  try {
    const { header } = await readHeader(file, (await findBundle(file))?.start)
    await refuseNewer(header)
    return header
  } finally {
    await file.close()
  }
}

/**
 * Reads a backup from its beginning to its end, each part only after it has proven to be as it was written. Throws a BackupError that says what is
 * wrong; that may be at the very end, so what the reader does has to be undone then.
 */
export async function readBackup(
  path: string,
  secrets: BackupSecrets,
  reader: BackupReader = {},
  /** Undefined: they are within the file, or beside it. */
  source?: PartSource,
): Promise<BackupHeader & { rows: number }> {
  const file = await openFile(path)
  try {
    const bundle = await findBundle(file)
    const parts = source ?? (bundle === undefined ? partsBeside(path) : bundledParts(file, bundle))
    const { header, sum, end } = await readHeader(file, bundle?.start)
    await refuseNewer(header)
    const fileKey = await openFileKey(header, secrets)
    const { size } = bundle === undefined ? await file.stat() : { size: bundle.start + bundle.base }
    const sealedBase = file.createReadStream({ start: end, end: size - 1, autoClose: false })
    const opening = (sealed: AsyncIterable<Buffer>) => openChunks(counted(sealed, size, reader.onProgress), fileKey, sum)
    let rows = 0
    const use = async (content: AsyncIterable<Buffer>) => {
      rows = await readContent(content, { header, reader, parts })
    }
    await pipeline(sealedBase, opening, createGunzip(), use, reader.signal === undefined ? {} : { signal: reader.signal })
    return { ...header, rows }
  } catch (error) {
    // Authenticated content always unpacks; only a bug of ours can end here.
    if ((error as NodeJS.ErrnoException).code?.startsWith('Z_') === true) throw damaged('it cannot be unpacked', error)
    throw error
  } finally {
    await file.close()
  }
}

async function* counted(source: AsyncIterable<Buffer>, size: number, onProgress: BackupReader['onProgress']): AsyncGenerator<Buffer> {
  let read = 0
  for await (const piece of source) {
    read += piece.length
    onProgress?.(read / size)
    yield piece
  }
}

async function readContent(
  content: AsyncIterable<Buffer>,
  { header, reader, parts }: { header: BackupHeader; reader: BackupReader; parts: PartSource },
): Promise<number> {
  let stage: 'beginning' | 'between' | 'table' | 'over' = 'beginning'
  let secret: KeyObject | undefined
  let current = { name: '', columns: [] as string[] }
  let table: TableReader | undefined
  let isOpen = false
  let sum = createHash('sha256')
  let [tables, rows, stated, inTable] = [0, 0, 0, 0]
  const mustBe = (expected: typeof stage) => {
    if (stage !== expected) throw damaged('its parts are not in order')
  }
  /** Only once the first month with rows is known. */
  const open = async (month?: string) => {
    if (!isOpen) table = await reader.table?.(current.name, current.columns, month)
    isOpen = true
  }
  for await (const frame of readFrames(content)) {
    switch (frame.kind) {
      case 'manifest':
        mustBe('beginning')
        secret = header.parts === undefined ? undefined : findPartSecret(frame.content)
        await reader.begin?.(frame.content, header)
        stage = 'between'
        break
      case 'table':
        mustBe('between')
        current = frame.content
        ;[table, isOpen, inTable] = [undefined, false, 0]
        sum = createHash('sha256')
        stage = 'table'
        break
      case 'part':
        mustBe('table')
        if (secret === undefined) throw damaged('it names parts that cannot be opened')
        await open(frame.content.month)
        await readPart({ table: current.name, ...frame.content }, current.columns, { secret, parts, table, signal: reader.signal })
        inTable += frame.content.rows
        break
      case 'rows':
        mustBe('table')
        await open()
        sum.update(frame.content)
        inTable += countRows(frame.content)
        await table?.rows(frame.content)
        break
      case 'table_end': {
        mustBe('table')
        await open()
        const arrived = (await table?.end()) ?? inTable
        // A backup of before 29 November 2026 may state fewer rows than it holds. Its sum says that it holds all.
        if (sum.digest('hex') !== frame.content.sha256 || arrived !== inTable || frame.content.rows > inTable)
          throw damaged(`the table ${current.name} is not whole`)
        tables += 1
        rows += inTable
        stated += frame.content.rows
        stage = 'between'
        break
      }
      case 'end':
        mustBe('between')
        if (frame.content.tables !== tables || frame.content.rows !== stated) throw damaged('tables are missing')
        stage = 'over'
    }
  }
  mustBe('over')
  return rows
}

/** Throws a PartError when its rows are not those that the backup means. */
async function readPart(
  facts: PartFacts,
  columns: string[],
  {
    secret,
    parts,
    table,
    signal,
  }: { secret: KeyObject; parts: PartSource; table: TableReader | undefined; signal: AbortSignal | undefined },
): Promise<void> {
  const sum = beginDigest(facts.table, columns)
  let rows = 0
  for await (const piece of openPart(facts, secret, parts)) {
    signal?.throwIfAborted()
    sum.update(piece)
    rows += countRows(piece)
    await table?.rows(piece)
  }
  if (sum.digest('hex') !== facts.digest || rows !== facts.rows)
    throw new PartError(namePart(secret, facts.digest), facts, 'holds other rows')
}

/** The database that it was made of may be newer than this version, though the file's format is not. */
async function refuseNewer(header: BackupHeader) {
  const known = await readMigrations()
  if (known.every(({ name }) => name !== header.schema)) throw madeByNewer(header)
}

export const madeByNewer = ({ application }: BackupHeader) =>
  new BackupError(`This backup was made by a newer version of Twofold (${application}). Restore it with that version or a later one.`)

async function openFile(path: string): Promise<FileHandle> {
  try {
    return await openNamedFile(path, 'r')
  } catch (error) {
    throw new BackupError(`The backup ${path} cannot be read: ${fileTrouble(error)}.`, { cause: error })
  }
}
