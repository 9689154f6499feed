import { sql } from 'kysely'
import type { Db } from '../platform/database.ts'
import type { ReviewRow } from './reviews.repository.ts'
import { rowsAtMost } from '../platform/literal-limits.ts'
import { lasts } from '../platform/lasts.ts'

type Collected = Pick<ReviewRow, 'id' | 'owner_id' | 'scope' | 'tag' | 'group_id' | 'domains' | 'created_at'>

/** Collects the shares and memberships that a review asks about. */
export function createReviewCollection(db: Db) {
  const ofOwner = ({ owner_id: owner }: Collected, column: string) => (owner === null ? sql`true` : sql`${sql.ref(column)} = ${owner}`)

  const running = ({ created_at: now }: Collected) =>
    sql`shares.revoked_at is null and ${lasts(now, 'shares')} and shares.created_at <= ${now}`

  /** The shares of a key that a review covers. With address domains, a group's share is not covered itself: its members are. */
  const inScope = ({ scope, group_id: group, domains }: Collected) => {
    if (scope === 'group') return sql`shares.group_id = ${group}`
    if (scope !== 'outside') return sql`true`
    return sql`shares.group_id is null and ${domainOf('people.address')} <> all(${domains})`
  }

  return {
    /** Adds the shares of the next keys. Answers the last key; undefined: there are no more. Idempotent. */
    async collectShares(review: Collected, after: string | undefined, limit: number): Promise<string | undefined> {
      const { scope, tag } = review
      const behind = after === undefined ? sql`true` : sql`keys.id > ${after}::uuid`
      const tagged = scope === 'tag' ? sql`keys.id in (select key_id from tagged_keys where tag = ${tag})` : sql`true`
      const { rows } = await sql<{ last: string | null }>`
        with batch as (
          select keys.id from named_keys keys join people owners on owners.id = keys.owner_id
          where keys.deleted_at is null and owners.is_active and owners.deleted_at is null and ${ofOwner(review, 'keys.owner_id')} and ${tagged} and ${behind}
          order by keys.id ${rowsAtMost(limit)}
        ), put as (
          insert into review_items (review_id, id, key_id, group_id, is_member, who, level)
          select ${review.id}, shares.id, shares.key_id, shares.group_id, false, coalesce(groups.name, accounts.name, shares.email, people.address, ''), shares.permission
          from batch join given_shares shares on shares.key_id = batch.id
          left join named_groups groups on groups.id = shares.group_id
          left join named_service_accounts accounts on accounts.id = shares.service_account_id
          left join lateral (
            select coalesce((select email_normalized from people users where users.id = shares.recipient_id), shares.email_normalized) as address
          ) people on true
          where ${running(review)} and ${inScope(review)}
          on conflict do nothing
        )
        select (select id from batch order by id desc limit 1) as last`.execute(db)
      return rows[0]?.last ?? undefined
    },
    /** The same for members of groups with shared keys. A tag covers keys only, as members have other keys as well. */
    async collectMembers(review: Collected, after: string | undefined, limit: number): Promise<string | undefined> {
      if (review.scope === 'tag') return undefined
      const behind = after === undefined ? sql`true` : sql`groups.id > ${after}::uuid`
      const chosen = review.scope === 'group' ? sql`groups.id = ${review.group_id}` : sql`true`
      const outside = review.scope === 'outside' ? sql`${domainOf('people.address')} <> all(${review.domains})` : sql`true`
      const { rows } = await sql<{ last: string | null }>`
        with batch as (
          select groups.id from named_groups groups join people owners on owners.id = groups.owner_id
          where owners.is_active and owners.deleted_at is null and ${ofOwner(review, 'groups.owner_id')} and ${chosen} and ${behind}
            and exists (
              select from given_shares shares join named_keys keys on keys.id = shares.key_id and keys.deleted_at is null
              where shares.group_id = groups.id and ${running(review)}
            )
          order by groups.id ${rowsAtMost(limit)}
        ), put as (
          insert into review_items (review_id, id, group_id, is_member, who)
          select ${review.id}, members.id, members.group_id, true, members.email
          from batch join listed_members members on members.group_id = batch.id
          join lateral (
            select coalesce((select email_normalized from people users where users.id = members.user_id), members.email_normalized) as address
          ) people on true
          where members.added_at <= ${review.created_at} and ${outside}
          on conflict do nothing
        )
        select (select id from batch order by id desc limit 1) as last`.execute(db)
      return rows[0]?.last ?? undefined
    },
  }
}

const domainOf = (column: string) => sql`split_part(${sql.ref(column)}, '@', 2)`
