import { sql } from 'kysely'
import type { Db } from '../../platform/database.ts'
import { rowsAtMost } from '../../platform/literal-limits.ts'
import { lasts } from '../../platform/lasts.ts'
import { isKnownByGroup, isKnownByShare } from '../access/shown-address.repository.ts'
import { isNotTheirs } from '../../platform/email-address-sql.ts'

/** Recipients of a person's shares. */
export function createContactsRepository(db: Db) {
  return {
    /** Addresses that the owner's keys are shared with and that are in their groups; names only of those who have been shown a code of an own key. */
    async list(ownerId: string, now: Date, limit: number): Promise<{ email: string; name: string | null }[]> {
      const { rows } = await sql<{ email: string; name: string | null }>`
        select min(known.email) as email, max(known.name) as name from (
          select case when ${isKnownByShare} then users.email_normalized else shares.email_normalized end as email_normalized,
            case when ${isKnownByShare} and ${isNotTheirs('shares.email')} then users.email
              else coalesce(shares.email, users.email) end as email,
            shares.created_at, case when ${isKnownByShare} then users.name end as name
          from shares join named_keys keys on keys.id = shares.key_id and keys.deleted_at is null
          left join people users on users.id = shares.recipient_id
          where keys.owner_id = ${ownerId} and shares.revoked_at is null and shares.email_normalized is not null
            and ${lasts(now, 'shares')}
          union all
          select case when ${isKnownByGroup} then users.email_normalized else members.email_normalized end,
            case when ${isKnownByGroup} and ${isNotTheirs('members.email')} then users.email else members.email end,
            members.added_at, case when ${isKnownByGroup} then users.name end
          from group_members members join groups on groups.id = members.group_id
          left join people users on users.id = members.user_id
          where groups.owner_id = ${ownerId} and members.user_id is distinct from ${ownerId}
        ) known
        group by known.email_normalized
        order by max(known.created_at) desc, 1 ${rowsAtMost(limit)}`.execute(db)
      return rows
    },
  }
}

export type ContactsRepository = ReturnType<typeof createContactsRepository>
