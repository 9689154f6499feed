import { createHash } from 'node:crypto'
import { wordingOfAct } from '@twofold/contract/audited-acts'
import { patternOf, textOf as sayInEnglish } from '@twofold/contract/sentences/sentences'
import { csvRecord } from '../csv.ts'
import { canonicalJson, type LinkedRow, textOf } from './canonical-row.ts'
import type { AuditSigner, Beginning, Checkpoint, Signed } from './signer.ts'

export type ExportFormat = 'csv' | 'json'

/** Signed over the whole file: what it holds, and what of the log it is. */
export interface SealStatement {
  kind: 'twofold-audit-export-1'
  exported_at: string
  /** Filters of the export; empty: the file has all rows up to the checkpoint. */
  filters: Record<string, unknown>
  rows: number
  /** Hash of all bytes before the seal, in hexadecimal. */
  sha256: string
  checkpoint: Checkpoint | null
  /** Beginning of the chain; absent in files of earlier versions, where it was always row 1. */
  beginning?: Beginning | null
}

const columns = ['time (UTC+00:00)', 'who', 'e-mail', 'what', 'kind', 'whom', 'id', 'before', 'after', 'address']
const chainColumns = ['sequence', 'previous hash', 'hash', 'row']
/** The last cell. Files of earlier versions do not have it; what is hashed of it is in `row`. */
const requestColumn = 'request'
/** Column of the action's title. Titles are not in the chain and may differ between versions. */
export const titleColumn = 3
/** First column that the chain protects. */
export const chainColumn = columns.length

/** The first cell of the last record. */
export const csvSealMark = 'seal'
export const csvHead = csvRecord([...columns, ...chainColumns, requestColumn])
export const earlierCsvHead = csvRecord([...columns, ...chainColumns])
export const jsonHead = '{"rows":[\n'
export const jsonFoot = '],\n'
export const jsonSealMark = '"seal":'

/** An action of a newer version has no title here and is shown by its name. */
const titleOf = ({ action, after }: LinkedRow): string => {
  const said = wordingOfAct(action, after)
  return patternOf(said.code) === undefined ? action : sayInEnglish([said])
}

/** A record: what people read, the row itself as it was hashed, and its request. */
export const csvRow = (row: LinkedRow, title: string): string => csvRecord([...earlierCells(row, title), row.caused_by ?? null])

export const earlierCsvRow = (row: LinkedRow, title: string): string => csvRecord(earlierCells(row, title))

function earlierCells(row: LinkedRow, title: string) {
  const { before, after } = row
  return [
    `${row.happened_at.slice(0, 23)}Z`,
    row.actor_name,
    row.actor_email,
    title,
    row.target_kind,
    row.target_name,
    row.target_id,
    jsonCell(before),
    jsonCell(after),
    row.ip,
    row.sequence,
    row.previous_hash,
    row.hash,
    textOf(row, row.sequence),
  ]
}

const jsonCell = (value: unknown) => (value === null ? null : canonicalJson(value))

/** A line: the fields of the row, with its words and its link. */
export function jsonRow({ sequence, previous_hash, hash, ...row }: LinkedRow, title: string): string {
  return JSON.stringify({ sequence, title, ...row, previous_hash, hash })
}

/** The last record. */
export function sealRecord(seal: Signed<SealStatement>, format: ExportFormat, isEarlier = false): string {
  const text = canonicalJson(seal)
  const empty = Array.from({ length: columns.length + chainColumns.length - (isEarlier ? 2 : 1) }, () => null)
  return format === 'csv' ? csvRecord([csvSealMark, text, ...empty]) : `${jsonSealMark}${text}}\n`
}

/** The file, piece by piece. Its last record signs all bytes before. */
export async function* writeExport(
  rows: AsyncIterable<LinkedRow>,
  options: {
    format: ExportFormat
    filters: Record<string, unknown>
    checkpoint: Checkpoint | undefined
    beginning: Beginning | undefined
    signer: AuditSigner
    exportedAt: Date
  },
): AsyncGenerator<string> {
  const { format, filters, checkpoint, beginning, signer, exportedAt } = options
  const sum = createHash('sha256')
  const add = (piece: string) => {
    sum.update(piece)
    return piece
  }
  let count = 0
  yield add(format === 'csv' ? csvHead : jsonHead)
  for await (const row of rows) {
    const title = titleOf(row)
    yield add(format === 'csv' ? csvRow(row, title) : `${count === 0 ? '' : ',\n'}${jsonRow(row, title)}`)
    count += 1
  }
  if (format === 'json') yield add(`${count === 0 ? '' : '\n'}${jsonFoot}`)
  const seal = signer.sign<SealStatement>({
    kind: 'twofold-audit-export-1',
    exported_at: exportedAt.toISOString(),
    filters,
    rows: count,
    sha256: sum.digest('hex'),
    checkpoint: checkpoint ?? null,
    beginning: beginning ?? null,
  })
  yield sealRecord(seal, format)
}
