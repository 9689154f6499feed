import { createHash, createHmac, createSecretKey, hkdfSync, type KeyObject, randomBytes } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { makeFolder } from '../make-folder.ts'
import { syncFolder } from '../write-once.ts'
import { BackupError } from './backup.error.ts'
import { openChunks, sealChunks } from './chunks.ts'
import type { Manifest } from './frames.ts'

/*
 * A part holds the rows of one table of one month that is over: mark (16 bytes) | salt (32) | chunks. It is named after what it holds, so the same
 * rows are stored once, however many backups have them, and rows that changed after all get a part of their own. Its key follows from a keyring that
 * never changes and that every backup carries, so whatever opens a backup opens its parts, also after the root key or the password was changed. The
 * salt keeps two that hold the same from having the same key.
 */

const mark = Buffer.from('TWOFOLD PART 1\r\n', 'latin1')
const saltSize = 32
const headSize = mark.length + saltSize

/** Facts about a part that the backup stores. */
export interface PartFacts {
  table: string
  /** `2026-10` */
  month: string
  /** Digest of the columns and rows, before compression. */
  digest: string
  rows: number
}

/** Answers what is stored under a name; undefined: nothing is. */
export type PartSource = (name: string) => Promise<AsyncIterable<Buffer> | undefined>

/** A part that is missing or not as it was written. */
export class PartError extends BackupError {
  readonly part: string
  constructor(part: string, { table, month }: PartFacts, what: string, cause?: unknown) {
    super(`The part ${part} of this backup, ${table} of ${month}, ${what}. Nothing was restored from it; use another copy.`, { cause })
    this.part = part
  }
}

/** The installation's secret: rotation leaves this keyring alone. Undefined: it has no keyrings yet. */
export function findPartSecret({ keyrings }: Pick<Manifest, 'keyrings'>): KeyObject | undefined {
  const ring = keyrings.filter(({ purpose }) => purpose === 'index').toSorted((a, b) => a.version - b.version)[0]
  if (ring === undefined) return undefined
  return createSecretKey(Buffer.from(hkdfSync('sha256', Buffer.from(ring.key, 'base64'), '', 'twofold backup parts', 32)))
}

/** The name reveals nothing about the content without the secret. */
export const namePart = (secret: KeyObject, digest: string): string =>
  createHmac('sha256', secret).update(`name ${digest}`).digest('hex').slice(0, 40)

const isPartName = (name: string) => /^[0-9a-f]{40}$/.test(name)

/** Refuses what is no name, so that no backup leads to other files. */
export function requirePartName(name: string): string {
  if (!isPartName(name)) throw new BackupError('This backup is damaged: it names parts that cannot be.')
  return name
}

export const beginDigest = (table: string, columns: readonly string[]) =>
  createHash('sha256').update(`${JSON.stringify({ table, columns })}\n`)

const keyOf = (secret: KeyObject, digest: string, salt: Buffer) =>
  createSecretKey(createHmac('sha256', secret).update(`key ${digest} `).update(salt).digest())

const sumOf = (head: Buffer) => createHash('sha256').update(head).digest()

/** The folder of parts beside the backups of a folder. */
export const partsFolder = (backup: string) => join(dirname(backup), 'parts')

export const partsBeside =
  (backup: string): PartSource =>
  async (name) => {
    const path = join(partsFolder(backup), requirePartName(name))
    return (await stat(path).catch(() => undefined)) === undefined ? undefined : (createReadStream(path) as AsyncIterable<Buffer>)
  }

/** Whole and on the disk, or not there at all. */
export async function writePart(
  {
    folder,
    name,
    digest,
    secret,
    signal,
  }: { folder: string; name: string; digest: string; secret: KeyObject; signal: AbortSignal | undefined },
  rows: AsyncIterable<Buffer>,
): Promise<void> {
  await makeFolder(folder)
  const path = join(folder, name)
  const unfinished = `${path}.unfinished`
  const salt = randomBytes(saltSize)
  const head = Buffer.concat([mark, salt])
  try {
    await rm(unfinished, { force: true })
    const file = createWriteStream(unfinished, { flags: 'wx', mode: 0o600, flush: true })
    file.write(head)
    const sealing = (packed: AsyncIterable<Buffer>) => sealChunks(packed, keyOf(secret, digest, salt), sumOf(head))
    const options = signal === undefined ? {} : { signal }
    await pipeline(Readable.from(rows, { objectMode: false }), createGzip({ level: 4 }), sealing, file, options)
    await rename(unfinished, path)
    await syncFolder(folder)
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
}

/** The rows, each piece only after it has proven to be as it was written. Throws a PartError. */
export async function* openPart(facts: PartFacts, secret: KeyObject, parts: PartSource): AsyncGenerator<Buffer> {
  const name = namePart(secret, facts.digest)
  const stored = await parts(name)
  if (stored === undefined) throw new PartError(name, facts, 'is missing: it belongs into "parts", beside the file')
  const { head, rest } = await takeHead(stored)
  const salt = head.subarray(mark.length)
  if (head.length < headSize || !head.subarray(0, mark.length).equals(mark)) throw new PartError(name, facts, 'is damaged: it is no part')
  const rows = createGunzip()
  const opening = pipeline(
    rest,
    (sealed: AsyncIterable<Buffer>) => openChunks(sealed, keyOf(secret, facts.digest, salt), sumOf(head)),
    rows,
  )
  opening.catch(() => {}) // reading reports it
  try {
    for await (const piece of rows as AsyncIterable<Buffer>) yield piece
    await opening
  } catch (error) {
    throw new PartError(name, facts, 'is damaged', error)
  }
}

async function takeHead(stored: AsyncIterable<Buffer>): Promise<{ head: Buffer; rest: AsyncIterable<Buffer> }> {
  const pieces = stored[Symbol.asyncIterator]()
  let read: Buffer = Buffer.alloc(0)
  while (read.length < headSize) {
    const next = await pieces.next()
    if (next.done === true) break
    read = Buffer.concat([read, next.value])
  }
  async function* rest() {
    if (read.length > headSize) yield read.subarray(headSize)
    yield* { [Symbol.asyncIterator]: () => pieces }
  }
  return { head: read.subarray(0, headSize), rest: rest() }
}
