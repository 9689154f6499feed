import { topUsers } from '@twofold/contract/admin/analytics'
import { sql } from 'kysely'
import type { Db } from '../../platform/database.ts'
import { rowsAtMost } from '../../platform/literal-limits.ts'

export interface Standing {
  users: number
  never_logged_in: number
  inactive_users: number
  users_with_keys: number
  keys: number
  users_sharing_keys: number
  users_receiving_shares: number
  users_only_receiving: number
  shares: number
  top_sharing: { id: string; shares: number }[]
}

export interface TopUser {
  id: string
  name: string
  email: string
}

/** Present states of users, keys and shares. Reads all of them. */
export function createStandingRepository(db: Db) {
  return {
    /** `since`: people who signed in before, but not since, are inactive. */
    async count(now: Date, since: Date): Promise<Standing> {
      const [{ rows: people }, { rows: sharing }] = await Promise.all([
        sql<Pick<Standing, 'users' | 'never_logged_in' | 'inactive_users' | 'users_with_keys' | 'keys'>>`
          select count(*) as users, count(*) filter (where last_login_at is null) as never_logged_in,
            count(*) filter (where last_login_at < ${since}) as inactive_users, count(*) filter (where keys_count > 0) as users_with_keys,
            coalesce(sum(keys_count), 0)::int8 as keys
          from counted_users`.execute(db),
        sql<Omit<Standing, 'users' | 'never_logged_in' | 'inactive_users' | 'users_with_keys' | 'keys'>>`
          with live as materialized (
            select owner_id, recipient_id from grants_at(${now})
          ),
          sharing as (select owner_id as id, count(*) as shares from live group by owner_id),
          receiving as (select distinct recipient_id as id from live)
          select (select count(*) from live) as shares, (select count(*) from sharing) as users_sharing_keys,
            (select count(*) from receiving) as users_receiving_shares,
            (select count(*) from receiving where not exists (select from sharing where sharing.id = receiving.id)) as users_only_receiving,
            (select coalesce(json_agg(json_build_object('id', id, 'shares', shares) order by shares desc, id), '[]') from (
              select id, shares from sharing order by shares desc, id ${rowsAtMost(topUsers)}
            ) top) as top_sharing`.execute(db),
      ])
      const [counted, shares] = [people[0], sharing[0]]
      if (counted === undefined || shares === undefined) throw new Error('What was counted has no row.')
      return { ...counted, ...shares }
    },
    async listWithMostKeys(): Promise<(TopUser & { keys: number })[]> {
      const { rows } = await sql<TopUser & { keys: number }>`
        select id, name, email, keys_count as keys from counted_users
        where keys_count > 0 order by keys_count desc, id desc ${rowsAtMost(topUsers)}`.execute(db)
      return rows
    },
    /** In any order; deleted ones are left out. */
    listByIds: (ids: string[]): Promise<TopUser[]> =>
      db.selectFrom('counted_users').where('id', 'in', ids).select(['id', 'name', 'email']).execute(),
  }
}

export type StandingRepository = ReturnType<typeof createStandingRepository>
