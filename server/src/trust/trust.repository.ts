import { sql } from 'kysely'
import type { Db } from '../platform/database.ts'
import { hasAnyKey, hasHadKeySql } from './has-had-key.repository.ts'
import { type RetentionTask, rowsUntil } from '../platform/retention.ts'
import { createTrustedMailRepository } from './trusted-mail.repository.ts'
import { createHandsOn } from './hands-on.repository.ts'

export interface HandRow {
  id: string
  user_id: string | null
  kind: string
  target_name: string | null
  by_id: string | null
  by_name: string | null
  happened_at: Date
  /** For a change to the installation: it counts until a second administrator approves, rather than for the waiting time. */
  needs_approval: boolean
}

export interface Closing {
  secrets_closed_until: Date | null
  codes_closed_until: Date | null
  /** Time since which somebody else may have access to the account. */
  closed_at: Date | null
  /** Time of its person's objection. */
  stopped_at: Date | null
  needs_proof: boolean
  password_changed_at: Date | null
  pin_changed_at: Date | null
}

/** An account that opens by itself when its time is over. */
export interface WaitingClosing {
  id: string
  name: string
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

export function createTrustRepository(db: Db) {
  return {
    ...createTrustedMailRepository(db),
    ...createHandsOn(db),
    async put(hand: HandRow): Promise<void> {
      await db.insertInto('hands').values(hand).execute()
    },
    hasAnyKey: () => hasAnyKey(db),
    /** Accounts that waiting will open, those first that it opens next. */
    listWaiting: (now: Date, most: number): Promise<WaitingClosing[]> =>
      db
        .selectFrom('people')
        .where('codes_closed_until', '>', now)
        .where('closed_at', 'is not', null)
        .where('stopped_at', 'is', null)
        .where('deleted_at', 'is', null)
        .select(['id', 'name', 'email', 'closed_at', 'codes_closed_until'])
        .$narrowType<{ closed_at: Date; codes_closed_until: Date }>()
        .orderBy('codes_closed_until')
        .limit(most)
        .execute(),
    async findCreatedAt(userId: string): Promise<Date | undefined> {
      return (await db.selectFrom('people').where('id', '=', userId).select('created_at').executeTakeFirst())?.created_at
    },
    async hasHadKey(userId: string): Promise<boolean> {
      const { rows } = await sql<{ has: boolean }>`select ${hasHadKeySql(sql`${userId}::uuid`)} as has`.execute(db)
      return rows[0]?.has === true
    },
    /** Facts that closing an account needs. `person` is undefined if the account is deleted. */
    async findToClose(userId: string): Promise<{ hasHadKey: boolean; person: { name: string; email: string } | undefined }> {
      const { rows } = await sql<{ has: boolean; name: string; email: string; is_deleted: boolean }>`
        select ${hasHadKeySql(sql.ref('people.id'))} as has, name, email, deleted_at is not null as is_deleted
        from people where id = ${userId}`.execute(db)
      const [found] = rows
      if (found === undefined) return { hasHadKey: false, person: undefined }
      return { hasHadKey: found.has, person: found.is_deleted ? undefined : { name: found.name, email: found.email } }
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
