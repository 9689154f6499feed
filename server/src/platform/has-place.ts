import { sql } from 'kysely'
import type { Db } from './database.ts'

/** A kind of thing with a limited number per installation. */
export interface Places {
  /** Name of the kind, unique among kinds. */
  of: string
  most: number
  count: () => Promise<number>
}

/** Until the transaction ends, others that lock these places wait. A count that is sent behind it sees what they added. */
export async function lockPlaces(db: Db, of: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`place:${of}`}, 0))`.execute(db)
}

/**
 * Whether one more may be added. Until the transaction ends, any other call that asks waits, and then counts this one too: otherwise parallel calls
 * would each find the last place free.
 */
export async function hasPlace(db: Db, { of, most, count }: Places): Promise<boolean> {
  const [, taken] = await Promise.all([lockPlaces(db, of), count()])
  return taken < most
}
