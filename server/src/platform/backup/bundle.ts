import type { FileHandle } from 'node:fs/promises'
import * as z from 'zod'
import { cutOff, damaged } from './backup.error.ts'
import { isBeginningOf, type Reading, readUpTo } from './header.ts'
import { type PartSource, requirePartName } from './parts.ts'

/*
 * A backup and its parts in one file for download: mark (16 bytes) | length of the list (4) | list, JSON | backup | parts. Nothing is decrypted or
 * sealed for it; tampering is detected when the backup and each part are read.
 */

const mark = Buffer.from('TWOFOLD BUNDLE\r\n', 'latin1')
const longestList = 1024 * 1024

const list = z.object({
  backup: z.int().min(1),
  parts: z.array(z.object({ name: z.string(), size: z.int().min(1) })),
})

/** Something whose size is known before it is read. */
export interface Stored {
  size: number
  content: AsyncIterable<Buffer>
}

interface Bundle {
  /** Offset and size of the backup. */
  start: number
  base: number
  parts: Map<string, { start: number; end: number }>
}

/** `parts`: opened when their turn comes. */
export function bundle(
  backup: Stored,
  parts: readonly { name: string; size: number; open: () => Promise<AsyncIterable<Buffer>> }[],
): Stored {
  const json = Buffer.from(JSON.stringify({ backup: backup.size, parts: parts.map(({ name, size }) => ({ name, size })) }))
  const length = Buffer.alloc(4)
  length.writeUInt32BE(json.length)
  const head = Buffer.concat([mark, length, json])
  async function* content() {
    yield head
    yield* backup.content
    for (const { open } of parts) yield* await open()
  }
  return { size: head.length + backup.size + parts.reduce((sum, { size }) => sum + size, 0), content: content() }
}

/** Undefined: the file is a backup by itself, or something else. Throws a BackupError when the list of a bundle is damaged or cut off. */
export async function findBundle(file: Reading): Promise<Bundle | undefined> {
  const beginning = await readUpTo(file, 0, mark.length + 4)
  if (!isBeginningOf(mark, beginning.subarray(0, mark.length))) return undefined
  if (beginning.length < mark.length + 4) throw cutOff()
  const length = beginning.readUInt32BE(mark.length)
  if (length > longestList) throw damaged('its list of parts cannot be read')
  const json = await readUpTo(file, beginning.length, length)
  if (json.length < length) throw cutOff()
  const found = list.safeParse(parse(json))
  if (!found.success) throw damaged('its list of parts cannot be understood')
  const start = beginning.length + length
  const parts: Bundle['parts'] = new Map()
  let at = start + found.data.backup
  for (const { name, size } of found.data.parts) {
    parts.set(requirePartName(name), { start: at, end: at + size - 1 })
    at += size
  }
  // Each size is a number; their sum need not be one that a place in a file can have.
  if (!Number.isSafeInteger(at)) throw damaged('its list of parts cannot be understood')
  return { start, base: found.data.backup, parts }
}

function parse(json: Buffer): unknown {
  try {
    return JSON.parse(json.toString())
  } catch (error) {
    throw damaged('its list of parts cannot be understood', error)
  }
}

export const bundledParts =
  (file: FileHandle, { parts }: Bundle): PartSource =>
  (name) => {
    const place = parts.get(name)
    return Promise.resolve(place && (file.createReadStream({ ...place, autoClose: false }) as AsyncIterable<Buffer>))
  }
