import { sql } from 'kysely'
import type { Db } from '../database.ts'

/** Held by the process that rotates keys, on its connection, for as long as it runs. */
const rotationLock = 7_246_835_413

export function createRotations(db: Db) {
  return {
    /** Needs a connection of its own (`db.connection()`), which keeps the lock. False: another process rotates. */
    async lockRotation(): Promise<boolean> {
      const { rows } = await sql<{ locked: boolean }>`select pg_try_advisory_lock(${rotationLock}) as locked`.execute(db)
      return rows[0]?.locked === true
    },
    async unlockRotation(): Promise<void> {
      await sql`select pg_advisory_unlock(${rotationLock})`.execute(db)
    },
    findUnfinishedRotation() {
      return db.selectFrom('key_rotations').select('id').where('finished_at', 'is', null).executeTakeFirst()
    },
    async startRotation(): Promise<void> {
      await db.insertInto('key_rotations').defaultValues().execute()
    },
    /** Milliseconds, by the database's clock, since the steps of the running rotation that are about data keys; null: not done yet. */
    async sinceDataKeys(): Promise<{ made: number | null; active: number | null }> {
      return db
        .selectFrom('key_rotations')
        .where('finished_at', 'is', null)
        .select([
          sql<number | null>`(extract(epoch from now() - data_keys_made_at) * 1000)::float8`.as('made'),
          sql<number | null>`(extract(epoch from now() - data_keys_active_at) * 1000)::float8`.as('active'),
        ])
        .executeTakeFirstOrThrow()
    },
    async noteDataKeys(step: 'data_keys_made_at' | 'data_keys_active_at'): Promise<void> {
      await db
        .updateTable('key_rotations')
        .set({ [step]: sql`now()` })
        .where('finished_at', 'is', null)
        .execute()
    },
    async finishRotation(): Promise<void> {
      await db
        .updateTable('key_rotations')
        .set({ finished_at: sql`now()` })
        .where('finished_at', 'is', null)
        .execute()
    },
  }
}
