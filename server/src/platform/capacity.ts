import { sql } from 'kysely'
import type { Db } from './database.ts'

/** A kind of thing with a limited number per installation. */
export interface Capacity {
  /** Name of the kind, unique among kinds. */
  of: string
  most: number
  count: () => Promise<number>
}

/** Until the transaction ends, others that lock the capacity of this kind wait. A count that is sent behind it sees what they added. */
export async function lockCapacity(db: Db, of: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`place:${of}`}, 0))`.execute(db)
}

/**
 * Whether one more may be added. Until the transaction ends, any other call that asks waits, and then counts this one too: otherwise parallel calls
 * would each see room for one more.
 */
export async function hasCapacity(db: Db, { of, most, count }: Capacity): Promise<boolean> {
  const [, taken] = await Promise.all([lockCapacity(db, of), count()])
  return taken < most
}
