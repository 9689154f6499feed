import type { TakeState } from '@twofold/contract/takes'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../platform/database.ts'
import { type RetentionTask, rowsUntil } from '../platform/retention.ts'
import type { Decision } from './approvals.repository.ts'
import { createTakeOutcomesRepository, live, unseen } from './take-outcomes.repository.ts'
import { createHandOutRepository } from './hand-out.repository.ts'
import { createTakeWatch } from './take-watch.repository.ts'
import { takerIdOf, columns } from './take-expressions.repository.ts'
import { countChanged } from '../platform/row-counts.ts'

/** The taker: a person in a session, a person by a token, or a service account, which has tokens only. */
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

/** A take that was just asked for, as far as it is known before it is read. */
export interface AskedTake extends Taker, Pick<TakeRow, 'id' | 'key_id' | 'state' | 'decided_at'> {}

export interface NewTake extends Taker, Pick<TakeRow, 'id' | 'key_id' | 'request_hash' | 'min_valid' | 'reason' | 'approval_number'> {
  state: 'queued' | 'awaiting_approval'
  four_eyes: boolean
  decision: Decision | undefined
  idempotency_key: string | undefined
  wait_seconds: number
  run: object | undefined
  address: string
}

/** State of a key's queue, by the database's clock. */
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

/** The takers: people of sessions and tokens, and valid tokens of service accounts. */
export interface Behind<Session> {
  sessions: Session[]
  persons: Session[]
  programs: string[]
}

/** Other nouns find them in the statement of `watch`, each as a JSON array. The ids are a query of that statement. */
export type FindBehind<Session> = { [Part in keyof Behind<Session>]: (ids: RawBuilder<unknown>) => RawBuilder<Behind<Session>[Part]> }

/** `time`: the database's clock, which decides about windows. */
/** `insertLeases`: see keys. */
export function createTakesRepository(
  db: Db,
  time: () => RawBuilder<Date>,
  insertLeases: (select: RawBuilder<unknown>) => RawBuilder<unknown>,
) {
  async function find(id: string): Promise<TakeRow | undefined> {
    return (await sql<TakeRow>`select ${columns} from code_takes where id = ${id}`.execute(db)).rows[0]
  }

  async function put(take: NewTake): Promise<void> {
    const run = take.run === undefined ? null : JSON.stringify(take.run)
    await sql`
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
      on conflict do nothing`.execute(db)
  }

  return {
    ...createHandOutRepository(db, time, insertLeases),
    ...createTakeWatch(db, time),
    find,
    async findRepeated(taker: Taker, idempotencyKey: string): Promise<TakeRow | undefined> {
      const { rows } = await sql<TakeRow>`
        select ${columns} from code_takes
        where coalesce(token_id, user_id) = ${takerIdOf(taker)} and idempotency_key = ${idempotencyKey}`.execute(db)
      return rows[0]
    },
    /** The latest takes, newest first. An abandoned one counts as over even before that is recorded. */
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
    /** Queues it, unless this `Idempotency-Key` has a take already. */
    put,
    /** The same. Undefined: this `Idempotency-Key` has a take already. */
    async putAndRead(take: NewTake): Promise<TakeRow | undefined> {
      const [, row] = await Promise.all([put(take), find(take.id)])
      return row
    },
    /** False: it was over already. */
    async end(ids: readonly string[], state: Exclude<TakeState, 'queued' | 'handed'>): Promise<boolean> {
      const ended = sql`update code_takes set state = ${state}, over_at = ${time()} where id = any(${ids}::uuid[]) and state in ${live}`
      return (await countChanged(() => ended.execute(db))) > 0
    },
    ...createTakeOutcomesRepository(db, time),
    async report(id: string, accepted: boolean): Promise<void> {
      await db.updateTable('code_takes').set({ accepted }).where('id', '=', id).execute()
    },
    removable: (until: Date): RetentionTask[] => [rowsUntil({ table: 'code_takes', column: 'asked_at', until })],
  }
}

export type TakesRepository = ReturnType<typeof createTakesRepository>
