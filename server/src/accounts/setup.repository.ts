import type { Insertable } from 'kysely'
import type { Database, Db } from '../platform/database.ts'
import { lockAdvisory } from '../platform/advisory-lock.ts'

/** Number of the advisory lock under which the first administrator is made. */
const setupLock = 7_402_001

export function createSetupRepository(db: Db) {
  return {
    /** A new link replaces the previous one. */
    async replaceLink(link: Insertable<Database['setup_links']>): Promise<void> {
      await db.deleteFrom('setup_links').execute()
      await db.insertInto('setup_links').values(link).execute()
    },
    findValid: (now: Date) =>
      db.selectFrom('setup_links').select(['id', 'token', 'expires_at']).where('expires_at', '>', now).executeTakeFirst(),
    findLink: (tokenHash: Buffer, now: Date) =>
      db
        .selectFrom('setup_links')
        .select('expires_at')
        .where('token_hash', '=', tokenHash)
        .where('expires_at', '>', now)
        .executeTakeFirst(),
    async removeLinks(): Promise<void> {
      await db.deleteFrom('setup_links').execute()
    },
    /** Held until the transaction ends: nodes that start at once make one administrator, not two. */
    lock: (): Promise<void> => lockAdvisory(db, setupLock),
  }
}

export type SetupRepository = ReturnType<typeof createSetupRepository>
