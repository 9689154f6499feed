import { toText } from '../opening/bytes.ts'
import { TransferError } from '../opening/transfer-failure.ts'

export type SqliteValue = number | string | Uint8Array | null
export type SqliteRow = Readonly<Record<string, SqliteValue>>

const signature = 'SQLite format 3\0'
const mostRows = 100_000
const mostValueBytes = 16 * 1024 * 1024
const mostDepth = 40

export const isSqlite = (bytes: Uint8Array) => bytes.length >= 512 && toText(bytes.subarray(0, signature.length)) === signature

/**
 * Reads the tables of a SQLite database (https://sqlite.org/fileformat2.html). No SQL is run: of a schema only the names of tables and columns
 * are read, so views, triggers and functions in it do nothing. Throws `damaged` for a file that was cut or whose pages point at one another in
 * circles.
 */
export class SqliteFile {
  readonly #view: DataView
  readonly #pageSize: number
  readonly #usable: number
  readonly #encoding: string
  readonly #tables = new Map<string, { page: number; columns: string[]; rowId: string | undefined }>()

  constructor(bytes: Uint8Array) {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    const size = view.getUint16(16)
    this.#view = view
    this.#pageSize = size === 1 ? 65_536 : size
    this.#usable = this.#pageSize - view.getUint8(20)
    if (this.#pageSize < 512 || (this.#pageSize & (this.#pageSize - 1)) !== 0 || this.#usable < 480) throw new TransferError('damaged')
    const pages = view.getUint32(28)
    if (pages * this.#pageSize > bytes.length || bytes.length < this.#pageSize) throw new TransferError('damaged')
    this.#encoding = ['utf-8', 'utf-8', 'utf-16le', 'utf-16be'][view.getUint32(56)] ?? 'utf-8'
    for (const { values } of this.#walk(1)) {
      const [type, name, , page, sql] = values
      if (type !== 'table' || typeof name !== 'string' || typeof page !== 'number' || typeof sql !== 'string' || page < 1) continue
      this.#tables.set(name.toLowerCase(), { page, ...readColumns(sql) })
    }
  }

  /** Whether a table with all of these columns exists. Names in lower case. */
  has(table: string, ...columns: string[]): boolean {
    const found = this.#tables.get(table)
    return found !== undefined && columns.every((column) => found.columns.includes(column))
  }

  /** All rows by their columns, in lower case, in the order of their keys. Empty when there is no such table. */
  rows(table: string): SqliteRow[] {
    const found = this.#tables.get(table)
    if (!found) return []
    return [...this.#walk(found.page)].map(({ rowId, values }) => {
      const row: Record<string, SqliteValue> = Object.fromEntries(found.columns.map((column, index) => [column, values[index] ?? null]))
      // Stored only in the key of the row.
      if (found.rowId !== undefined) row[found.rowId] = rowId
      return row
    })
  }

  *#walk(root: number): Generator<{ rowId: number; values: SqliteValue[] }> {
    const seen = new Set<number>()
    const waiting = [{ page: root, depth: 0 }]
    let [rows, payload] = [0, 0]
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      if (seen.has(next.page) || next.depth > mostDepth) throw new TransferError('damaged')
      seen.add(next.page)
      const start = this.#startOf(next.page)
      const head = start + (next.page === 1 ? 100 : 0)
      const kind = this.#byte(head)
      const cells = this.#uint16(head + 3)
      if (kind === 5) {
        const children = [this.#uint32(head + 8)]
        for (let cell = cells - 1; cell >= 0; cell--) children.push(this.#uint32(start + this.#uint16(head + 12 + 2 * cell)))
        waiting.push(...children.map((page) => ({ page, depth: next.depth + 1 })))
      } else if (kind === 13) {
        for (let cell = 0; cell < cells; cell++) {
          rows += 1
          if (rows > mostRows) throw new TransferError('too_many')
          const cellAt = start + this.#uint16(head + 8 + 2 * cell)
          payload += this.#varint(cellAt).value
          // Rows that share their pages could be read without end.
          if (payload > this.#view.byteLength) throw new TransferError('damaged')
          yield this.#readCell(cellAt)
        }
      } else throw new TransferError('damaged')
    }
  }

  #readCell(from: number): { rowId: number; values: SqliteValue[] } {
    const length = this.#varint(from)
    const key = this.#varint(length.end)
    if (length.value > mostValueBytes) throw new TransferError('too_costly')
    const most = this.#usable - 35
    const least = Math.floor(((this.#usable - 12) * 32) / 255) - 23
    const rest = least + ((length.value - least) % (this.#usable - 4))
    const local = length.value <= most ? length.value : rest <= most ? rest : least
    const payload = new Uint8Array(length.value)
    payload.set(this.#bytes(key.end, local))
    let done = local
    let page = local < length.value ? this.#uint32(key.end + local) : 0
    while (done < payload.length) {
      const start = this.#startOf(page)
      const piece = this.#bytes(start + 4, Math.min(this.#usable - 4, payload.length - done))
      payload.set(piece, done)
      done += piece.length
      page = this.#uint32(start)
    }
    return { rowId: key.value, values: this.#readRecord(payload) }
  }

  #readRecord(payload: Uint8Array): SqliteValue[] {
    const record = new Varints(payload)
    const headEnd = record.next()
    const kinds: number[] = []
    while (record.at < headEnd) kinds.push(record.next())
    let at = headEnd
    const view = new DataView(payload.buffer)
    return kinds.map((kind) => {
      const length = lengthOf(kind)
      const from = at
      at += length
      if (at > payload.length) throw new TransferError('damaged')
      if (kind === 0) return null
      if (kind === 8 || kind === 9) return kind - 8
      if (kind === 7) return view.getFloat64(from)
      if (kind <= 6) return readInteger(payload.subarray(from, at))
      return kind % 2 === 0 ? payload.slice(from, at) : new TextDecoder(this.#encoding).decode(payload.subarray(from, at))
    })
  }

  #startOf(page: number): number {
    const start = (page - 1) * this.#pageSize
    if (page < 1 || start + this.#pageSize > this.#view.byteLength) throw new TransferError('damaged')
    return start
  }

  #bytes(from: number, length: number): Uint8Array {
    if (from + length > this.#view.byteLength) throw new TransferError('damaged')
    return new Uint8Array(this.#view.buffer, this.#view.byteOffset + from, length)
  }

  #varint(from: number) {
    const varints = new Varints(this.#bytes(from, Math.min(9, this.#view.byteLength - from)))
    const value = varints.next()
    return { value, end: from + varints.at }
  }

  #byte = (at: number) => this.#bytes(at, 1)[0] ?? 0
  #uint16 = (at: number) => (this.#byte(at) << 8) | this.#byte(at + 1)
  #uint32 = (at: number) => this.#uint16(at) * 65_536 + this.#uint16(at + 2)
}

/** Big-endian, seven bits a byte, the ninth with all eight. What does not fit a number exactly is of no interest here. */
class Varints {
  at = 0
  readonly #bytes: Uint8Array

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  next(): number {
    let value = 0
    for (let index = 0; index < 9; index++) {
      const byte = this.#bytes[this.at++]
      if (byte === undefined) throw new TransferError('damaged')
      if (index === 8) return value * 256 + byte
      value = value * 128 + (byte & 0x7f)
      if (byte < 0x80) return value
    }
    return value
  }
}

const lengthOf = (kind: number) => (kind >= 12 ? Math.floor((kind - 12) / 2) : ([0, 1, 2, 3, 4, 6, 8, 8, 0, 0][kind] ?? 0))

/** Two's complement of one to eight bytes. */
function readInteger(bytes: Uint8Array): number {
  let value = 0n
  for (const byte of bytes) value = (value << 8n) | BigInt(byte)
  return Number(BigInt.asIntN(bytes.length * 8, value))
}

/** Column names of a CREATE TABLE, in lower case; `rowId` is an alias of the row's key. */
function readColumns(sql: string): { columns: string[]; rowId: string | undefined } {
  const body = sql.slice(sql.indexOf('(') + 1, sql.lastIndexOf(')'))
  const columns: string[] = []
  let rowId: string | undefined
  for (const definition of splitDefinitions(body)) {
    if (/^(?:primary\s+key|unique|check|foreign\s+key|constraint)\b/i.test(definition)) continue
    const found = /^(?:"([^"]*)"|`([^`]*)`|\[([^\]]*)\]|'([^']*)'|([^\s(]+))([\s\S]*)$/.exec(definition)
    const name = (found?.[1] ?? found?.[2] ?? found?.[3] ?? found?.[4] ?? found?.[5] ?? '').toLowerCase()
    // A generated column is computed on read, and not stored.
    const rest = (found?.[6] ?? '').replaceAll(/"[^"]*"|'[^']*'/g, '')
    if (/\bas\s*\(/i.test(rest) && !/\)\s*stored\b/i.test(rest)) continue
    columns.push(name)
    if (/^\s*integer\s+(?:not\s+null\s+)?primary\s+key\b/i.test(rest)) rowId = name
  }
  return { columns, rowId }
}

/** Quotes and comments; one that is never closed reaches to the end, so that no character is looked at twice. */
const pieces = /"[^"]*"?|'[^']*'?|`[^`]*`?|\[[^\]]*\]?|--[^\n]*|\/\*(?:[\s\S]*?\*\/|[\s\S]*)|[\s\S]/g

/** Splits at commas outside of parentheses and quotes. */
function splitDefinitions(body: string): string[] {
  const parts = ['']
  let depth = 0
  for (const piece of body.match(pieces) ?? []) {
    const isComment = piece.startsWith('--') || piece.startsWith('/*')
    if (piece === '(') depth += 1
    if (piece === ')') depth -= 1
    if (piece === ',' && depth === 0) parts.push('')
    else parts[parts.length - 1] += isComment ? ' ' : piece
  }
  return parts.map((part) => part.trim()).filter((part) => part !== '')
}
