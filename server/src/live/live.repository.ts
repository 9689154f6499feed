import { sql } from 'kysely'
import type { Db } from '../platform/database.ts'
import { lasts } from '../platform/lasts.ts'

/** A person who may see a key whose code somebody else copied. */
export interface CopyHeard {
  user_id: string
  key_id: string
  time_window: number
  taken_by: string
  copied_at: Date
}

export function createLiveRepository(db: Db) {
  return {
    /** The members of `userIds` who may see the copied codes, by the view that decides access. Nobody is sent their own copies. */
    async findCopies(copyIds: readonly string[], userIds: readonly string[], now: Date): Promise<CopyHeard[]> {
      const { rows } = await sql<CopyHeard>`
        select distinct key_access.user_id, copied_codes.key_id, copied_codes.time_window, coalesce(takers.name, accounts.name) as taken_by, copied_codes.copied_at
        from copied_codes
        join key_access on key_access.key_id = copied_codes.key_id and key_access.user_id = any(${userIds}::uuid[])
          and ${lasts(now, 'key_access')}
        left join people takers on takers.id = copied_codes.user_id
        left join named_service_accounts accounts on accounts.id = copied_codes.service_account_id
        where copied_codes.id = any(${copyIds}::uuid[]) and copied_codes.time_window is not null and key_access.user_id is distinct from copied_codes.user_id
        order by copied_codes.copied_at`.execute(db)
      return rows
    },

    /** The people whose lists these keys and groups affect, including keys that are being deleted and shares that have just ended. */
    async findConcerned(changed: { keys: readonly string[]; groups: readonly string[] }): Promise<string[]> {
      const { rows } = await sql<{ user_id: string }>`
        select owner_id as user_id from named_keys keys where id = any(${changed.keys}::uuid[])
        union select recipient_id from granted_shares where key_id = any(${changed.keys}::uuid[]) and recipient_id is not null
        union select user_id from listed_members where group_id = any(${changed.groups}::uuid[]) and user_id is not null`.execute(db)
      return rows.map(({ user_id }) => user_id)
    },

    /** The members of `userIds` who approve takes of these keys. */
    async findApprovers(keyIds: readonly string[], userIds: readonly string[], now: Date): Promise<string[]> {
      const { rows } = await sql<{ user_id: string }>`
        select distinct user_id from key_access where key_id = any(${keyIds}::uuid[]) and user_id = any(${userIds}::uuid[])
          and level in ('owner', 'admin') and ${lasts(now)}`.execute(db)
      return rows.map(({ user_id }) => user_id)
    },

    /** Whether a take waits for this person's approval. An abandoned take may count until its end is recorded. */
    async isAsked(userId: string, now: Date): Promise<boolean> {
      const { rows } = await sql`
        select from listed_takes take join key_access access on access.key_id = take.key_id and access.user_id = ${userId}
          and access.level in ('owner', 'admin') and ${lasts(now, 'access')}
        where take.state = 'awaiting_approval' limit 1`.execute(db)
      return rows.length > 0
    },

    /** The members of `userIds` who lost a key because its share expired between two moments. */
    async findRunOut(userIds: readonly string[], from: Date, until: Date): Promise<string[]> {
      const { rows } = await sql<{ user_id: string }>`
        select distinct recipient_id as user_id from granted_shares
        where expires_at > ${from} and expires_at <= ${until} and recipient_id = any(${userIds}::uuid[])`.execute(db)
      return rows.map(({ user_id }) => user_id)
    },
  }
}

export type LiveRepository = ReturnType<typeof createLiveRepository>
