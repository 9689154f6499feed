import { CsvError, type CsvTable, readCsv as readTable, readCsvLines as readLines } from '../../lib/csv.ts'
import { TransferError } from '../opening/transfer-failure.ts'

export { betweenBeyond, beyond, columnName, type CsvRow, type CsvTable } from '../../lib/csv.ts'

function orDamaged<Read>(read: () => Read): Read {
  try {
    return read()
  } catch (error) {
    throw error instanceof CsvError ? new TransferError('damaged') : error
  }
}

/** As in `lib`; its `readRows` throws `damaged`. */
export function readCsv(text: string): CsvTable | undefined {
  const table = readTable(text)
  return table && { ...table, readRows: () => orDamaged(table.readRows) }
}

export const readCsvLines = (text: string): string[][] => orDamaged(() => readLines(text))
