import { expect } from 'vitest'

/** Reads one record as RFC 4180 has it. */
export function readCsvRecord(text: string): string[] {
  const cells: string[] = []
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/gy
  for (let match = cell.exec(text); match !== null; match = cell.exec(text)) {
    cells.push(match[1]?.replaceAll('""', '"') ?? match[2] ?? '')
    if (match[3] === '\r\n') break
  }
  expect(cell.lastIndex === 0 || cell.lastIndex === text.length).toBe(true)
  return cells
}

/**
 * A row as a spreadsheet reads it that divides rows at `separator`, without white space at the start of cells: quotes count only there, and one that
 * ends a cell of ours can begin one that includes the end of the row.
 */
export function cellsDividedAt(separator: string, row: string): string[] {
  const cell = new RegExp(`(?:"((?:[^"]|"")*)"?)?([^${separator}\\r\\n]*)(?:[${separator}]|\\r\\n?|\\n|$)`, 'gy')
  return [...row.matchAll(cell)].map(([, quoted = '', plain = '']) => (quoted.replaceAll('""', '"') + plain).replace(/^[\t\r\n]+/, ''))
}

/** How a cell starts that a spreadsheet takes for a formula. */
export const formulaStart = /^[=+\-@\t\r\n＝＋－＠]/
/** The value of a cell, without the apostrophes that keep spreadsheets from taking it, or a piece of it, for a formula. */
export const withoutApostrophe = (cell: string) =>
  cell.replaceAll(/^'(?=['"]*[=+\-@\t\r\n＝＋－＠])|(?<=[;|\t\r\n])'(?=['"]*[=+\-@＝＋－＠])/g, '')

/** Values that are hard to write into a cell, or that a spreadsheet may take for a formula. */
export const hostileCells = [
  'x;=1+1',
  'x;"=1+1;',
  'x\t@a',
  'x\n=1+1',
  'x\r\ny',
  '=HYPERLINK("http://evil.example","x")',
  "'=1+1",
  '""',
  '\r\n',
  "@SUM(A1:A9)'",
  '-2+3+cmd|calc',
  ',,,',
  "''=1",
]
