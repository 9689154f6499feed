import type { TakeState } from '@twofold/contract/takes'
import { limits } from '@twofold/contract/limits'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Db } from '../platform/database.ts'
import { rowsUntil } from '../platform/retention.ts'
import type { RetentionTask } from '../platform/retention.ts'

export interface TakeRow {
  id: string
  seq: number
  key_id: string
  user_id: string
  session_id: string
  request_hash: Buffer
  state: TakeState
  deadline: Date
  min_valid: number
  time_window: number | null
  counter: number | null
  generation: number | null
  over_at: Date | null
  accepted: boolean | null
  reason: string | null
}

export interface NewTake extends Pick<TakeRow, 'id' | 'key_id' | 'user_id' | 'session_id' | 'request_hash' | 'min_valid' | 'reason'> {
  idempotency_key: string | undefined
  wait_seconds: number
  run: object | undefined
}

/** How a key's queue stands, by the database's clock. */
export interface QueueState {
  now: Date
  period: number | null
  generation: number
  /** Windows from the present one on that somebody has. */
  leased: number[]
  waiting: number
  /** Live takes of the person, of all keys. */
  own: number
}

export interface Watched {
  id: string
  key_id: string
  user_id: string
  session_id: string
  state: TakeState
  /** Milliseconds left of the key's present window. */
  remaining_ms: number
  /** The present window is free, long enough, and no earlier take can use it. */
  is_next: boolean
}

const columns = sql`id, seq, key_id, user_id, session_id, request_hash, state, deadline, min_valid, time_window, counter, generation, over_at, accepted, reason`
const unseen = sql.raw(`interval '${limits.takeUnseenSeconds} seconds'`)

/** Of `keys` and `present.at`. */
const windowNow = sql`floor(extract(epoch from present.at) / keys.period)::int8`
const remaining = sql`(keys.period - mod(extract(epoch from present.at), keys.period))::float8`

/** No earlier take can use the present window. Earlier takes that need more time than is left, or that nobody has asked about lately, do not count. */
const isFirst = sql`not exists (
  select from code_takes earlier
  where earlier.key_id = take.key_id and earlier.state = 'queued' and earlier.seq < take.seq and earlier.min_valid <= ${remaining}
    and earlier.deadline > present.at and earlier.seen_at > present.at - ${unseen}
)`

/** `time`: the database's clock, which decides about windows. */
export function createTakesRepository(db: Db, time: () => RawBuilder<Date>) {
  return {
    async find(id: string): Promise<TakeRow | undefined> {
      return (await sql<TakeRow>`select ${columns} from code_takes where id = ${id}`.execute(db)).rows[0]
    },

    async findRepeated(userId: string, idempotencyKey: string): Promise<TakeRow | undefined> {
      const { rows } = await sql<TakeRow>`
        select ${columns} from code_takes
        where coalesce(token_id, user_id) = ${userId} and idempotency_key = ${idempotencyKey}`.execute(db)
      return rows[0]
    },

    /** The last ones, newest first. What nobody came back for is over, though nobody wrote that down. */
    async listOf(userId: string): Promise<TakeRow[]> {
      const { rows } = await sql<TakeRow>`
        with present as materialized (select ${time()} as at)
        select id, seq, key_id, user_id, session_id, request_hash, deadline, min_valid, time_window, counter, generation, over_at, accepted, reason,
          case when state <> 'queued' then state when deadline <= at then 'timed_out' when seen_at <= at - ${unseen} then 'abandoned'
            else state end as state
        from code_takes cross join present where user_id = ${userId} order by seq desc limit 100`.execute(db)
      return rows
    },

    /** `before`: of a take, only those that wait before it. */
    async findQueue(keyId: string, userId: string, before: number | null): Promise<QueueState | undefined> {
      const { rows } = await sql<QueueState>`
        with present as materialized (select ${time()} as at)
        select present.at as now, keys.period, keys.generation,
          array(
            select time_window from code_leases leases
            where leases.key_id = keys.id and leases.generation = keys.generation and leases.time_window >= ${windowNow}
            order by time_window
          ) as leased,
          count(*) filter (where live.key_id = keys.id and (${before}::int8 is null or live.seq < ${before}))::int as waiting,
          count(*) filter (where live.user_id = ${userId})::int as own
        from keys cross join present
        left join code_takes live on live.state = 'queued' and (live.key_id = keys.id or live.user_id = ${userId})
          and live.deadline > present.at and live.seen_at > present.at - ${unseen}
        where keys.id = ${keyId}
        group by keys.id, present.at`.execute(db)
      return rows[0]
    },

    /** In the queue. Answers undefined when this `Idempotency-Key` has a take already. */
    async put(take: NewTake): Promise<TakeRow | undefined> {
      const run = take.run === undefined ? null : JSON.stringify(take.run)
      const { rows } = await sql<TakeRow>`
        with present as materialized (select ${time()} as at)
        insert into code_takes (
          id, key_id, user_id, session_id, idempotency_key, request_hash, state, asked_at, deadline, min_valid, seen_at, reason, run
        )
        select ${take.id}, ${take.key_id}, ${take.user_id}, ${take.session_id}, ${take.idempotency_key ?? null}, ${take.request_hash}, 'queued',
          at, at + make_interval(secs => ${take.wait_seconds}), ${take.min_valid}::float8, at, ${take.reason}, ${run}::jsonb
        from present
        on conflict do nothing returning ${columns}`.execute(db)
      return rows[0]
    },

    /** The person and the session do not change until the transaction ends. */
    async lockTaker({ user_id: userId, session_id: sessionId }: Pick<TakeRow, 'user_id' | 'session_id'>): Promise<void> {
      await sql`
        select from users join sessions on sessions.user_id = users.id
        where users.id = ${userId} and sessions.id = ${sessionId} for share`.execute(db)
    },

    /** Leases the present window for the take, if it is its turn: a fresh snapshot under the lock of the key. Undefined: it goes on waiting. */
    async hand(id: string): Promise<TakeRow | undefined> {
      const { rows } = await sql<TakeRow>`
        with present as materialized (select ${time()} as at),
        candidate as materialized (
          select take.id, keys.id as key_id, keys.generation, ${windowNow} as time_window, take.user_id, present.at
          from code_takes take join keys on keys.id = take.key_id cross join present
          where take.id = ${id} and take.state = 'queued' and take.deadline >= present.at and take.min_valid <= ${remaining} and ${isFirst}
        ),
        leased as (
          insert into code_leases (key_id, generation, time_window, kind, user_id, leased_at)
          select key_id, generation, time_window, 'take', user_id, at from candidate
          on conflict do nothing returning time_window
        )
        update code_takes set state = 'handed', over_at = candidate.at, generation = candidate.generation, time_window = candidate.time_window
        from candidate, leased
        where code_takes.id = candidate.id
        returning ${sql.raw('code_takes.*')}`.execute(db)
      return rows[0]
    },

    async handCounter(id: string, counter: number): Promise<TakeRow | undefined> {
      const { rows } = await sql<TakeRow>`
        update code_takes set state = 'handed', over_at = ${time()}, counter = ${counter},
          generation = (select generation from keys where id = key_id)
        where id = ${id} and state = 'queued' returning ${columns}`.execute(db)
      return rows[0]
    },

    /** False: it was over already. */
    async end(ids: readonly string[], state: Exclude<TakeState, 'queued' | 'handed'>): Promise<boolean> {
      const { numAffectedRows } = await sql`
        update code_takes set state = ${state}, over_at = ${time()} where id = any(${ids}::uuid[]) and state = 'queued'`.execute(db)
      return numAffectedRows !== undefined && numAffectedRows > 0n
    },

    /** Somebody asks about a take again, in this session. It may be too late. */
    async resume(id: string, sessionId: string): Promise<TakeRow | undefined> {
      const { rows } = await sql<TakeRow>`
        with present as materialized (select ${time()} as at)
        update code_takes set session_id = ${sessionId}, seen_at = case when state = 'queued' then at else seen_at end,
          over_at = case when state = 'queued' and (deadline <= at or seen_at <= at - ${unseen}) then at else over_at end,
          state = case when state <> 'queued' then state when deadline <= at then 'timed_out'
            when seen_at <= at - ${unseen} then 'abandoned' else state end
        from present where id = ${id} returning ${columns}`.execute(db)
      return rows[0]
    },

    /** A sign of life of all takes that this node holds, and what has become of them: those that are over elsewhere are missing. */
    async watch(ids: readonly string[]): Promise<Watched[]> {
      const { rows } = await sql<Watched>`
        with present as materialized (select ${time()} as at),
        take as (
          update code_takes set seen_at = at, over_at = case when deadline <= at then at end,
            state = case when deadline <= at then 'timed_out' when not exists (
              select from key_access access
              where access.key_id = code_takes.key_id and access.user_id = code_takes.user_id
                and (access.expires_at is null or access.expires_at > at)
            ) then 'ended' else state end
          from present where id = any(${ids}::uuid[]) and state = 'queued'
          returning code_takes.*
        )
        select take.id, take.key_id, take.user_id, take.session_id, take.state, (${remaining} * 1000)::float8 as remaining_ms,
          take.state = 'queued' and take.min_valid <= ${remaining} and ${isFirst} and not exists (
            select from code_leases leases
            where leases.key_id = keys.id and leases.generation = keys.generation and leases.time_window = ${windowNow}
          ) as is_next
        from take join keys on keys.id = take.key_id cross join present
        order by take.seq`.execute(db)
      return rows
    },

    async report(id: string, accepted: boolean): Promise<void> {
      await db.updateTable('code_takes').set({ accepted }).where('id', '=', id).execute()
    },

    removable: (until: Date): RetentionTask[] => [rowsUntil({ table: 'code_takes', column: 'asked_at', until })],
  }
}

export type TakesRepository = ReturnType<typeof createTakesRepository>
