/**
 * A cell that a spreadsheet takes for a formula starts with one of these; the full-width ones do in some languages. Also with apostrophes
 * before it, so that taking one apostrophe away always gives the value back.
 */
const formula = /^'*[=+\-@\t\r\n＝＋－＠]/

/** One record by RFC 4180, including its line end. A value that looks like a formula gets an apostrophe, which makes it text. */
export function csvRecord(values: readonly (string | number | null)[]): string {
  return `${values.map(cell).join(',')}\r\n`
}

function cell(value: string | number | null): string {
  const text = value === null ? '' : String(value)
  const harmless = formula.test(text) ? `'${text}` : text
  return /[",\r\n\t]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
