import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../platform/database.ts'
import { live, unseen } from './take-outcomes.repository.ts'
import type { Taker, TakeRow, QueueState } from './takes.repository.ts'
import { takerIdOf, columns, windowNow, remaining, isFirst } from './take-expressions.repository.ts'

/** Hands a take its code when its turn comes. */
export function createHandOutRepository(
  db: Db,
  time: () => RawBuilder<Date>,
  insertLeases: (select: RawBuilder<unknown>) => RawBuilder<unknown>,
) {
  return {
    /** `before`: position of a take, to count only those that wait before it. */
    async findQueue(keyId: string, taker: Taker, before: number | null): Promise<QueueState | undefined> {
      const { rows } = await sql<QueueState>`
        with present as materialized (select ${time()} as at)
        select present.at as now, keys.period, keys.generation,
          array(
            select time_window from leased_windows leases
            where leases.key_id = keys.id and leases.generation = keys.generation and leases.time_window >= ${windowNow}
            order by time_window
          ) as leased,
          count(*) filter (where live.state = 'queued' and live.key_id = keys.id and (${before}::int8 is null or live.seq < ${before}))::int as waiting,
          count(*) filter (where coalesce(live.token_id, live.user_id) = ${takerIdOf(taker)})::int as own
        from named_keys keys cross join present
        left join code_takes live on live.state in ${live} and (live.key_id = keys.id or coalesce(live.token_id, live.user_id) = ${takerIdOf(taker)})
          and live.deadline > present.at and live.seen_at > present.at - ${unseen}
        where keys.id = ${keyId}
        group by keys.id, keys.period, keys.generation, present.at`.execute(db)
      return rows[0]
    },
    /** Leases the present window for the take, if it is its turn: a fresh snapshot under the lock of the key. Undefined: it goes on waiting. */
    async hand(id: string): Promise<TakeRow | undefined> {
      const { rows } = await sql<TakeRow>`
        with present as materialized (select ${time()} as at),
        candidate as materialized (
          select take.id, keys.id as key_id, keys.generation, ${windowNow} as time_window, take.user_id, present.at
          from code_takes take join named_keys keys on keys.id = take.key_id cross join present
          where take.id = ${id} and take.state = 'queued' and take.deadline >= present.at and take.min_valid <= ${remaining} and ${isFirst}
        ),
        leased as (
          ${insertLeases(sql`select key_id, generation, time_window, 'take', user_id, at from candidate`)} returning time_window
        )
        update code_takes set state = 'handed', over_at = candidate.at, generation = candidate.generation, time_window = candidate.time_window
        from candidate, leased
        where code_takes.id = candidate.id
        returning ${columns}`.execute(db)
      return rows[0]
    },
    async handCounter(id: string, counter: number): Promise<TakeRow | undefined> {
      const { rows } = await sql<TakeRow>`
        update code_takes set state = 'handed', over_at = ${time()}, counter = ${counter},
          generation = (select generation from named_keys keys where id = key_id)
        where id = ${id} and state = 'queued' returning ${columns}`.execute(db)
      return rows[0]
    },
    /** Records that a take is polled again, in this session. It may be too late. */
    async resume(id: string, sessionId: string | null): Promise<TakeRow | undefined> {
      const { rows } = await sql<TakeRow>`
        with present as materialized (select ${time()} as at)
        update code_takes set session_id = ${sessionId}::uuid, seen_at = case when state in ${live} then at else seen_at end,
          over_at = case when state in ${live} and (deadline <= at or seen_at <= at - ${unseen}) then at else over_at end,
          state = case when state not in ${live} then state when deadline <= at then 'timed_out'
            when seen_at <= at - ${unseen} then 'abandoned' else state end
        from present where id = ${id} returning ${columns}`.execute(db)
      return rows[0]
    },
  }
}
