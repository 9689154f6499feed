import * as z from 'zod'
import { damaged } from './backup.error.ts'

/*
 * Content of the file after decryption and unpacking: frames, each a kind (1 byte) | length (4) | content. Rows are in the text format of
 * PostgreSQL's COPY, which every version reads.
 */

export const manifest = z.object({
  /** The migrations that made the tables, in order; with their text those that an older version may not know and lives with. */
  migrations: z
    .array(z.object({ name: z.string(), checksum: z.string(), min_version: z.string().nullish(), sql: z.string().nullish() }))
    .min(1),
  /** The keyrings themselves, not wrapped: the root key need not be in the file, and a fresh installation can have its own. */
  keyrings: z.array(
    z.object({
      purpose: z.string(),
      version: z.int(),
      key: z.string(),
      created_at: z.iso.datetime(),
      activated_at: z.nullable(z.iso.datetime()),
    }),
  ),
})
export type Manifest = z.infer<typeof manifest>

const tableStart = z.object({ name: z.string(), columns: z.array(z.string()).min(1) })
/** Rows of the table that are stored apart. */
const part = z.object({ month: z.string().regex(/^\d{4}-\d\d$/), digest: z.string().regex(/^[0-9a-f]{64}$/), rows: z.int() })
const tableEnd = z.object({ rows: z.int(), sha256: z.string() })
const end = z.object({ tables: z.int(), rows: z.int() })

export type Frame =
  | { kind: 'manifest'; content: Manifest }
  | { kind: 'table'; content: z.infer<typeof tableStart> }
  | { kind: 'rows'; content: Buffer }
  | { kind: 'part'; content: z.infer<typeof part> }
  | { kind: 'table_end'; content: z.infer<typeof tableEnd> }
  | { kind: 'end'; content: z.infer<typeof end> }

const codes = { manifest: 1, table: 2, rows: 3, table_end: 4, end: 5, part: 6 } as const
const longestFrame = 256 * 1024 * 1024

export function writeFrame({ kind, content }: Frame): Buffer {
  const bytes = Buffer.isBuffer(content) ? content : Buffer.from(JSON.stringify(content))
  const head = Buffer.alloc(5)
  head.writeUInt8(codes[kind], 0)
  head.writeUInt32BE(bytes.length, 1)
  return Buffer.concat([head, bytes])
}

/** Throws a BackupError when these are no frames. That they are whole, who reads them has to see: the last one is `end`. */
export async function* readFrames(source: AsyncIterable<Buffer>): AsyncGenerator<Frame> {
  let waiting: Buffer[] = []
  let size = 0
  for await (const piece of source) {
    waiting.push(piece)
    size += piece.length
    while (size >= 5) {
      const [first] = waiting
      // Pieces are concatenated only once a frame is complete; otherwise a long frame would be copied with each of them.
      const head = first !== undefined && first.length >= 5 ? first : (waiting = [Buffer.concat(waiting)])[0]
      if (head === undefined) break
      const length = head.readUInt32BE(1)
      if (length > longestFrame) throw damaged('its content cannot be read')
      if (size < 5 + length) break
      const whole = waiting.length === 1 ? head : Buffer.concat(waiting)
      yield readFrame(whole.readUInt8(0), whole.subarray(5, 5 + length))
      waiting = [whole.subarray(5 + length)]
      size -= 5 + length
    }
  }
  if (size > 0) throw damaged('its content is not whole')
}

function readFrame(code: number, bytes: Buffer): Frame {
  try {
    switch (code) {
      case codes.manifest:
        return { kind: 'manifest', content: manifest.parse(JSON.parse(bytes.toString())) }
      case codes.table:
        return { kind: 'table', content: tableStart.parse(JSON.parse(bytes.toString())) }
      case codes.rows:
        return { kind: 'rows', content: bytes }
      case codes.part:
        return { kind: 'part', content: part.parse(JSON.parse(bytes.toString())) }
      case codes.table_end:
        return { kind: 'table_end', content: tableEnd.parse(JSON.parse(bytes.toString())) }
      case codes.end:
        return { kind: 'end', content: end.parse(JSON.parse(bytes.toString())) }
    }
  } catch (error) {
    throw damaged('its content cannot be understood', error)
  }
  throw damaged('it holds something unknown')
}
