import { sql } from 'kysely'
import type { Db } from '../platform/database.ts'
import type { AccountHand, InstallationHand } from './hands.ts'
import { hasAnyKey, hasHadKeySql } from './has-had-key.repository.ts'
import { rowsUntil } from '../platform/retention.ts'
import type { RetentionTask } from '../platform/retention.ts'

export interface HandRow {
  id: string
  user_id: string | null
  kind: string
  target_name: string | null
  by_id: string | null
  by_name: string | null
  happened_at: Date
  /** Of a change of the installation: it counts until a second administrator agrees, not for the waiting time. */
  needs_approval: boolean
}

export interface Closing {
  secrets_closed_until: Date | null
  codes_closed_until: Date | null
  /** Since when somebody else may be in the account. */
  closed_at: Date | null
  /** When its person objected. */
  stopped_at: Date | null
  needs_proof: boolean
  password_changed_at: Date | null
  pin_changed_at: Date | null
}

/** An account that opens by itself when its time is over. */
export interface WaitingClosing {
  id: string
  email: string
  closed_at: Date
  codes_closed_until: Date
}

/** A hand as it is shown to its person. */
export interface HandOnAccount {
  kind: string
  by_id: string | null
  by_name: string | null
  happened_at: Date
}

/** Of a row of `hands`: a change that a second administrator, who is still there, has not agreed to. */
export const isToApprove = sql<boolean>`(hands.needs_approval and hands.approved_at is null and exists (
  select from people where role = 'admin' and is_active and deleted_at is null and people.id is distinct from hands.by_id))`

export function createTrustRepository(db: Db) {
  return {
    async put(hand: HandRow): Promise<void> {
      await db.insertInto('hands').values(hand).execute()
    },
    hasAnyKey: () => hasAnyKey(db),
    /** Events that a template is mailed for, and whether it is one of those that accounts depend on by themselves. */
    async findUseOf(where: { template: string } | { theme: string }): Promise<{ is_essential: boolean; events: string[] }[]> {
      const templates = db
        .selectFrom('email_templates')
        .select([
          'is_essential',
          sql<string[]>`array(select event_name from email_mappings where template_slug = email_templates.slug)`.as('events'),
        ])
      if ('template' in where) return templates.where('id', '=', where.template).execute()
      return templates
        .where('theme_slug', 'in', (theme) => theme.selectFrom('email_themes').where('id', '=', where.theme).select('slug'))
        .execute()
    },
    /** Whether the way that e-mail takes has changed since and nobody else has agreed, or the address of the account has by somebody else. */
    async hasHandOnTheWay(userId: string | null, since: Date): Promise<boolean> {
      const found = await db
        .selectFrom('hands')
        .where((hand) =>
          hand.or([
            hand.and([
              hand('user_id', 'is', null),
              hand('approved_at', 'is', null),
              hand.or([hand('happened_at', '>', since), isToApprove]),
            ]),
            ...(userId === null
              ? []
              : [hand.and([hand('user_id', '=', userId), hand('kind', '=', 'address_changed'), hand('happened_at', '>', since)])]),
          ]),
        )
        .select('id')
        .limit(1)
        .executeTakeFirst()
      return found !== undefined
    },
    /** Whether the way that e-mail takes was changed between two times, in one of these regards, and nobody else has agreed. */
    async wasWayTouched(from: Date, until: Date, kinds?: readonly InstallationHand[]): Promise<boolean> {
      const found = await db
        .selectFrom('hands')
        .where('user_id', 'is', null)
        .where('approved_at', 'is', null)
        .where((hand) => hand.or([hand('happened_at', '>', from), isToApprove]))
        .where('happened_at', '<=', until)
        .$if(kinds !== undefined, (hands) => hands.where('kind', 'in', kinds ?? []))
        .select('id')
        .limit(1)
        .executeTakeFirst()
      return found !== undefined
    },
    /** Whether e-mail goes out here, or did. */
    async hasEverHadMail(): Promise<boolean> {
      const { rows } = await sql<{ has: boolean }>`
        select exists (select from email_providers) or exists (select from hands where user_id is null and kind = 'provider') as has`.execute(
        db,
      )
      return rows[0]?.has === true
    },
    /** Accounts that waiting will open, those first that it opens next. */
    listWaiting: (now: Date, most: number): Promise<WaitingClosing[]> =>
      db
        .selectFrom('people')
        .where('codes_closed_until', '>', now)
        .where('closed_at', 'is not', null)
        .where('stopped_at', 'is', null)
        .where('deleted_at', 'is', null)
        .select(['id', 'email', 'closed_at', 'codes_closed_until'])
        .$narrowType<{ closed_at: Date; codes_closed_until: Date }>()
        .orderBy('codes_closed_until')
        .limit(most)
        .execute(),
    async hasHand(userId: string, since: Date, kinds?: readonly AccountHand[]): Promise<boolean> {
      const hands = db.selectFrom('hands').where('user_id', '=', userId).where('happened_at', '>', since).select('id').limit(1)
      return (await (kinds === undefined ? hands : hands.where('kind', 'in', kinds)).executeTakeFirst()) !== undefined
    },
    /** Whether one of `by` had a hand on the account. */
    async hasHandOf(userId: string, by: readonly string[], since: Date): Promise<boolean> {
      if (by.length === 0) return false
      const hands = db.selectFrom('hands').where('user_id', '=', userId).where('by_id', 'in', by)
      return (await hands.where('happened_at', '>', since).select('id').limit(1).executeTakeFirst()) !== undefined
    },
    /** Whether the person made one of `of`, or gave them their role. */
    async madeOneOf(userId: string, of: readonly string[], since: Date): Promise<boolean> {
      if (of.length === 0) return false
      const made = db
        .selectFrom('hands')
        .where('by_id', '=', userId)
        .where('user_id', 'in', of)
        .where('kind', 'in', ['created', 'role_changed'])
      return (await made.where('happened_at', '>', since).select('id').limit(1).executeTakeFirst()) !== undefined
    },
    /** What closed the account: hands on it, and on the way that its e-mail takes; the newest first. */
    listHandsOn: (
      userId: string,
      kinds: readonly AccountHand[],
      since: { account: Date; installation: Date },
      most: number,
    ): Promise<HandOnAccount[]> =>
      db
        .selectFrom('hands')
        .where((hand) =>
          hand.or([
            hand.and([hand('user_id', '=', userId), hand('kind', 'in', kinds), hand('happened_at', '>=', since.account)]),
            hand.and([hand('user_id', 'is', null), hand.or([hand('happened_at', '>', since.installation), isToApprove])]),
          ]),
        )
        .select(['kind', 'by_id', 'by_name', 'happened_at'])
        .orderBy('happened_at', 'desc')
        .orderBy('id')
        .limit(most)
        .execute(),
    async findCreatedAt(userId: string): Promise<Date | undefined> {
      return (await db.selectFrom('people').where('id', '=', userId).select('created_at').executeTakeFirst())?.created_at
    },
    async hasHadKey(userId: string): Promise<boolean> {
      const { rows } = await sql<{ has: boolean }>`select ${hasHadKeySql(sql`${userId}::uuid`)} as has`.execute(db)
      return rows[0]?.has === true
    },
    findClosing: (userId: string): Promise<Closing | undefined> =>
      db
        .selectFrom('people')
        .where('id', '=', userId)
        .select([
          'secrets_closed_until',
          'codes_closed_until',
          'closed_at',
          'stopped_at',
          'needs_proof',
          'password_changed_at',
          'pin_changed_at',
        ])
        .executeTakeFirst(),
    removable: (until: Date): RetentionTask[] => [
      rowsUntil({ table: 'hands', column: 'happened_at', until, where: sql`not (needs_approval and approved_at is null)` }),
    ],
  }
}

export type TrustRepository = ReturnType<typeof createTrustRepository>
