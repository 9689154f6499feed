import { type RawBuilder, sql } from 'kysely'
import type { Db } from './database.ts'

/**
 * Reads what several nouns ask of the database in one statement. Each question answers one row, which arrives as JSON: ask for a time as a number
 * of seconds.
 * @returns the rows in the order of the questions
 */
export async function readTogether(db: Db, questions: readonly RawBuilder<unknown>[]): Promise<unknown[]> {
  if (questions.length === 0) return []
  const columns = questions.map((question, index) => sql`(select to_jsonb(answer) from (${question}) answer) as ${sql.id(String(index))}`)
  const { rows } = await sql`select ${sql.join(columns)}`.execute(db)
  const [answers = {}] = rows as Record<string, unknown>[]
  return questions.map((_, index) => answers[index])
}
