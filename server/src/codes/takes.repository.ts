import type { TakeState } from '@twofold/contract/takes'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Db } from '../platform/database.ts'
import { rowsUntil } from '../platform/retention.ts'
import type { RetentionTask } from '../platform/retention.ts'
import type { Decision } from './approvals.repository.ts'
import { createTakeOutcomesRepository, live, unseen } from './take-outcomes.repository.ts'
import { rowsAtMost } from '../platform/literal-limits.ts'
import { lasts } from '../platform/lasts.ts'

/** Who takes: a person in a session, a person by a token, or a service account, which has tokens only. */
export interface Taker {
  user_id: string | null
  service_account_id: string | null
  session_id: string | null
  token_id: string | null
}

export interface TakeRow extends Taker {
  id: string
  seq: number
  key_id: string
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
  approval_number: number | null
  decided_at: Date | null
}

export interface NewTake extends Taker, Pick<TakeRow, 'id' | 'key_id' | 'request_hash' | 'min_valid' | 'reason' | 'approval_number'> {
  state: 'queued' | 'awaiting_approval'
  four_eyes: boolean
  decision: Decision | undefined
  idempotency_key: string | undefined
  wait_seconds: number
  run: object | undefined
  address: string
}

/** How a key's queue stands, by the database's clock. */
export interface QueueState {
  now: Date
  period: number | null
  generation: number
  /** Windows from the present one on that somebody has. */
  leased: number[]
  waiting: number
  /** Live takes of the taker, of all keys; those that wait for approval as well. */
  own: number
}

export interface Watched extends Taker {
  id: string
  key_id: string
  state: TakeState
  /** Milliseconds left of the key's present window; a minute where it has none. */
  remaining_ms: number
  /** The present window is free, long enough, and no earlier take can use it; a counter is always free. */
  is_next: boolean
}

/** Who is behind takes: of sessions, of tokens of people, and the tokens of service accounts that are good. */
export interface Behind<Session> {
  sessions: Session[]
  persons: Session[]
  programs: string[]
}

/** Other nouns find them in the statement of `watch`, each as a JSON array. The ids are a query of that statement. */
export type FindBehind<Session> = { [Part in keyof Behind<Session>]: (ids: RawBuilder<unknown>) => RawBuilder<Behind<Session>[Part]> }

/** The id by which takes of one taker are counted and repeated: of a token its own, so that none of them sees what another one took. */
const takerIdOf = ({ token_id: token, user_id: user }: Taker): string => token ?? user ?? ''

const columns = sql`id, seq, key_id, user_id, service_account_id, session_id, token_id, request_hash, state, deadline, min_valid, time_window, counter, generation, over_at, accepted, reason, approval_number, decided_at`

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
/** `insertLeases`: see keys. */
export function createTakesRepository(
  db: Db,
  time: () => RawBuilder<Date>,
  insertLeases: (select: RawBuilder<unknown>) => RawBuilder<unknown>,
) {
  return {
    async find(id: string): Promise<TakeRow | undefined> {
      return (await sql<TakeRow>`select ${columns} from code_takes where id = ${id}`.execute(db)).rows[0]
    },

    async findRepeated(taker: Taker, idempotencyKey: string): Promise<TakeRow | undefined> {
      const { rows } = await sql<TakeRow>`
        select ${columns} from code_takes
        where coalesce(token_id, user_id) = ${takerIdOf(taker)} and idempotency_key = ${idempotencyKey}`.execute(db)
      return rows[0]
    },

    /** The last ones, newest first. What nobody came back for is over, though nobody wrote that down. */
    async listOf({ user_id: user, token_id: token }: Taker): Promise<TakeRow[]> {
      const { rows } = await sql<TakeRow>`
        with present as materialized (select ${time()} as at)
        select id, seq, key_id, user_id, service_account_id, session_id, token_id, request_hash, deadline, min_valid, time_window, counter, generation, over_at, accepted, reason, approval_number,
          decided_at, case when state not in ${live} then state when deadline <= at then 'timed_out' when seen_at <= at - ${unseen} then 'abandoned'
            else state end as state
        from code_takes cross join present
        where ${token === null ? sql`user_id = ${user}` : sql`token_id = ${token}`} order by seq desc limit 100`.execute(db)
      return rows
    },

    /** `before`: of a take, only those that wait before it. */
    async findQueue(keyId: string, taker: Taker, before: number | null): Promise<QueueState | undefined> {
      const { rows } = await sql<QueueState>`
        with present as materialized (select ${time()} as at)
        select present.at as now, keys.period, keys.generation,
          array(
            select time_window from code_leases leases
            where leases.key_id = keys.id and leases.generation = keys.generation and leases.time_window >= ${windowNow}
            order by time_window
          ) as leased,
          count(*) filter (where live.state = 'queued' and live.key_id = keys.id and (${before}::int8 is null or live.seq < ${before}))::int as waiting,
          count(*) filter (where coalesce(live.token_id, live.user_id) = ${takerIdOf(taker)})::int as own
        from keys cross join present
        left join code_takes live on live.state in ${live} and (live.key_id = keys.id or coalesce(live.token_id, live.user_id) = ${takerIdOf(taker)})
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
          id, key_id, user_id, service_account_id, session_id, token_id, idempotency_key, request_hash, state, asked_at, deadline, min_valid, seen_at,
          reason, run, asked_from, approval_number, four_eyes, decided_by, decided_at
        )
        select ${take.id}, ${take.key_id}, ${take.user_id}::uuid, ${take.service_account_id}::uuid, ${take.session_id}::uuid, ${take.token_id}::uuid,
          ${take.idempotency_key ?? null}, ${take.request_hash}, ${take.state},
          at, at + make_interval(secs => ${take.wait_seconds}), ${take.min_valid}::float8, at, ${take.reason}, ${run}::jsonb, ${take.address}::inet,
          ${take.approval_number}::int2, ${take.four_eyes}, ${take.decision?.decided_by ?? null}::uuid, ${take.decision?.decided_at ?? null}::timestamptz
        from present
        on conflict do nothing returning ${columns}`.execute(db)
      return rows[0]
    },

    /** The person and the session do not change until the transaction ends. */
    async holdSession({ user_id: userId, session_id: sessionId }: Taker): Promise<void> {
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
          ${insertLeases(sql`select key_id, generation, time_window, 'take', user_id, at from candidate`)} returning time_window
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
        update code_takes set state = ${state}, over_at = ${time()} where id = any(${ids}::uuid[]) and state in ${live}`.execute(db)
      return numAffectedRows !== undefined && numAffectedRows > 0n
    },

    /** Somebody asks about a take again, in this session. It may be too late. */
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

    /**
     * A sign of life of all takes that this node holds, what has become of them, and who is behind them, in one round trip. Those that are over
     * elsewhere are missing.
     */
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
            select from code_leases leases
            where leases.key_id = keys.id and leases.generation = keys.generation and leases.time_window = ${windowNow}
          )) as is_next
        from take join keys on keys.id = take.key_id cross join present)
        select coalesce((select json_agg(watched order by seq) from watched), '[]') as takes,
          ${behind.sessions(sql`select session_id from take`)} as sessions,
          ${behind.persons(sql`select token_id from take where user_id is not null`)} as persons,
          ${behind.programs(sql`select token_id from take where user_id is null`)} as programs`.execute(db)
      const [row] = rows
      if (row === undefined) throw new Error('A statement without a table answers one row.')
      return row
    },

    /** When a token took codes since a moment, the latest first; no more than `most`. */
    async listTimes(tokenId: string, since: Date, most: number): Promise<Date[]> {
      const { rows } = await sql<{ asked_at: Date }>`
        select asked_at from code_takes where token_id = ${tokenId} and asked_at > ${since} order by asked_at desc ${rowsAtMost(most)}`.execute(
        db,
      )
      return rows.map((row) => row.asked_at)
    },

    ...createTakeOutcomesRepository(db, time),

    async report(id: string, accepted: boolean): Promise<void> {
      await db.updateTable('code_takes').set({ accepted }).where('id', '=', id).execute()
    },

    removable: (until: Date): RetentionTask[] => [rowsUntil({ table: 'code_takes', column: 'asked_at', until })],
  }
}

export type TakesRepository = ReturnType<typeof createTakesRepository>
