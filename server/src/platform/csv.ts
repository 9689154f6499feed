/**
 * The start of a cell that a spreadsheet takes for a formula; the full-width signs do in some languages. Not only at the start of a value: where
 * decimals have a comma, spreadsheets divide our rows at semicolons, and know of no quotes in the middle of what they take for a cell. Also with
 * apostrophes before it, so that taking one away at each such place always gives the value back.
 */
const formula = /^(?=['"]*[=+\-@\t\r\n＝＋－＠])|(?<=[;|\t\r\n])(?=['"]*[=+\-@＝＋－＠])/g

/** One record by RFC 4180, including its line end. What looks like a formula gets an apostrophe before it, which makes it text. */
export function csvRecord(values: readonly (string | number | null)[]): string {
  return `${values.map(cell).join(',')}\r\n`
}

function cell(value: string | number | null): string {
  const harmless = (value === null ? '' : String(value)).replace(formula, "'")
  return /[",\r\n\t]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

/** The value of a cell that `csvRecord` wrote, without the apostrophes. */
export const withoutApostrophes = (cell: string): string =>
  cell.replaceAll(/^'(?=['"]*[=+\-@\t\r\n＝＋－＠])|(?<=[;|\t\r\n])'(?=['"]*[=+\-@＝＋－＠])/g, '')
