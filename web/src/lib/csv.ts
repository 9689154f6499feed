/** The file ends within quotes or within a row, or an unquoted line break divides a row. */
export class CsvError extends Error {}

/** One row by column name, in lower case and reduced to letters and digits. */
export type CsvRow = ReadonlyMap<string, string>

/** The name of what a row has behind its last column, where it has more fields than the header. */
export const beyond = ''
export const betweenBeyond = '\n'

export interface CsvTable {
  columns: ReadonlySet<string>
  /** Throws when the file ends within quotes or within a row, or when an unquoted line break divides one. */
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
  const body = text.replace(/^\s*\n/, '').replace(/^sep=(.)\r?\n/i, '')
  const first = /^[^\r\n]*/.exec(body)?.[0] ?? ''
  const isWrapped = /^"[^]*"$/.test(first) && !first.slice(1, -1).replaceAll('""', '').includes('"')
  const head = isWrapped ? unwrap(first) : first
  const separator = separators.toSorted((one, other) => head.split(other).length - head.split(one).length)[0] ?? ','
  if (!head.includes(separator) || /^\s*[[{<]/.test(head)) return undefined
  // A quote that is not closed on it makes the first line of a text no header.
  if (head.split('"').length % 2 === 0) return undefined
  const names = (splitRows(head, separator)[0] ?? []).map(columnName)
  return { columns: new Set(names), readRows: () => readRows(isWrapped ? unwrap(body) : body, separator, names) }
}

/** Scripts and spreadsheets that take a table for one of a single column put each line of it into quotes. */
const unwrap = (text: string) =>
  splitRows(text, '\0')
    .map(([line = '']) => line)
    .join('\n')

function readRows(body: string, separator: string, names: readonly string[]): CsvRow[] {
  const rows = splitRows(body, separator)
    .slice(1)
    .filter((row) => row.some((field) => field.trim() !== ''))
  const isWhole = /[\r\n]/.test(body.slice(body.trimEnd().length))
  return rows.map((row, at) => {
    // Excel leaves out empty fields at the end of rows. A piece of a row is short as well.
    const next = rows[at + 1]
    const isPiece = row.length === 1 || (next === undefined ? !isWhole : row.length + next.length === names.length + 1)
    if (row.length < names.length && isPiece) throw new CsvError()
    const named = names.map((name, index): [string, string] => [name, row[index] ?? ''])
    return new Map(row.length > names.length ? [...named, [beyond, row.slice(names.length).join(betweenBeyond)]] : named)
  })
}

/** The rows of a table without a header, which is one of commas. Throws when the file ends within quotes. */
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
        if (end < 0) throw new CsvError()
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
