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

/** How a cell starts that a spreadsheet takes for a formula. */
export const formulaStart = /^[=+\-@\t\r\n＝＋－＠]/
export const withoutApostrophe = (cell: string) => (/^'+[=+\-@\t\r\n＝＋－＠]/.test(cell) ? cell.slice(1) : cell)
