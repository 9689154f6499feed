import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { cellsDividedAt, formulaStart, hostileCells, readCsvRecord, withoutApostrophe } from '../testing/read-csv.ts'
import { startTestApp, type TestApp } from '../testing/start-test-app.ts'
import { csvCell } from './csv-cell.ts'

const hostile = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: fc.constantFrom('=', '+', '-', '@', '\t', '\r', '\n', "'", '"', ',', ';', '|', 'a', '＝', 'é', '\\') }),
  fc.constantFrom(...hostileCells, '\\t', '^'),
)

/** Records of these rows of cells, as the database writes them. */
async function recordsOf(app: TestApp, rows: string[][]): Promise<string[]> {
  const texts = rows.flat()
  const { rows: cells } = await sql<{ cell: string }>`
    select ${csvCell(sql`text`)} as cell from unnest(${texts}::text[]) with ordinality as texts (text, place) order by place`.execute(
    app.db,
  )
  const written = cells.map(({ cell }) => cell).values()
  return rows.map((row) => `${row.map(() => written.next().value).join(',')}\r\n`)
}

test('whatever stands in the cells comes back from the CSV as it was, and no cell starts as a formula does', async () => {
  const app = await startTestApp()
  const rows = fc.array(fc.array(hostile, { minLength: 1, maxLength: 8 }), { minLength: 1, maxLength: 50 })
  await fc.assert(
    fc.asyncProperty(rows, async (rows) => {
      const written = await recordsOf(app, rows)
      const records = written.map(readCsvRecord)
      expect(records.map((cells) => cells.map(withoutApostrophe))).toEqual(rows)
      for (const cell of records.flat()) expect(cell).not.toMatch(formulaStart)
      for (const record of written) for (const piece of cellsDividedAt(';', `first,${record}`)) expect(piece).not.toMatch(formulaStart)
    }),
    { numRuns: 200 },
  )
})
