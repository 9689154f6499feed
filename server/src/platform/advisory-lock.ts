import { sql } from 'kysely'
import type { Db } from './database.ts'

/** Waits for the advisory lock of this number and holds it until the transaction ends. Nodes of two releases share a lock, so its number stays. */
export async function lockAdvisory(db: Db, lock: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(${lock})`.execute(db)
}
