import { sql } from 'kysely'
import type { Db } from '../platform/database.ts'

export function createCopiedCodes(db: Db) {
  return {
    /** The last one other than `userId` who copied the code of a window; copies before `since` are older than any window. */
    async findTaker(
      copy: { keyId: string; userId: string; timeWindow: number },
      since: Date,
    ): Promise<{ name: string; copied_at: Date } | undefined> {
      return db
        .selectFrom('key_copies')
        .leftJoin('people as users', 'users.id', 'key_copies.user_id')
        .leftJoin('named_service_accounts as accounts', 'accounts.id', 'key_copies.service_account_id')
        .where('key_copies.key_id', '=', copy.keyId)
        .where('key_copies.copied_at', '>', since)
        .where('key_copies.time_window', '=', copy.timeWindow)
        .where('key_copies.user_id', 'is distinct from', copy.userId)
        .select(['key_copies.copied_at', sql<string>`coalesce(users.name, accounts.name)`.as('name')])
        .orderBy('key_copies.copied_at', 'desc')
        .limit(1)
        .executeTakeFirst()
    },
    /** The last one who copied a code of the key, or was handed one. */
    findLastTaker: (keyId: string): Promise<{ name: string; user_id: string | null; copied_at: Date } | undefined> =>
      db
        .selectFrom('key_copies')
        .leftJoin('people as users', 'users.id', 'key_copies.user_id')
        .leftJoin('named_service_accounts as accounts', 'accounts.id', 'key_copies.service_account_id')
        .where('key_copies.key_id', '=', keyId)
        .select(['key_copies.user_id', 'key_copies.copied_at', sql<string>`coalesce(users.name, accounts.name)`.as('name')])
        .orderBy('key_copies.copied_at', 'desc')
        .limit(1)
        .executeTakeFirst(),
  }
}
