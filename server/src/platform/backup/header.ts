import { createHash } from 'node:crypto'
import * as z from 'zod'
import { BackupError, cutOff, damaged } from './backup.error.ts'

/*
 * The beginning of a file: mark (16 bytes) | length of the header (4) | header, JSON | SHA-256 of all before it (32). The checksum distinguishes
 * damage from a wrong password; deliberate changes to the header are detected by the chunks after it, which are bound to the same checksum.
 */

/** Its line break reveals a file that was transferred as text. */
const mark = Buffer.from('TWOFOLD BACKUP\r\n', 'latin1')
const sumSize = 32
const longestHeader = 64 * 1024

/** Raised when files are written that this version could not read. A file without parts is one that every version reads. */
export const formats = { whole: 1, withParts: 2 } as const

const keyDescription = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('password'),
    kdf: z.literal('argon2id'),
    salt: z.string(),
    memory_kib: z
      .int()
      .min(8)
      .max(1024 * 1024),
    passes: z.int().min(1).max(20),
  }),
  z.object({ kind: z.literal('master_key'), id: z.string() }),
])

const headerSchema = z.object({
  format: z.literal([formats.whole, formats.withParts]),
  /** Version of the application that made the file. */
  application: z.string(),
  /** The newest migration of its database. */
  schema: z.string(),
  created_at: z.iso.datetime(),
  /** How the file is opened. */
  key: keyDescription,
  /** The key of this file alone, sealed with it. */
  wrapped_key: z.string(),
  /** The same key, sealed for age recipients. */
  age: z.string().optional(),
  /** Names of its parts, for programs that store files and cannot open them. */
  parts: z.array(z.string().regex(/^[0-9a-f]{40}$/)).optional(),
})

export type BackupHeader = z.infer<typeof headerSchema>
export type KeyDescription = BackupHeader['key']

/** Answers the bytes, and the sum that the chunks are bound to. */
export function writeHeader(header: BackupHeader): { bytes: Buffer; sum: Buffer } {
  const json = Buffer.from(JSON.stringify(header))
  const length = Buffer.alloc(4)
  length.writeUInt32BE(json.length)
  const before = Buffer.concat([mark, length, json])
  const sum = createHash('sha256').update(before).digest()
  return { bytes: Buffer.concat([before, sum]), sum }
}

/** Random access to the parts of a file that are needed. */
export interface Reading {
  read: (into: Buffer, offset: number, length: number, position: number) => Promise<{ bytesRead: number }>
}

export const readingOf = (bytes: Buffer): Reading => ({
  read: (into, offset, length, position) => Promise.resolve({ bytesRead: bytes.copy(into, offset, position, position + length) }),
})

/** Throws a BackupError when it is no backup, damaged, or of a newer version. `end`: where the chunks begin. */
export async function readHeader(file: Reading, start = 0): Promise<{ header: BackupHeader; sum: Buffer; end: number }> {
  const seen = await readUpTo(file, start, mark.length)
  // Before its length: a short file of something else was never a backup, so no other copy of it would help.
  if (!isBeginningOf(mark, seen)) throw new BackupError('This file is not a backup of Twofold, or its beginning is damaged.')
  const beginning = await readExactly(file, start, mark.length + 4)
  const length = beginning.readUInt32BE(mark.length)
  if (length > longestHeader) throw damaged('its header cannot be read')
  const json = await readExactly(file, start + beginning.length, length)
  const sum = await readExactly(file, start + beginning.length + length, sumSize)
  if (!createHash('sha256').update(beginning).update(json).digest().equals(sum)) throw damaged('its header was changed')
  return { header: parseHeader(json.toString()), sum, end: start + beginning.length + length + sumSize }
}

/** Anybody can make a sum that is right, so what it covers may be anything. */
function parseHeader(json: string): BackupHeader {
  const content = asJson(json)
  const newer = z.object({ format: z.number().gt(formats.withParts), application: z.string() }).safeParse(content)
  if (newer.success) {
    throw new BackupError(
      `This backup was made by a newer version of Twofold (${newer.data.application}). Restore it with that version or a later one.`,
    )
  }
  const parsed = headerSchema.safeParse(content)
  if (!parsed.success) throw damaged('its header cannot be understood', parsed.error)
  return parsed.data
}

function asJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw damaged('its header cannot be understood', error)
  }
}

async function readExactly(file: Reading, position: number, length: number): Promise<Buffer> {
  const bytes = await readUpTo(file, position, length)
  if (bytes.length < length) throw cutOff()
  return bytes
}

/** Fewer bytes where the file ends. */
export async function readUpTo(file: Reading, position: number, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(length)
  const { bytesRead } = await file.read(buffer, 0, length, position)
  return buffer.subarray(0, bytesRead)
}

/** Whether the bytes are the mark, or all that is left of it; an empty file is left of any. */
export const isBeginningOf = (whole: Buffer, bytes: Buffer): boolean => whole.subarray(0, bytes.length).equals(bytes)
