import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from } from 'pg-copy-streams'

/** Rows that are made and sent at once. */
const batchSize = 2000

/**
 * Fills a table by `COPY … FROM STDIN`, no faster than the server takes it. Values are texts as PostgreSQL writes them, without tabs and line
 * breaks; null is null.
 */
export async function copyRows(
  client: pg.Client,
  table: string,
  columns: readonly string[],
  count: number,
  row: (number: number) => readonly (string | null)[],
): Promise<void> {
  function* lines() {
    for (let begin = 0; begin < count; begin += batchSize) {
      const some: string[] = []
      for (let number = begin; number < Math.min(count, begin + batchSize); number++) some.push(`${row(number).map(escaped).join('\t')}\n`)
      yield some.join('')
    }
  }
  await pipeline(Readable.from(lines(), { objectMode: false }), client.query(from(`copy ${table} (${columns.join(', ')}) from stdin`)))
}

const escaped = (value: string | null) => (value === null ? String.raw`\N` : value.replaceAll('\\', String.raw`\\`))
