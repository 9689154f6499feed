import { createHash } from 'node:crypto'
import { type LinkedRow, textOf } from './canonical-row.ts'
import type { ExportFormat } from './export-file.ts'
import { type Break, changedAt, checkBeginning, checkFollows, checkLink, removedAt, startAt, type StoredLink } from './find-break.ts'
import { readExportRecord, type Seal } from './read-export.ts'
import { readRecords } from './read-records.ts'
import { fingerprintOf, isSignatureValid } from './signer.ts'

export interface FileVerification {
  rows: number
  /** Rows that were not linked yet when the file was made: only its signature protects them. */
  unlinked: number
  isFiltered: boolean
  exportedAt: string | undefined
  checkpoint: number | undefined
  /** Removed by retention earlier: rows up to `sequence`, all older than `until`. */
  beginning: { sequence: number; until: string } | undefined
  /** Fingerprint of the signing key; undefined without a valid signature. */
  fingerprint: string | undefined
  found: Break | undefined
}

const isLinked = (row: LinkedRow): row is LinkedRow & { sequence: number; previous_hash: string; hash: string } =>
  row.sequence !== null && row.previous_hash !== null && row.hash !== null

const inFile = (sentence: string): Break => ({ sequence: null, sentence })

/**
 * Verifies an export on its own, without a database. Rows are listed newest first; of several altered rows the oldest is named. In a filtered file
 * each row is compared with its own link, and with its neighbor if that is the next in the chain.
 */
export async function verifyFile(chunks: AsyncIterable<Uint8Array>, format: ExportFormat): Promise<FileVerification> {
  const read = await readFile(chunks, format)
  const { seal, rows, unlinked } = read
  const signed = seal !== undefined && isSignatureValid(seal) ? seal : undefined
  const isFiltered = Object.keys(seal?.statement.filters ?? {}).length > 0
  // A missing row says something only where all have to be there.
  const beginning = signed?.statement.beginning?.statement
  const breaks = isFiltered ? read.breaks : [...read.breaks, ...read.gaps]
  return {
    rows,
    unlinked,
    isFiltered,
    exportedAt: signed?.statement.exported_at,
    checkpoint: signed?.statement.checkpoint?.statement.sequence,
    beginning: beginning && { sequence: beginning.sequence, until: beginning.until },
    fingerprint: signed && fingerprintOf(signed.public_key),
    found: oldestOf(breaks) ?? judgeWhole(read, isFiltered),
  }
}

/** A sequence of none comes last: it says less. */
const oldestOf = (breaks: readonly Break[]): Break | undefined =>
  breaks.toSorted((a, b) => (a.sequence ?? Number.MAX_SAFE_INTEGER) - (b.sequence ?? Number.MAX_SAFE_INTEGER))[0]

interface Read {
  rows: number
  unlinked: number
  sha256: string
  seal: Seal | undefined
  newest: StoredLink | undefined
  oldest: StoredLink | undefined
  breaks: Break[]
  /** Rows that are missing between two others. */
  gaps: Break[]
}

async function readFile(chunks: AsyncIterable<Uint8Array>, format: ExportFormat): Promise<Read> {
  const sum = createHash('sha256')
  const read: Read = { rows: 0, unlinked: 0, sha256: '', seal: undefined, newest: undefined, oldest: undefined, breaks: [], gaps: [] }
  let line = 0
  try {
    for await (const text of readRecords(chunks, format)) {
      line += 1
      const record = readExportRecord(text, format)
      if (read.seal !== undefined) read.breaks.push(inFile('Something was added after the end of the file.'))
      else if (record.kind === 'seal') read.seal = record.seal
      else {
        sum.update(text)
        if (record.kind === 'row') takeRow(read, record.row)
        else if (record.kind === 'damaged')
          read.breaks.push(
            read.oldest === undefined ? inFile(`Line ${line} of the file was changed.`) : changedAt(read.oldest.sequence - 1),
          )
      }
    }
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ERR_ENCODING_INVALID_ENCODED_DATA')) throw error
    read.breaks.push(read.oldest === undefined ? inFile('The file is not text.') : changedAt(read.oldest.sequence - 1))
  }
  return { ...read, sha256: sum.digest('hex') }
}

function takeRow(read: Read, row: LinkedRow) {
  read.rows += 1
  if (!isLinked(row)) {
    read.unlinked += 1
    return
  }
  const { sequence, previous_hash, hash } = row
  const link: StoredLink = { sequence, previous_hash, hash, text: textOf(row, sequence) }
  const own = checkLink(link)
  if (own !== undefined) read.breaks.push(own)
  const { oldest: newer } = read
  const follows = newer && checkFollows(link, newer)
  if (follows !== undefined) (newer?.sequence === sequence + 1 ? read.breaks : read.gaps).push(follows)
  read.newest ??= link
  read.oldest = link
}

/** Checks that need more than a single row. */
function judgeWhole({ seal, newest, oldest, rows, sha256 }: Read, isFiltered: boolean): Break | undefined {
  if (seal === undefined) return inFile('The end of the file, with its signature, is missing.')
  if (!isSignatureValid(seal)) return inFile('The signature at the end of the file is not valid.')
  const { checkpoint } = seal.statement
  if (checkpoint !== null && (checkpoint.public_key !== seal.public_key || !isSignatureValid(checkpoint)))
    return inFile('The checkpoint in the file has no valid signature.')
  if (checkpoint !== null && !isFiltered) {
    const { sequence, hash } = checkpoint.statement
    const beginning = seal.statement.beginning ?? undefined
    const start = startAt(beginning)
    const first = start.sequence + 1
    const forged = checkBeginning(beginning, seal.public_key)
    if (forged !== undefined) return forged
    if (newest === undefined || oldest === undefined || oldest.sequence > first) return removedAt(first)
    if (oldest.previous_hash !== start.hash) return changedAt(first)
    if (newest.sequence < sequence) return removedAt(newest.sequence + 1)
    if (newest.hash !== hash) return changedAt(newest.sequence)
  }
  if (sha256 === seal.statement.sha256 && rows === seal.statement.rows) return undefined
  return inFile('The linked rows are whole, but something else in the file was changed since it was exported.')
}
