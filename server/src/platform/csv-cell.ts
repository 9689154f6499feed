import { type Expression, type RawBuilder, sql } from 'kysely'

/**
 * A cell that a spreadsheet takes for a formula starts with one of these; the full-width ones do in some languages. Also with apostrophes
 * before it, so that taking one apostrophe away always gives the value back.
 */
const formula = "^'*[-=+@\t\r\n＝＋－＠]"

/** Characters that require quotes. */
const special = '[",\r\n\t]'

/** SQL for a text as a cell by RFC 4180. What looks like a formula starts with an apostrophe, and then is a text. */
export function csvCell(text: Expression<unknown>): RawBuilder<string | null> {
  const harmless = sql`case when ${text} ~ ${formula} then '''' || ${text} else ${text} end`
  return sql`case when ${text} ~ ${special} then '"' || replace(${harmless}, '"', '""') || '"' else ${harmless} end`
}
