import { sql } from 'kysely'
import type { Db } from '../../platform/database.ts'
import { lasts } from '../../platform/lasts.ts'

export type Permission = 'admin' | 'view'

/** A share, as notices name it. */
export interface Granted {
  key_id: string
  key_name: string
  permission: Permission
  expires_at: Date | null
  owner_id: string
  owner_name: string
}

/** Keys that people have by shares, and their names. */
export function createHeldKeysRepository(db: Db) {
  return {
    /** The access that some shares and groups currently give a person. */
    async listGranted(userId: string, from: { shares: string[]; groups: string[] }, now: Date): Promise<Granted[]> {
      const { rows } = await sql<Granted>`
        select live_shares.key_id, keys.name as key_name, live_shares.permission, live_shares.expires_at, live_shares.owner_id,
          live_shares.owner_name
        from live_shares join named_keys keys on keys.id = live_shares.key_id
        where live_shares.recipient_id = ${userId} and ${lasts(now, 'live_shares')}
          and (live_shares.id = any(${from.shares}::uuid[]) or live_shares.group_id = any(${from.groups}::uuid[]))
        order by keys.created_at, keys.id`.execute(db)
      return rows
    },
    /** The pairs of these people and keys that still have access: a person who loses one way may have another. */
    async listStillVisible(userIds: string[], keyIds: string[], now: Date): Promise<{ user_id: string; key_id: string }[]> {
      const { rows } = await sql<{ user_id: string; key_id: string }>`
        select distinct user_id, key_id from key_access
        where user_id = any(${userIds}::uuid[]) and key_id = any(${keyIds}::uuid[]) and ${lasts(now)}`.execute(db)
      return rows
    },
    findKeys: (ids: string[]): Promise<{ id: string; name: string; owner_id: string; owner_name: string; deleted_at: Date | null }[]> =>
      ids.length === 0
        ? Promise.resolve([])
        : db
            .selectFrom('named_keys as keys')
            .innerJoin('people as users', 'users.id', 'keys.owner_id')
            .where('keys.id', 'in', ids)
            .select(['keys.id', 'keys.name', 'keys.owner_id', 'users.name as owner_name', 'keys.deleted_at'])
            .orderBy('keys.created_at')
            .orderBy('keys.id')
            .execute(),
  }
}

export type HeldKeysRepository = ReturnType<typeof createHeldKeysRepository>
