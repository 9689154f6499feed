import { sql } from 'kysely'
import type { Db } from '../../platform/database.ts'
import { lasts } from '../../platform/lasts.ts'
import { plain } from '../../platform/like-pattern.ts'
import { reachProven } from '../invitations/proven-address.repository.ts'

/** A share that a restore brought back, with somebody who has an account. */
export interface RevivedRow {
  key_name: string
  owner_id: string
  owner_name: string
  recipient_id: string
  recipient_email: string
  permission: 'admin' | 'view'
  expires_at: Date | null
}

/** Shares that can come back to `id`: not expired, key and person still there, not shared again in between. */
const stillValid = (id: string, now: Date) => sql`
  from shares_ended_with_account ended
  join shares on shares.id = ended.share_id and shares.revoked_at is not null
  join named_keys keys on keys.id = shares.key_id and keys.deleted_at is null and keys.owner_id = ended.owner_id
  join people owners on owners.id = keys.owner_id and (owners.deleted_at is null or owners.id = ${id})
    and (shares.recipient_id is not null or shares.email_normalized is distinct from owners.email_normalized)
  left join people recipients on recipients.id = shares.recipient_id
  where ended.user_id = ${id} and ${lasts(now, 'shares')}
    and (shares.recipient_id is null or recipients.deleted_at is null or recipients.id = ${id})
    and not exists (
      select from shares others where others.key_id = shares.key_id and others.revoked_at is null and (
        others.email_normalized = shares.email_normalized or others.recipient_id = shares.recipient_id or others.group_id = shares.group_id
        or others.service_account_id = shares.service_account_id)
    )`

/** The latest of several shares with the same address, one of which ended with its person and the next with the owner. */
const revivable = (id: string, now: Date) => sql`
  from (
    select distinct on (shares.key_id, coalesce(shares.email_normalized, shares.id::text)) shares.id, keys.owner_id
    ${stillValid(id, now)}
    order by shares.key_id, coalesce(shares.email_normalized, shares.id::text), shares.id desc
  ) revivable where true`

/** Shares that ended with `id`, and have not ended any longer. */
const isLiveAgain = (id: string) => sql`ended.user_id = ${id} and shares.id = ended.share_id and shares.revoked_at is null`

/** Also in groups of a deleted owner: they give no access until the owner is restored. */
const rejoinable = (id: string) => sql`
  from memberships_ended_with_account ended
  join groups on groups.id = ended.group_id
  join people owners on owners.id = groups.owner_id
  where ended.user_id = ${id} and not exists (
    select from group_members others
    where others.group_id = ended.group_id and (others.email_normalized = ended.email_normalized or others.user_id = ${id})
  )`

/** Grants that end with an account, and return with it if they are still valid (migration 0066). */
export function createAccountEndingsRepository(db: Db) {
  const rejoin = (id: string) =>
    sql`
      insert into group_members (id, group_id, user_id, email, email_normalized, added_at)
      select gen_random_uuid(), ended.group_id, ${id}, ended.email, ended.email_normalized, ended.added_at ${rejoinable(id)}`.execute(db)

  /** The addresses that wait for what comes back, as `lockAddress` does. */
  const lockAwaited = (id: string) =>
    sql`
      select pg_advisory_xact_lock(hashtextextended('share:' || email_normalized, 0)) from (
        select distinct shares.email_normalized from shares_ended_with_account ended join shares on shares.id = ended.share_id
        where ended.user_id = ${id} and shares.recipient_id is null and shares.email_normalized is not null
        order by 1
      ) waiting`.execute(db)

  return {
    ...createAccountEnd(db),
    async count(id: string, now: Date): Promise<{ keys: number; shares_given: number; shares_received: number; groups: number }> {
      const { rows } = await sql<{ keys: number; shares_given: number; shares_received: number; groups: number }>`
        select (select count(*) from named_keys keys where owner_id = ${id} and deleted_at is null) as keys,
          (select count(*) ${revivable(id, now)} and owner_id = ${id}) as shares_given,
          (select count(*) ${revivable(id, now)} and owner_id <> ${id}) as shares_received,
          (select count(*) ${rejoinable(id)} and owners.deleted_at is null) as groups`.execute(db)
      return rows[0] ?? { keys: 0, shares_given: 0, shares_received: 0, groups: 0 }
    },
    /**
     * Brings back what is valid. A share whose other side is deleted as well waits for that account to be restored. Answers what came back,
     * each member of a group by itself.
     */
    async revive(id: string, now: Date): Promise<RevivedRow[]> {
      // They run one after the other on its connection, but are sent together.
      const [, , , , , , , { rows }] = await Promise.all([
        rejoin(id),
        // A concurrent proof of an address either commits first and is covered below, or follows and takes what waits.
        lockAwaited(id),
        // Restored otherwise since. What is live of the rest below is what this restores.
        sql`delete from shares_ended_with_account ended using shares where ${isLiveAgain(id)}`.execute(db),
        sql`update shares set revoked_at = null where id in (select id ${revivable(id, now)})`.execute(db),
        reachProven(db, sql`select shares.id from shares_ended_with_account ended, shares where ${isLiveAgain(id)}`),
        sql`
          update shares_ended_with_account ended set user_id = others.id
          from shares, people others
          where ended.user_id = ${id} and shares.id = ended.share_id and shares.revoked_at is not null and others.deleted_at is not null
            and others.id <> ${id} and others.id in (shares.recipient_id, ended.owner_id)`.execute(db),
        db.deleteFrom('memberships_ended_with_account').where('user_id', '=', id).execute(),
        sql<RevivedRow>`
          with forgotten as (delete from shares_ended_with_account where user_id = ${id} returning share_id)
          select keys.name as key_name, live.owner_id, live.owner_name, live.recipient_id, recipients.email as recipient_email, live.permission,
            live.expires_at
          from forgotten
          -- One by one, by its id: PostgreSQL cannot know how few they are, and would read all shares.
          cross join lateral (select * from live_shares where id = forgotten.share_id offset 0) live
          join named_keys keys on keys.id = live.key_id
          join people recipients on recipients.id = live.recipient_id and recipients.deleted_at is null
          where ${lasts(now, 'live')}
          order by ${plain('keys.name')}, live.id`.execute(db),
      ])
      return rows
    },
  }
}

function createAccountEnd(db: Db) {
  return {
    /** Ends what the person shared and what was shared with them. Answers who lost what of the person's own keys. */
    async end(id: string, now: Date): Promise<{ recipient_id: string; key_name: string }[]> {
      // A concurrent share with the address either commits first and is covered below, or finds that nobody has it.
      const lockAddress = sql`
        select pg_advisory_xact_lock(hashtextextended('share:' || email_normalized, 0)) from people where id = ${id}`
      const losses = sql<{ recipient_id: string; key_name: string }>`
        select distinct granted_shares.recipient_id, keys.name as key_name from granted_shares
        join named_keys keys on keys.id = granted_shares.key_id
        where granted_shares.owner_id = ${id} and granted_shares.recipient_id <> ${id} and keys.deleted_at is null
          and ${lasts(now, 'granted_shares')}`
      const shares = sql`
        with theirs as (
          select shares.id, keys.owner_id from named_keys keys join shares on shares.key_id = keys.id and shares.revoked_at is null
          where keys.owner_id = ${id}
          union
          select shares.id, keys.owner_id from shares join named_keys keys on keys.id = shares.key_id
          where shares.recipient_id = ${id} and shares.revoked_at is null
        ), ended as (
          update shares set revoked_at = ${now} from theirs where shares.id = theirs.id and shares.revoked_at is null
          returning shares.id, theirs.owner_id
        )
        insert into shares_ended_with_account (share_id, user_id, owner_id) select id, ${id}, owner_id from ended
        on conflict (share_id) do update set user_id = excluded.user_id, owner_id = excluded.owner_id`
      const memberships = sql`
        with left_groups as (
          delete from group_members where user_id = ${id} returning group_id, email, email_normalized, added_at
        )
        insert into memberships_ended_with_account (user_id, group_id, email, email_normalized, added_at)
        select ${id}, group_id, email, email_normalized, added_at from left_groups on conflict do nothing`
      const offers = sql`delete from key_offers where recipient_id = ${id}`
      const ended = [shares, memberships, offers]
      const [, { rows }] = await Promise.all([lockAddress.execute(db), losses.execute(db), ...ended.map((end) => end.execute(db))])
      return rows
    },
  }
}
