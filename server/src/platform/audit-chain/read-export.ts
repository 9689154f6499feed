import { withoutApostrophes } from '../csv.ts'
import type { LinkedRow } from './canonical-row.ts'
import {
  chainColumn,
  csvHead,
  csvRow,
  csvSealMark,
  earlierCsvHead,
  earlierCsvRow,
  type ExportFormat,
  jsonFoot,
  jsonHead,
  jsonRow,
  jsonSealMark,
  sealRecord,
  type SealStatement,
  titleColumn,
} from './export-file.ts'
import { readCells } from './read-records.ts'
import type { Signed } from './signer.ts'

export type Seal = Signed<SealStatement>

/** Kinds of records in an export. `damaged`: not exactly what an export writes. */
export type ExportRecord = { kind: 'frame' } | { kind: 'row'; row: LinkedRow } | { kind: 'seal'; seal: Seal } | { kind: 'damaged' }

export function readExportRecord(record: string, format: ExportFormat): ExportRecord {
  if (format === 'csv' ? record === csvHead || record === earlierCsvHead : record === jsonHead || record === jsonFoot)
    return { kind: 'frame' }
  try {
    if (record.startsWith(format === 'csv' ? `${csvSealMark},` : jsonSealMark)) return readSeal(record, format)
    const row = format === 'csv' ? readCsvRow(record) : readJsonRow(record)
    return row === undefined || !isWellFormed(row) ? { kind: 'damaged' } : { kind: 'row', row }
  } catch {
    // Not JSON, or a field is missing or of another kind.
    return { kind: 'damaged' }
  }
}

/** A link is whole or not there at all. */
function isWellFormed({ sequence, previous_hash: previous, hash }: LinkedRow): boolean {
  if (sequence === null) return previous === null && hash === null
  return Number.isSafeInteger(sequence) && [previous, hash].every((text) => typeof text === 'string' && /^[0-9a-f]{64}$/.test(text))
}

function readSeal(record: string, format: ExportFormat): ExportRecord {
  const text = format === 'csv' ? withoutApostrophes(readCells(record)[1] ?? '') : record.slice(jsonSealMark.length, -'}\n'.length)
  const seal = JSON.parse(text) as Seal
  const isSeal =
    seal.statement.kind === 'twofold-audit-export-1' &&
    saysPlainly(seal) &&
    [false, true].some((isEarlier) => sealRecord(seal, format, isEarlier) === record)
  return isSeal ? { kind: 'seal', seal } : { kind: 'damaged' }
}

const isTime = (value: unknown): boolean => typeof value === 'string' && /^[\d-]{10}T[\d:.]{8,12}Z$/.test(value)

/** Anybody can sign a file with a key of their own, and what a seal says is printed beside its fingerprint: times and numbers, and no other text. */
function saysPlainly({ statement: { exported_at: at, rows, checkpoint, beginning } }: Seal): boolean {
  const sequences = [checkpoint, beginning].flatMap((signed) => (signed ? [signed.statement.sequence] : []))
  return isTime(at) && [rows, ...sequences].every(Number.isSafeInteger) && (!beginning || isTime(beginning.statement.until))
}

function readJsonRow(record: string): LinkedRow | undefined {
  const line = record.replace(/,?\n$/, '')
  const { title, ...row } = JSON.parse(line) as LinkedRow & { title: string }
  return jsonRow(row, title) === line ? row : undefined
}

/** The readable columns of a record must match the row that was hashed. */
function readCsvRow(record: string): LinkedRow | undefined {
  const cells = readCells(record)
  const [, previous = '', hash = '', text = ''] = cells.slice(chainColumn)
  const row = JSON.parse(withoutApostrophes(text)) as Omit<LinkedRow, 'previous_hash' | 'hash'>
  const linked = { ...row, previous_hash: previous === '' ? null : previous, hash: hash === '' ? null : hash }
  const title = cells[titleColumn] ?? ''
  return [csvRow, earlierCsvRow].some((write) => write(linked, title) === record) ? linked : undefined
}
