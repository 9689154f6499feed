import { sql } from 'kysely'
import type { Db } from './database.ts'

/** A kind of thing with a limited number per installation. */
export interface Places {
  /** Name of the kind, unique among kinds. */
  of: string
  most: number
  count: () => Promise<number>
}

/**
 * Whether one more may be added. Until the transaction ends, any other call that asks waits, and then counts this one too: otherwise parallel calls
 * would each find the last place free.
 */
export async function hasPlace(db: Db, { of, most, count }: Places): Promise<boolean> {
  const [, taken] = await Promise.all([sql`select pg_advisory_xact_lock(hashtextextended(${`place:${of}`}, 0))`.execute(db), count()])
  return taken < most
}
