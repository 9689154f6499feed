import { sql } from 'kysely'
import type { Db } from '../../platform/database.ts'
import { lasts } from '../../platform/lasts.ts'
import { type EndedPeriod, endedSince, restorable } from './ended-periods.repository.ts'
import { createHeldKeysRepository } from '../access/held-keys.repository.ts'
import type { ListedShareRow } from './grants.repository.ts'
import { shownProgramName } from './program-recipients.repository.ts'
import { isNotTheirs } from '../../platform/email-address-sql.ts'

/** Lists shares as people see them. */
export function createGrantList(db: Db) {
  return {
    ...createHeldKeysRepository(db),
    /** The group that gives a key to a person now; of several, the one that had it first. */
    async findGroupThatGives(keyId: string, userId: string, now: Date): Promise<string | undefined> {
      const { rows } = await sql<{ name: string }>`
        select groups.name from live_shares join groups on groups.id = live_shares.group_id
        where live_shares.recipient_id = ${userId} and live_shares.key_id = ${keyId}
          and ${lasts(now, 'live_shares')}
        order by live_shares.created_at limit 1`.execute(db)
      return rows[0]?.name
    },
    /**
     * The recipients of a key, or certain shares, including ended ones, as the owner sees them; names and present addresses only of people who have
     * been shown a code of the key.
     */
    async list(which: { keyId: string; endedSince?: EndedPeriod } | { ids: readonly string[] }): Promise<ListedShareRow[]> {
      const condition =
        'ids' in which
          ? sql`shares.id = any(${which.ids}::uuid[])`
          : sql`shares.key_id = ${which.keyId} and (shares.revoked_at is null ${which.endedSince ? endedSince(which.endedSince) : sql``})`
      const { rows } = await sql<ListedShareRow>`
        select shares.id, shares.key_id, shares.recipient_id, shares.email_normalized,
          case when usage.last_hour is not null and ${isNotTheirs('shares.email')} then users.email
            else coalesce(shares.email, users.email) end as email,
          shares.group_id, shares.permission, shares.created_at, shares.expires_at, groups.name as group_name, shares.service_account_id,
          shares.approval, shares.four_eyes, shares.accepted_at, ${shownProgramName(sql`keys.owner_id`)} as service_account_name,
          (select count(*)::int from service_account_managers managers where managers.service_account_id = shares.service_account_id) as managers,
          case when usage.last_hour is not null then users.name end as name,
          (select count(*)::int from group_members where group_id = shares.group_id) as members,
          usage.last_hour, coalesce(program_use.last_taken_at, usage.last_copy) as last_copy, shares.revoked_at, shares.asked_at,
          ${'endedSince' in which && which.endedSince ? restorable(which.endedSince) : sql`false`} as is_restorable,
          (select max(known.at) from secret_knowledge known
            where known.key_id = shares.key_id and known.what <> 'backup_codes' and known.until is null and known.user_id in
              (select shares.recipient_id union select user_id from group_members where group_id = shares.group_id)) as secret_seen_at,
          -- Only of somebody who joined later: sharing with an address must not reveal whether it has an account.
          shares.recipient_id is null and exists (select from people joined
            where joined.email_normalized = shares.email_normalized and joined.address_in_doubt
              and joined.created_at >= shares.created_at) as awaits_confirmation
        from shares
        join named_keys keys on keys.id = shares.key_id
        left join people users on users.id = shares.recipient_id
        left join groups on groups.id = shares.group_id
        left join named_service_accounts accounts on accounts.id = shares.service_account_id
        left join service_account_use program_use
          on program_use.service_account_id = shares.service_account_id and program_use.key_id = shares.key_id
        left join lateral (
          select max(shown.hour) as last_hour,
            (select max(copied_at) from copied_codes where key_id = shares.key_id and user_id in
              (select shares.recipient_id union select user_id from group_members where group_id = shares.group_id)) as last_copy
          from shown_codes shown
          where shown.key_id = shares.key_id and shown.user_id in
            (select shares.recipient_id union select user_id from group_members where group_id = shares.group_id)
        ) usage on true
        where ${condition}
        order by shares.created_at, shares.id`.execute(db)
      return rows
    },
  }
}
