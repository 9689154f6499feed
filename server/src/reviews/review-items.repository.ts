import { sql } from 'kysely'
import type { Db } from '../platform/database.ts'
import type { ReviewRow } from './reviews.repository.ts'
import { standing } from './standing-columns.repository.ts'
import { rowsAtMost } from '../platform/literal-limits.ts'
import { lasts } from '../platform/lasts.ts'

export interface StandingRow {
  id: string
  key_id: string | null
  group_id: string | null
  is_member: boolean
  who: string
  answer: 'confirmed' | 'revoked' | null
  answered_at: Date | null
  /** A membership that was removed, for putting it back. */
  removed: RemovedMember | null
  outcome: 'confirmed' | 'revoked' | 'ended' | 'gone' | 'left' | null
  owner_id: string
  /** The name of the key, or of the group. */
  about: string
  is_live: boolean
}

export interface RemovedMember {
  user_id: string | null
  email: string
  email_normalized: string
  added_at: string
}

export interface EvidenceRow {
  review_id: string
  id: string
  scope: string
  of: string | null
  starter_name: string
  created_at: Date
  due_at: Date
  state: string
  /** Null where key or group are gone. */
  owner: string | null
  about: string | null
  is_member: boolean
  who: string
  level: string | null
  answer: string | null
  answerer: string | null
  answered_at: Date | null
  outcome: string | null
}

type Collected = Pick<ReviewRow, 'id' | 'owner_id' | 'scope' | 'tag' | 'group_id' | 'domains' | 'created_at'>

const domainOf = (column: string) => sql`split_part(${sql.ref(column)}, '@', 2)`

const columns = sql`id, key_id, group_id, is_member, who, answer, answered_at, removed, outcome, owner_id, about`

export function createReviewItemsRepository(db: Db) {
  const ofOwner = ({ owner_id: owner }: Collected, column: string) => (owner === null ? sql`true` : sql`${sql.ref(column)} = ${owner}`)
  const running = ({ created_at: now }: Collected) =>
    sql`shares.revoked_at is null and ${lasts(now, 'shares')} and shares.created_at <= ${now}`

  /** Which shares of a key are in question. What a group has is not, where only addresses are: its members are. */
  const inScope = ({ scope, group_id: group, domains }: Collected) => {
    if (scope === 'group') return sql`shares.group_id = ${group}`
    if (scope !== 'outside') return sql`true`
    return sql`shares.group_id is null and ${domainOf('people.address')} <> all(${domains})`
  }

  return {
    /** Puts the shares of the next keys into it. Answers the last key; undefined: there are no more. Once more changes nothing. */
    async collectShares(review: Collected, after: string | undefined, limit: number): Promise<string | undefined> {
      const { scope, tag } = review
      const behind = after === undefined ? sql`true` : sql`keys.id > ${after}::uuid`
      const tagged = scope === 'tag' ? sql`keys.id in (select key_id from key_tags where tag = ${tag})` : sql`true`
      const { rows } = await sql<{ last: string | null }>`
        with portion as (
          select keys.id from keys join users owners on owners.id = keys.owner_id
          where keys.deleted_at is null and owners.is_active and owners.deleted_at is null and ${ofOwner(review, 'keys.owner_id')} and ${tagged} and ${behind}
          order by keys.id ${rowsAtMost(limit)}
        ), put as (
          insert into review_items (review_id, id, key_id, group_id, is_member, who, level)
          select ${review.id}, shares.id, shares.key_id, shares.group_id, false, coalesce(groups.name, accounts.name, shares.email, people.address, ''), shares.permission
          from portion join shares on shares.key_id = portion.id
          left join groups on groups.id = shares.group_id
          left join named_service_accounts accounts on accounts.id = shares.service_account_id
          left join lateral (
            select coalesce((select email_normalized from users where users.id = shares.recipient_id), shares.email_normalized) as address
          ) people on true
          where ${running(review)} and ${inScope(review)}
          on conflict do nothing
        )
        select (select id from portion order by id desc limit 1) as last`.execute(db)
      return rows[0]?.last ?? undefined
    },
    /** The same with the members of groups that keys are shared with. A tag asks about keys alone: a member has other keys as well. */
    async collectMembers(review: Collected, after: string | undefined, limit: number): Promise<string | undefined> {
      if (review.scope === 'tag') return undefined
      const behind = after === undefined ? sql`true` : sql`groups.id > ${after}::uuid`
      const chosen = review.scope === 'group' ? sql`groups.id = ${review.group_id}` : sql`true`
      const outside = review.scope === 'outside' ? sql`${domainOf('people.address')} <> all(${review.domains})` : sql`true`
      const { rows } = await sql<{ last: string | null }>`
        with portion as (
          select groups.id from groups join users owners on owners.id = groups.owner_id
          where owners.is_active and owners.deleted_at is null and ${ofOwner(review, 'groups.owner_id')} and ${chosen} and ${behind}
            and exists (
              select from shares join keys on keys.id = shares.key_id and keys.deleted_at is null
              where shares.group_id = groups.id and ${running(review)}
            )
          order by groups.id ${rowsAtMost(limit)}
        ), put as (
          insert into review_items (review_id, id, group_id, is_member, who)
          select ${review.id}, members.id, members.group_id, true, members.email
          from portion join group_members members on members.group_id = portion.id
          join lateral (
            select coalesce((select email_normalized from users where users.id = members.user_id), members.email_normalized) as address
          ) people on true
          where members.added_at <= ${review.created_at} and ${outside}
          on conflict do nothing
        )
        select (select id from portion order by id desc limit 1) as last`.execute(db)
      return rows[0]?.last ?? undefined
    },

    /** Of one owner; where there are more than `limit`, those without an answer come first. */
    async list(reviewId: string, ownerId: string, now: Date, limit: number): Promise<StandingRow[]> {
      const { rows } = await sql<StandingRow>`
        select ${columns}, ${standing.isLive(now)} as is_live from review_standing standing
        where review_id = ${reviewId} and owner_id = ${ownerId}
        order by ${standing.isOpen(now)} desc, is_member, lower(about), key_id, id ${rowsAtMost(limit)}`.execute(db)
      return rows
    },
    async find(reviewId: string, ids: readonly string[], now: Date): Promise<StandingRow[]> {
      const { rows } = await sql<StandingRow>`
        select ${columns}, ${standing.isLive(now)} as is_live from review_standing standing
        where review_id = ${reviewId} and id = any(${ids}::uuid[]) order by is_member, key_id, group_id, id`.execute(db)
      return rows
    },
    async answer(
      reviewId: string,
      ids: readonly string[],
      given: { answer: 'confirmed' | 'revoked' | null; answered_by: string | null; answered_at: Date | null },
    ): Promise<void> {
      if (ids.length === 0) return
      await db
        .updateTable('review_items')
        .set(given)
        .where('review_id', '=', reviewId)
        .where('id', 'in', ids)
        // It may have been revoked in another tab since it was read.
        .$if(given.answer === 'confirmed', (item) => item.where('answer', 'is distinct from', 'revoked'))
        .execute()
    },
    async keepRemoved(reviewId: string, id: string, member: RemovedMember): Promise<void> {
      await db
        .updateTable('review_items')
        .set({ removed: JSON.stringify(member) })
        .where('review_id', '=', reviewId)
        .where('id', '=', id)
        .execute()
    },

    /** What needs no decision: what was answered, what has ended by another way, and what belongs to somebody who is deactivated. */
    async settle(reviewId: string, now: Date): Promise<void> {
      await sql`
        update review_items set outcome = settled.outcome from (
          select standing.id, case
              when answer = 'revoked' then 'revoked'
              when not coalesce(${standing.isLive(now)}, false) then 'gone'
              when answer = 'confirmed' then 'confirmed'
              else 'left' end as outcome
          from review_standing standing join users owners on owners.id = standing.owner_id
          where review_id = ${reviewId} and outcome is null
            and (answer is not null or not ${standing.isLive(now)} or not owners.is_active or owners.deleted_at is not null)
        ) settled
        where review_items.review_id = ${reviewId} and review_items.id = settled.id`.execute(db)
      // Their group has been deleted.
      await sql`
        update review_items set outcome = coalesce(answer, 'gone') where review_id = ${reviewId} and outcome is null and is_member
          and not exists (select from groups where groups.id = review_items.group_id)`.execute(db)
    },
    /** Nobody answered these; those of one owner follow each other. */
    async listUndecided(reviewId: string, now: Date, limit: number): Promise<StandingRow[]> {
      const { rows } = await sql<StandingRow>`
        select ${columns}, ${standing.isLive(now)} as is_live from review_standing standing
        where review_id = ${reviewId} and outcome is null order by owner_id, is_member, key_id, group_id, id ${rowsAtMost(limit)}`.execute(
        db,
      )
      return rows
    },
    async conclude(reviewId: string, id: string, outcome: 'ended' | 'gone'): Promise<void> {
      await db.updateTable('review_items').set({ outcome }).where('review_id', '=', reviewId).where('id', '=', id).execute()
    },
    /** Of all reviews, with what is still known of key and people: those that come next after one. */
    async listForEvidence(after: { review_id: string; id: string } | undefined, limit: number): Promise<EvidenceRow[]> {
      const behind = after === undefined ? sql`true` : sql`(items.review_id, items.id) > (${after.review_id}::uuid, ${after.id}::uuid)`
      const { rows } = await sql<EvidenceRow>`
        select items.review_id, items.id, reviews.scope, coalesce(reviews.tag, reviews.group_name, nullif(array_to_string(reviews.domains, ', '), '')) as of,
          reviews.starter_name, reviews.created_at, reviews.due_at, reviews.state, owners.email as owner, coalesce(keys.name, groups.name) as about,
          items.is_member, items.who, items.level, items.answer, answerers.email as answerer, items.answered_at, items.outcome
        from review_items items
        join reviews on reviews.id = items.review_id
        left join keys on keys.id = items.key_id
        left join groups on groups.id = items.group_id
        left join users owners on owners.id = coalesce(keys.owner_id, groups.owner_id)
        left join users answerers on answerers.id = items.answered_by
        where ${behind} order by items.review_id, items.id ${rowsAtMost(limit)}`.execute(db)
      return rows
    },
    /** What a group is called, if the person may review it. */
    findGroup: (id: string, ownerId: string | null): Promise<{ name: string } | undefined> =>
      db
        .selectFrom('groups')
        .where('id', '=', id)
        .$if(ownerId !== null, (group) => group.where('owner_id', '=', ownerId ?? ''))
        .select('name')
        .executeTakeFirst(),
  }
}

export type ReviewItemsRepository = ReturnType<typeof createReviewItemsRepository>
