import { sql } from 'kysely'
import type { Db } from '../platform/database.ts'
import { lasts } from '../platform/lasts.ts'
import { endedSince, knownAtEnd } from './grants-ended.repository.ts'
import type { EndedPeriod } from './grants-ended.repository.ts'
import type { TakeApproval } from '@twofold/contract/sharing'

export type Permission = 'admin' | 'view'

export interface ShareRow {
  id: string
  key_id: string
  /** Null for groups, and while an address waits for its proof. */
  recipient_id: string | null
  email: string | null
  email_normalized: string | null
  group_id: string | null
  service_account_id: string | null
  permission: Permission
  created_at: Date
  expires_at: Date | null
}

/** How a service account gets codes. */
export interface TakeTerms {
  approval: TakeApproval
  four_eyes: boolean
  accepted_at: Date | null
}

export interface NewShareRow extends ShareRow, Partial<TakeTerms> {
  granted_by: string
}

/** A share as it is told of. */
export interface Granted {
  key_id: string
  key_name: string
  permission: Permission
  expires_at: Date | null
  owner_id: string
  owner_name: string
}

export interface ListedShareRow extends ShareRow, TakeTerms {
  service_account_name: string | null
  managers: number
  name: string | null
  group_name: string | null
  members: number
  last_hour: Date | null
  last_copy: Date | null
  secret_seen_at: Date | null
  revoked_at: Date | null
  asked_at: Date | null
}

const columns = [
  'id',
  'key_id',
  'recipient_id',
  'email',
  'email_normalized',
  'group_id',
  'service_account_id',
  'permission',
  'created_at',
  'expires_at',
] as const

export function createSharingRepository(db: Db) {
  const live = () => db.selectFrom('shares').where('revoked_at', 'is', null)
  const expired = (now: Date) => live().where('expires_at', '<=', now)

  return {
    async put(share: NewShareRow): Promise<void> {
      await db.insertInto('shares').values(share).execute()
    },
    find: (keyId: string, id: string): Promise<ShareRow | undefined> =>
      live().where('key_id', '=', keyId).where('id', '=', id).select(columns).executeTakeFirst(),
    /** The share of a key with an address or a group. */
    findWith: (
      keyId: string,
      target: { normalized: string } | { groupId: string } | { serviceAccountId: string },
    ): Promise<ShareRow | undefined> => {
      const ofKey = live().where('key_id', '=', keyId).select(columns)
      if ('serviceAccountId' in target) return ofKey.where('service_account_id', '=', target.serviceAccountId).executeTakeFirst()
      return (
        'groupId' in target ? ofKey.where('group_id', '=', target.groupId) : ofKey.where('email_normalized', '=', target.normalized)
      ).executeTakeFirst()
    },
    async countOf(keyId: string): Promise<number> {
      const { count } = await live()
        .where('key_id', '=', keyId)
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow()
      return count
    },
    async change(
      id: string,
      change: Partial<Pick<NewShareRow, 'permission' | 'expires_at' | 'recipient_id' | 'approval' | 'four_eyes'>>,
    ): Promise<void> {
      if (Object.keys(change).length > 0) await db.updateTable('shares').set(change).where('id', '=', id).execute()
    },
    async revoke(id: string, now: Date): Promise<void> {
      await db.updateTable('shares').set({ revoked_at: now }).where('id', '=', id).execute()
    },
    /** Ends it so that its person can ask for it again. */
    async revokeByOwner(id: string, now: Date): Promise<void> {
      const end = { revoked_at: now, ended_because: 'owner' as const, ended_as: knownAtEnd }
      await db.updateTable('shares').set(end).where('id', '=', id).execute()
    },
    /** Takes back that a share ended, after `since`. Undefined: it has not, its time is over, its person is deleted or owns the key, its group is not the owner's, or the key is shared with them again. */
    async revive(keyId: string, id: string, { since, now }: { since: Date; now: Date }): Promise<ShareRow | undefined> {
      const { rows } = await sql<ShareRow>`
        update shares set revoked_at = null, ended_because = null, ended_as = null
        where id = ${id} and key_id = ${keyId} and revoked_at >= ${since} and ${lasts(now)}
          and (recipient_id is null or exists (select from users where users.id = recipient_id and users.deleted_at is null))
          and exists (select from keys where keys.id = shares.key_id and shares.recipient_id is distinct from keys.owner_id
            and (shares.group_id is null or exists (select from groups where groups.id = shares.group_id and groups.owner_id = keys.owner_id)))
          and not exists (
            select from shares others where others.key_id = shares.key_id and others.revoked_at is null
              and (others.email_normalized = shares.email_normalized or others.recipient_id = shares.recipient_id or others.group_id = shares.group_id
                or others.service_account_id = shares.service_account_id)
          )
        returning id, key_id, recipient_id, email, email_normalized, group_id, service_account_id, permission, created_at, expires_at`.execute(
        db,
      )
      return rows[0]
    },
    /** Ends what was shared with the person alone. Answers whether any of it was still running. */
    async revokeDirect(keyId: string, userId: string, now: Date): Promise<boolean> {
      const revoked = await db
        .updateTable('shares')
        .set({ revoked_at: now })
        .where('key_id', '=', keyId)
        .where('recipient_id', '=', userId)
        .where('revoked_at', 'is', null)
        .returning('expires_at')
        .execute()
      return revoked.some(({ expires_at: end }) => end === null || end > now)
    },
    /** Ends what waits for the address of an account. */
    async revokeWaiting(keyId: string, userId: string, now: Date): Promise<void> {
      await db
        .updateTable('shares')
        .set({ revoked_at: now })
        .where('key_id', '=', keyId)
        .where('recipient_id', 'is', null)
        .where('revoked_at', 'is', null)
        .where('email_normalized', '=', (share) => share.selectFrom('users').where('id', '=', userId).select('email_normalized'))
        .execute()
    },
    /** What the groups of its former owner had of a key, for each member, the most that any group gave. */
    async listThroughGroups(keyId: string, now: Date): Promise<Omit<ShareRow, 'id' | 'group_id' | 'created_at'>[]> {
      const { rows } = await sql<Omit<ShareRow, 'id' | 'group_id' | 'created_at'>>`
        select shares.key_id, members.user_id as recipient_id, min(members.email) as email, members.email_normalized,
          case when bool_or(shares.permission = 'admin') then 'admin' else 'view' end as permission,
          case when bool_or(shares.expires_at is null) then null else max(shares.expires_at) end as expires_at
        from shares join group_members members on members.group_id = shares.group_id
        where shares.key_id = ${keyId} and shares.revoked_at is null and ${lasts(now, 'shares')}
        group by shares.key_id, members.user_id, members.email_normalized`.execute(db)
      return rows
    },
    async revokeGroupShares(keyId: string, now: Date): Promise<void> {
      await db
        .updateTable('shares')
        .set({ revoked_at: now })
        .where('key_id', '=', keyId)
        .where('group_id', 'is not', null)
        .where('revoked_at', 'is', null)
        .execute()
    },
    /** Ends shares that have expired, in portions. Answers those it ended. */
    async revokeExpired(now: Date, limit: number): Promise<ShareRow[]> {
      const due = await expired(now).select('id').orderBy('expires_at').limit(limit).forUpdate().skipLocked().execute()
      if (due.length === 0) return []
      return db
        .updateTable('shares')
        .set((share) => ({
          revoked_at: share.ref('expires_at'),
          ended_because: 'time' as const,
          // A key that was changed since then is no longer known as it was.
          ended_as: sql<string>`case when (select updated_at from keys where keys.id = shares.key_id) <= shares.expires_at then ${knownAtEnd} end`,
        }))
        .where(
          'id',
          'in',
          due.map(({ id }) => id),
        )
        .returning(columns)
        .execute()
    },
    /** Of the shares that `revokeExpired` would end: how many, with how many people and groups, on how many keys, and the names of some of these. */
    async summariseExpired(now: Date, sampled: number): Promise<{ count: number; people: number; keys: number; sample: string[] }> {
      const [totals, names] = await Promise.all([
        expired(now)
          .select(({ fn, ref }) => [
            fn.countAll<number>().as('count'),
            fn
              .count<number>(fn.coalesce(ref('email_normalized'), sql<string>`recipient_id::text`, sql<string>`group_id::text`))
              .distinct()
              .as('people'),
            fn.count<number>('key_id').distinct().as('keys'),
          ])
          .executeTakeFirstOrThrow(),
        expired(now)
          .innerJoin('keys', 'keys.id', 'shares.key_id')
          .select('keys.name')
          .distinct()
          .orderBy('keys.name')
          .limit(sampled)
          .execute(),
      ])
      return { ...totals, sample: names.map(({ name }) => name) }
    },
    /** The group that gives a key to a person now; of several, the one that had it first. */
    async findGroupThatGives(keyId: string, userId: string, now: Date): Promise<string | undefined> {
      const { rows } = await sql<{ name: string }>`
        select groups.name from live_shares join groups on groups.id = live_shares.group_id
        where live_shares.recipient_id = ${userId} and live_shares.key_id = ${keyId}
          and ${lasts(now, 'live_shares')}
        order by live_shares.created_at limit 1`.execute(db)
      return rows[0]?.name
    },
    /** Who has a key, or what certain shares are, also those that have ended, as the owner sees it; names and present addresses only of those who have been shown a code of it. */
    async list(which: { keyId: string; endedSince?: EndedPeriod } | { ids: readonly string[] }): Promise<ListedShareRow[]> {
      const condition =
        'ids' in which
          ? sql`shares.id = any(${which.ids}::uuid[])`
          : sql`shares.key_id = ${which.keyId} and (shares.revoked_at is null ${which.endedSince ? endedSince(which.endedSince) : sql``})`
      const { rows } = await sql<ListedShareRow>`
        select shares.id, shares.key_id, shares.recipient_id, shares.email_normalized,
          case when usage.last_hour is not null and users.email_normalized <> shares.email_normalized then users.email
            else coalesce(shares.email, users.email) end as email,
          shares.group_id, shares.permission, shares.created_at, shares.expires_at, groups.name as group_name, shares.service_account_id,
          shares.approval, shares.four_eyes, shares.accepted_at, accounts.name as service_account_name,
          (select count(*)::int from service_account_managers managers where managers.service_account_id = shares.service_account_id) as managers,
          case when usage.last_hour is not null then users.name end as name,
          (select count(*)::int from group_members where group_id = shares.group_id) as members,
          usage.last_hour, coalesce(program_use.last_taken_at, usage.last_copy) as last_copy, shares.revoked_at, shares.asked_at,
          (select max(known.at) from secret_knowledge known
            where known.key_id = shares.key_id and known.what <> 'backup_codes' and known.until is null and known.user_id in
              (select shares.recipient_id union select user_id from group_members where group_id = shares.group_id)) as secret_seen_at
        from shares
        left join users on users.id = shares.recipient_id
        left join groups on groups.id = shares.group_id
        left join named_service_accounts accounts on accounts.id = shares.service_account_id
        left join service_account_use program_use
          on program_use.service_account_id = shares.service_account_id and program_use.key_id = shares.key_id
        left join lateral (
          select max(shown.hour) as last_hour,
            (select max(copied_at) from key_copies where key_id = shares.key_id and user_id in
              (select shares.recipient_id union select user_id from group_members where group_id = shares.group_id)) as last_copy
          from key_usage shown
          where shown.key_id = shares.key_id and shown.user_id in
            (select shares.recipient_id union select user_id from group_members where group_id = shares.group_id)
        ) usage on true
        where ${condition}
        order by shares.created_at, shares.id`.execute(db)
      return rows
    },
    /** What some shares and groups give a person now. */
    async listGranted(userId: string, from: { shares: string[]; groups: string[] }, now: Date): Promise<Granted[]> {
      const { rows } = await sql<Granted>`
        select live_shares.key_id, keys.name as key_name, live_shares.permission, live_shares.expires_at, live_shares.owner_id,
          live_shares.owner_name
        from live_shares join keys on keys.id = live_shares.key_id
        where live_shares.recipient_id = ${userId} and ${lasts(now, 'live_shares')}
          and (live_shares.id = any(${from.shares}::uuid[]) or live_shares.group_id = any(${from.groups}::uuid[]))
        order by keys.created_at, keys.id`.execute(db)
      return rows
    },
    /** Of these people and keys, the pairs that still belong together: who loses one way may have another. */
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
            .selectFrom('keys')
            .innerJoin('users', 'users.id', 'keys.owner_id')
            .where('keys.id', 'in', ids)
            .select(['keys.id', 'keys.name', 'keys.owner_id', 'users.name as owner_name', 'keys.deleted_at'])
            .orderBy('keys.created_at')
            .orderBy('keys.id')
            .execute(),
  }
}

export type SharingRepository = ReturnType<typeof createSharingRepository>
