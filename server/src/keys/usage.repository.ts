import type { CallResponse } from '@twofold/contract/endpoint'
import type { keyUsage } from '@twofold/contract/usage'
import { sql } from 'kysely'
import type { Db } from '../platform/database.ts'
import { monthsUntil } from '../platform/months.ts'
import { type RetentionTask, rowsUntil } from '../platform/retention.ts'
import { rowsAtMost } from '../platform/literal-limits.ts'
import { createCopiedCodes } from './copied-codes.repository.ts'

const day = 24 * 60 * 60 * 1000

export interface ShownRow {
  key_id: string
  user_id: string
  shown_at: Date
}

/** By a person, or by a service account. */
export interface CopyRow {
  id: string
  key_id: string
  user_id: string | null
  service_account_id: string | null
  time_window: number | null
  /** The taker's statement about what the code was for. Null for a code that was copied from a page. */
  reason: string | null
  copied_at: Date
}

export interface UsageRow {
  kind: CallResponse<typeof keyUsage>['data'][number]['kind']
  /** Null: a service account. */
  user_id: string | null
  name: string
  email: string | null
  reason: string | null
  at: Date
}

export function createUsageRepository(db: Db) {
  return {
    ...createCopiedCodes(db),
    /** One row per person, key and hour with the first time, in whatever order they arrive. Deleted keys and people are skipped. */
    async putShown(rows: ShownRow[]): Promise<void> {
      if (rows.length === 0) return
      const [keys, users, times] = [rows.map((row) => row.key_id), rows.map((row) => row.user_id), rows.map((row) => row.shown_at)]
      await sql`
        insert into key_usage (key_id, user_id, hour, first_shown_at)
        select keys.id, users.id, date_trunc('hour', shown.at, 'UTC'), min(shown.at)
        from unnest(${keys}::uuid[], ${users}::uuid[], ${times}::timestamptz[]) as shown (key_id, user_id, at)
        join keys on keys.id = shown.key_id
        join people users on users.id = shown.user_id
        group by 1, 2, 3
        order by 1, 2, 3
        on conflict (key_id, user_id, hour) do update set first_shown_at = excluded.first_shown_at
          where excluded.first_shown_at < key_usage.first_shown_at`.execute(db)
    },
    async putCopy(row: CopyRow): Promise<void> {
      await db
        .with('copy', (db) => db.insertInto('key_copies').values(row))
        .updateTable('keys')
        .set({ copied_at: row.copied_at })
        .where('id', '=', row.key_id)
        .execute()
    },
    findPeriod: (keyId: string) => db.selectFrom('keys').where('id', '=', keyId).select(['period', 'is_exclusive']).executeTakeFirst(),
    async list(keyId: string, limit: number, offset: number): Promise<{ rows: UsageRow[]; total: number }> {
      const all = sql`
        select 'shown' as kind, user_id, null::uuid as service_account_id, null::text as reason, first_shown_at as at from key_usage where key_id = ${keyId}
        union all select 'copied', user_id, service_account_id, reason, copied_at from key_copies where key_id = ${keyId}
        union all select what, user_id, null, null, shown_at from secret_showings where key_id = ${keyId}`
      const [page, counted] = await Promise.all([
        sql<UsageRow>`
          select entries.kind, entries.user_id, coalesce(users.name, accounts.name) as name, users.email, entries.reason, entries.at from (${all}) entries
          left join people users on users.id = entries.user_id
          left join named_service_accounts accounts on accounts.id = entries.service_account_id
          order by entries.at desc, entries.kind, coalesce(entries.user_id, entries.service_account_id) ${rowsAtMost(limit, offset)}`.execute(
          db,
        ),
        sql<{ total: number }>`select count(*)::int as total from (${all}) entries`.execute(db),
      ])
      return { rows: page.rows, total: counted.rows[0]?.total ?? 0 }
    },
    /** Codes copied on each of the last `days` days in UTC, today last. */
    async countCopies(keyId: string, now: Date, days: number): Promise<number[]> {
      const today = Math.floor(now.getTime() / day)
      const first = today - days + 1
      const { rows } = await sql<{ count: number }>`
        select count(copies.id)::int as count
        from generate_series(${first}::int, ${today}::int) as days (number)
        left join key_copies copies on copies.key_id = ${keyId} and copies.copied_at >= ${new Date(first * day)}
          and floor(extract(epoch from copies.copied_at) / 86400) = days.number
        group by days.number order by days.number`.execute(db)
      return rows.map(({ count }) => count)
    },
    removable: (until: Date): RetentionTask[] => [
      monthsUntil({ table: 'key_usage', column: 'hour', until }),
      rowsUntil({ table: 'key_copies', column: 'copied_at', until }),
    ],
  }
}

export type UsageRepository = ReturnType<typeof createUsageRepository>
