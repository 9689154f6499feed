import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../platform/database.ts'
import { live } from './take-outcomes.repository.ts'
import { rowsAtMost } from '../platform/literal-limits.ts'
import { lasts } from '../platform/lasts.ts'
import type { Watched, Behind, FindBehind } from './takes.repository.ts'
import { windowNow, remaining, isFirst } from './take-expressions.repository.ts'

/** Takes whose callers wait for a change. */
export function createTakeWatch(db: Db, time: () => RawBuilder<Date>) {
  return {
    /** Keeps all takes of this node alive, and reads their state and their takers, in one round trip. Takes that ended elsewhere are missing. */
    async watch<Session>(ids: readonly string[], behind: FindBehind<Session>): Promise<{ takes: Watched[] } & Behind<Session>> {
      const { rows } = await sql<{ takes: Watched[] } & Behind<Session>>`
        with present as materialized (select ${time()} as at),
        take as (
          update code_takes set seen_at = at, over_at = case when deadline <= at then at end,
            state = case when deadline <= at then 'timed_out' when not exists (
              select from key_access access
              where access.key_id = code_takes.key_id and access.user_id = code_takes.user_id
                and ${lasts(sql`at`, 'access')}
              union all select from service_account_access access
              where access.key_id = code_takes.key_id and access.service_account_id = code_takes.service_account_id
                and ${lasts(sql`at`, 'access')}
            ) then 'ended' else state end
          from present where id = any(${ids}::uuid[]) and state in ${live}
          returning code_takes.*
        ),
        watched as (select take.seq, take.id, take.key_id, take.user_id, take.service_account_id, take.session_id, take.token_id, take.state, coalesce(${remaining} * 1000, 60000)::float8 as remaining_ms,
          take.state = 'queued' and (keys.period is null or take.min_valid <= ${remaining} and ${isFirst} and not exists (
            select from leased_windows leases
            where leases.key_id = keys.id and leases.generation = keys.generation and leases.time_window = ${windowNow}
          )) as is_next
        from take join named_keys keys on keys.id = take.key_id cross join present)
        select coalesce((select json_agg(watched order by seq) from watched), '[]') as takes,
          ${behind.sessions(sql`select session_id from take`)} as sessions,
          ${behind.persons(sql`select token_id from take where user_id is not null`)} as persons,
          ${behind.programs(sql`select token_id from take where user_id is null`)} as programs`.execute(db)
      const [row] = rows
      if (row === undefined) throw new Error('A statement without a table answers one row.')
      return row
    },
    /** Seconds until the token has asked for fewer than `most` codes `within` so many; undefined where that is so now. */
    async findWait(tokenId: string, most: number, within: number): Promise<number | undefined> {
      const span = sql`make_interval(secs => ${within})`
      const { rows } = await sql<{ seconds: number }>`
        with present as materialized (select ${time()} as at)
        select greatest(1, ceil(extract(epoch from asked_at + ${span} - at)))::int as seconds from code_takes, present
        where token_id = ${tokenId} and asked_at > at - ${span} order by asked_at desc ${rowsAtMost(1, most - 1)}`.execute(db)
      return rows[0]?.seconds
    },
  }
}
