import { type Expression, type RawBuilder, sql } from 'kysely'

/** The same as in csv.ts, as PostgreSQL writes it. */
const formula = `^(?=['"]*[-=+@\t\r\n＝＋－＠])|(?<=[;|\t\r\n])(?=['"]*[-=+@＝＋－＠])`

/** Characters that require quotes. */
const special = '[",\r\n\t]'

/** SQL for a text as a cell by RFC 4180. What looks like a formula gets an apostrophe before it, and then is a text. */
export function csvCell(text: Expression<unknown>): RawBuilder<string | null> {
  const harmless = sql`regexp_replace(${text}, ${formula}, '''', 'g')`
  return sql`case when ${text} ~ ${special} then '"' || replace(${harmless}, '"', '""') || '"' else ${harmless} end`
}
