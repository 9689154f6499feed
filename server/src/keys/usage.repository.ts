import type { CallResponse } from '@twofold/contract/endpoint'
import type { keyUsage } from '@twofold/contract/usage'
import { sql } from 'kysely'
import type { Db } from '../platform/database.ts'
import { rowsUntil } from '../platform/retention.ts'
import type { RetentionTask } from '../platform/retention.ts'

export interface ShownRow {
  key_id: string
  user_id: string
  shown_at: Date
}

export interface UsageRow {
  kind: CallResponse<typeof keyUsage>['data'][number]['kind']
  user_id: string
  name: string
  email: string
  at: Date
}

export function createUsageRepository(db: Db) {
  return {
    /** One row for each person, key and hour, with the first time, in whatever order they come. Keys and people that are gone by now are left out. */
    async putShown(rows: ShownRow[]): Promise<void> {
      if (rows.length === 0) return
      const [keys, users, times] = [rows.map((row) => row.key_id), rows.map((row) => row.user_id), rows.map((row) => row.shown_at)]
      await sql`
        insert into key_usage (key_id, user_id, hour, first_shown_at)
        select keys.id, users.id, date_trunc('hour', shown.at, 'UTC'), min(shown.at)
        from unnest(${keys}::uuid[], ${users}::uuid[], ${times}::timestamptz[]) as shown (key_id, user_id, at)
        join keys on keys.id = shown.key_id
        join users on users.id = shown.user_id
        group by 1, 2, 3
        order by 1, 2, 3
        on conflict (key_id, user_id, hour) do update set first_shown_at = excluded.first_shown_at
          where excluded.first_shown_at < key_usage.first_shown_at`.execute(db)
    },
    async putCopy(row: { id: string; key_id: string; user_id: string; time_window: number | null; copied_at: Date }): Promise<void> {
      await db
        .with('copy', (db) => db.insertInto('key_copies').values(row))
        .updateTable('keys')
        .set({ copied_at: row.copied_at })
        .where('id', '=', row.key_id)
        .execute()
    },
    /** The last one besides `userId` who copied the code of a window; copies before `since` are older than any window. */
    async findTaker(
      copy: { keyId: string; userId: string; timeWindow: number },
      since: Date,
    ): Promise<{ name: string; copied_at: Date } | undefined> {
      return db
        .selectFrom('key_copies')
        .innerJoin('users', 'users.id', 'key_copies.user_id')
        .where('key_copies.key_id', '=', copy.keyId)
        .where('key_copies.copied_at', '>', since)
        .where('key_copies.time_window', '=', copy.timeWindow)
        .where('key_copies.user_id', '<>', copy.userId)
        .select(['users.name', 'key_copies.copied_at'])
        .orderBy('key_copies.copied_at', 'desc')
        .limit(1)
        .executeTakeFirst()
    },
    findPeriod: (keyId: string) => db.selectFrom('keys').where('id', '=', keyId).select('period').executeTakeFirst(),
    async list(keyId: string, limit: number, offset: number): Promise<{ rows: UsageRow[]; total: number }> {
      const all = sql`
        select 'shown' as kind, user_id, first_shown_at as at from key_usage where key_id = ${keyId}
        union all select 'copied', user_id, copied_at from key_copies where key_id = ${keyId}
        union all select what, user_id, shown_at from secret_showings where key_id = ${keyId}`
      const [page, counted] = await Promise.all([
        sql<UsageRow>`
          select entries.kind, entries.user_id, users.name, users.email, entries.at from (${all}) entries
          join users on users.id = entries.user_id
          order by entries.at desc, entries.kind, users.id limit ${limit} offset ${offset}`.execute(db),
        sql<{ total: number }>`select count(*)::int as total from (${all}) entries`.execute(db),
      ])
      return { rows: page.rows, total: counted.rows[0]?.total ?? 0 }
    },
    removable: (until: Date): RetentionTask[] => [
      rowsUntil({ table: 'key_usage', column: 'hour', until }),
      rowsUntil({ table: 'key_copies', column: 'copied_at', until }),
    ],
  }
}

export type UsageRepository = ReturnType<typeof createUsageRepository>
