import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'

/**
 * The rows of an SQL query in the text format of PostgreSQL's COPY. `countRows` counts them: the stream's own number comes in a message behind the last
 * row, and is 0 until then.
 */
export const copyRows = (client: pg.Client, query: string) => client.query(copyTo(`copy (${query}) to stdout`)) as AsyncIterable<Buffer>

/** COPY ends each row with a line break, and has none within. */
export function countRows(piece: Buffer): number {
  let count = 0
  for (let at = piece.indexOf(10); at !== -1; at = piece.indexOf(10, at + 1)) count += 1
  return count
}
