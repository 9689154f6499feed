import { sql } from 'kysely'
import type { Db } from '../database.ts'
import type { Purpose } from './purposes.ts'
import { createRotations } from './rotations.repository.ts'
import { changesRow } from '../row-counts.ts'
import { lockAdvisory } from '../advisory-lock.ts'

export interface KeyringRow {
  purpose: string
  version: number
  root_key_id: string
  sealed: Buffer
  is_active: boolean
}

/** Advisory lock held while keyrings are created. Any number that the application uses for no other lock. */
const makersLock = 7_246_835_412

export function createKeyringsRepository(db: Db) {
  return {
    ...createRotations(db),
    /** By purpose and version. */
    list(): Promise<KeyringRow[]> {
      return db
        .selectFrom('keyrings')
        .select(['purpose', 'version', 'root_key_id', 'sealed'])
        .select((is) => is('activated_at', 'is not', null).$castTo<boolean>().as('is_active'))
        .orderBy('purpose')
        .orderBy('version')
        .execute()
    },
    async hasAny(): Promise<boolean> {
      return (await db.selectFrom('keyrings').select('purpose').limit(1).executeTakeFirst()) !== undefined
    },
    /** Keeps others from creating keyrings until the end of the transaction. */
    lockMakers: (): Promise<void> => lockAdvisory(db, makersLock),
    async put(keyring: { purpose: Purpose; version: number; root_key_id: string; sealed: Buffer; is_active: boolean }): Promise<void> {
      const { is_active, ...values } = keyring
      await db
        .insertInto('keyrings')
        .values({ ...values, activated_at: is_active ? sql<Date>`now()` : null })
        .execute()
    },
    /** Writes what another root key wraps, if it is still as it was read. */
    async rewrap(before: KeyringRow, after: { root_key_id: string; sealed: Buffer }): Promise<void> {
      await db
        .updateTable('keyrings')
        .set(after)
        .where('purpose', '=', before.purpose)
        .where('version', '=', before.version)
        .where('sealed', '=', before.sealed)
        .execute()
    },
    /** Milliseconds, by the database's clock, since the newest version was made and since it was activated. */
    async sinceNewest(): Promise<{ made: number; activated: number }> {
      return db
        .selectFrom('keyrings')
        .select([
          sql<number>`(extract(epoch from now() - max(created_at)) * 1000)::float8`.as('made'),
          sql<number>`(extract(epoch from now() - max(activated_at)) * 1000)::float8`.as('activated'),
        ])
        .executeTakeFirstOrThrow()
    },
    async activateAll(): Promise<void> {
      await db
        .updateTable('keyrings')
        .set({ activated_at: sql`now()` })
        .where('activated_at', 'is', null)
        .execute()
    },
    /** Removes a version whose successor has been active for at least `days`. Answers whether it did. */
    removeSuperseded: (purpose: Purpose, version: number, days: number): Promise<boolean> =>
      changesRow(
        db
          .deleteFrom('keyrings')
          .where('purpose', '=', purpose)
          .where('version', '=', version)
          .where(({ exists, selectFrom }) =>
            exists(
              selectFrom('keyrings as newer')
                .select('newer.version')
                .where('newer.purpose', '=', purpose)
                .where('newer.version', '>', version)
                .where('newer.activated_at', '<=', sql<Date>`now() - make_interval(days => ${days})`),
            ),
          ),
      ),
  }
}

export type KeyringsRepository = ReturnType<typeof createKeyringsRepository>
