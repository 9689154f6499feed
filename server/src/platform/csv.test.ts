import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cellsDividedAt, formulaStart, hostileCells, readCsvRecord, withoutApostrophe } from '../testing/read-csv.ts'
import { csvRecord } from './csv.ts'

const hostile = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: fc.constantFrom('=', '+', '-', '@', '\t', '\r', '\n', "'", '"', ',', ';', '|', 'a', '＝', 'é') }),
  fc.constantFrom(...hostileCells),
)

test('whatever stands in the cells comes back from the CSV as it was', () => {
  fc.assert(
    fc.property(fc.array(hostile, { minLength: 1, maxLength: 8 }), (cells) => {
      expect(readCsvRecord(csvRecord(cells)).map(withoutApostrophe)).toEqual(cells)
    }),
    { numRuns: 2000 },
  )
})

test('no cell starts as a formula does, as a spreadsheet reads it', () => {
  fc.assert(
    fc.property(fc.array(hostile, { minLength: 1, maxLength: 8 }), (cells) => {
      for (const cell of readCsvRecord(csvRecord(cells))) expect(cell).not.toMatch(formulaStart)
    }),
    { numRuns: 2000 },
  )
})

test('no piece of a row starts as a formula does for a spreadsheet that divides rows at another separator', () => {
  fc.assert(
    fc.property(fc.array(hostile, { minLength: 1, maxLength: 8 }), fc.constantFrom(';', '\t', '|'), (cells, separator) => {
      for (const piece of cellsDividedAt(separator, csvRecord(['first', ...cells]))) expect(piece).not.toMatch(formulaStart)
    }),
    { numRuns: 2000 },
  )
})

test('nothing and numbers are cells as well', () => {
  expect(csvRecord([null, 3, -3, 'x'])).toBe(",3,'-3,x\r\n")
})
