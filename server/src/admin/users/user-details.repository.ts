import { sql } from 'kysely'
import type { Db } from '../../platform/database.ts'
import { plain } from '../../platform/like-pattern.ts'

export function createUserDetailsRepository(db: Db) {
  return {
    async detailsOf(id: string, now: Date, since: Date) {
      const { rows } = await sql<{
        must_change_password: boolean
        codes_closed_until: Date | null
        is_stopped: boolean
        has_pin: boolean
        is_locked: boolean
        is_suppressed: boolean
        shared: number
        given: number
        last_activity: Date | null
        codes_available: number
        codes_total: number
        recent_keys: number
        recent_shares: number
        deleted_by: string | null
        is_deleted_by_administrator: boolean
      }>`
        select must_change_password, has_pin, stopped_at is not null as is_stopped,
          case when codes_closed_until > ${now} then codes_closed_until end as codes_closed_until,
          exists (select from locked_guesses where user_id = users.id and (is_void or locked_until > ${now}))
            or exists (select from locked_addresses where email_hash = address_hash(users.email_normalized) and locked_until > ${now})
            as is_locked,
          exists (select from suppressed_addresses where email = users.email_normalized) as is_suppressed,
          (select name from people actors join deleted_accounts deletions on deletions.deleted_by = actors.id where deletions.user_id = users.id)
            as deleted_by,
          exists (select from deleted_accounts deletions where deletions.user_id = users.id and deletions.deleted_by is not null)
            as is_deleted_by_administrator,
          given.keys as shared, given.grants as given, given.recent as recent_shares,
          greatest(last_login_at, (select max(seen_at) from session_browsers where user_id = users.id),
            (select max(happened_at) from account_activity where user_id = users.id)) as last_activity,
          (select count(*) from counted_recovery_codes where user_id = users.id and used_at is null) as codes_available,
          (select count(*) from counted_recovery_codes where user_id = users.id) as codes_total,
          (select count(*) from counted_keys where owner_id = users.id and created_at >= ${since}) as recent_keys
        from people users cross join lateral (
          select count(*) as grants, count(distinct key_id) as keys, count(*) filter (where created_at >= ${since}) as recent
          from grants_at(${now}) where owner_id = users.id
        ) given
        where id = ${id}`.execute(db)
      return rows[0]
    },
    listKeys: (ownerId: string) =>
      db
        .selectFrom('counted_keys')
        .where('owner_id', '=', ownerId)
        .select(['id', 'name', 'created_at'])
        .orderBy('created_at')
        .orderBy('id')
        .execute(),
    /** `side`: whose side of the share the user is on. */
    async listShares(userId: string, side: 'owner' | 'recipient', now: Date) {
      const [own, other] =
        side === 'owner' ? [sql`grants.owner_id`, sql`grants.recipient_id`] : [sql`grants.recipient_id`, sql`grants.owner_id`]
      const { rows } = await sql<{
        id: string
        key_name: string
        person_id: string
        person_name: string
        permission: 'admin' | 'view'
        created_at: Date
        expires_at: Date | null
      }>`
        select grants.share_id as id, keys.name as key_name, people.id as person_id, people.name as person_name, grants.permission,
          grants.created_at, grants.expires_at
        from grants_at(${now}) grants
        join named_keys keys on keys.id = grants.key_id
        join people on people.id = ${other}
        where ${own} = ${userId}
        order by ${plain('keys.name')}, ${plain('people.name')}, grants.key_id, people.id`.execute(db)
      return rows
    },
  }
}
