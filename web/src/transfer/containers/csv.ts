import { TransferError } from '../opening/transfer-failure.ts'

/** One row by column name, in lower case and reduced to letters and digits. */
export type CsvRow = ReadonlyMap<string, string>

/** The name of what a row has behind its last column, where it has more fields than the header. */
export const beyond = ''
export const betweenBeyond = '\n'

export interface CsvTable {
  columns: ReadonlySet<string>
  /** Throws `damaged` when the file ends within quotes, or when a row has fewer fields than the header. */
  readRows: () => CsvRow[]
}

export const columnName = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '')

/** The separators that spreadsheets of different countries write. */
const separators = [',', ';', '\t', '|']

/**
 * Reads RFC 4180, with any line ending and any of the usual separators. Undefined when the first line is no header of at least two columns.
 * Any text with a comma in its first line may be one, so rows are read only when they are asked for.
 */
export function readCsv(text: string): CsvTable | undefined {
  const body = text.replace(/^(?:\s*\n)+/, '').replace(/^sep=(.)\r?\n/i, '')
  const head = /^[^\r\n]*/.exec(body)?.[0] ?? ''
  const separator = separators.toSorted((one, other) => head.split(other).length - head.split(one).length)[0] ?? ','
  if (!head.includes(separator) || /^\s*[[{<]/.test(head)) return undefined
  // A quote that is not closed on it makes the first line of a text no header.
  if (head.split('"').length % 2 === 0) return undefined
  const names = (splitRows(head, separator)[0] ?? []).map(columnName)
  return { columns: new Set(names), readRows: () => readRows(body, separator, names) }
}

function readRows(body: string, separator: string, names: readonly string[]): CsvRow[] {
  const rows = splitRows(body, separator).slice(1)
  return rows
    .filter((row) => row.some((field) => field.trim() !== ''))
    .map((row) => {
      if (row.length < names.length) throw new TransferError('damaged')
      const named = names.map((name, index): [string, string] => [name, row[index] ?? ''])
      return new Map(row.length > names.length ? [...named, [beyond, row.slice(names.length).join(betweenBeyond)]] : named)
    })
}

/** The rows of a table without a header, which is one of commas. Throws `damaged` when the file ends within quotes. */
export const readCsvLines = (text: string): string[][] => splitRows(text, ',').filter((row) => row.some((field) => field.trim() !== ''))

function splitRows(text: string, separator: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  let at = 0
  while (at < text.length) {
    let field = ''
    if (text[at] === '"') {
      for (at += 1; ; at += 2) {
        const end = text.indexOf('"', at)
        if (end < 0) throw new TransferError('damaged')
        field += text.slice(at, end)
        at = end
        // A doubled quote is one that belongs to the field.
        if (text[at + 1] !== '"') break
        field += '"'
      }
      at += 1
    }
    const start = at
    while (at < text.length && text[at] !== separator && text[at] !== '\n' && text[at] !== '\r') at += 1
    row.push(field + text.slice(start, at))
    if (text[at] === separator) {
      at += 1
      // A separator at the very end has an empty field behind it.
      if (at < text.length) continue
      row.push('')
    }
    rows.push(row)
    row = []
    at += text[at] === '\r' && text[at + 1] === '\n' ? 2 : 1
  }
  return rows
}
