import { takeLimits, type TakeState } from '@twofold/contract/takes'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../platform/database.ts'
import { rowsAtMost } from '../platform/literal-limits.ts'

/** States of a take that is not over and has no code. */
export const live = sql.raw(`('queued', 'awaiting_approval')`)

/** Time for which a take keeps its place without being polled. */
export const unseen = sql.raw(`interval '${takeLimits.unseenSeconds} seconds'`)

/** Outcome of a token's take, for the audit log. */
export interface OutcomeRow {
  state: TakeState
  time_window: number | null
  counter: number | null
  reason: string | null
  run: object | null
  address: string | null
  waited_seconds: number
  key_id: string
  key_name: string
  last_four: string
  token_name: string
  user_id: string | null
  user_name: string | null
  user_email: string | null
  service_account_id: string | null
  service_account_name: string | null
  /** The person who approved or denied it. */
  decided_by: string | null
}

/** `time`: the database's clock, by which takes are over. */
export function createTakeOutcomesRepository(db: Db, time: () => RawBuilder<Date>) {
  async function listOutcomes(condition: RawBuilder<unknown>): Promise<OutcomeRow[]> {
    const { rows } = await sql<OutcomeRow>`
      with present as materialized (select ${time()} as at),
      take as (
        update code_takes take set is_recorded = true, over_at = coalesce(take.over_at, present.at),
          state = case when take.state not in ${live} then take.state when take.deadline <= present.at then 'timed_out' else 'abandoned' end
        from present where ${condition} returning take.*
      )
      select take.state, take.time_window, take.counter, take.reason, take.run, host(take.asked_from) as address,
        round(extract(epoch from take.over_at - take.asked_at))::int as waited_seconds, keys.id as key_id, keys.name as key_name, tokens.last_four,
        tokens.name as token_name, users.id as user_id, users.name as user_name, users.email as user_email,
        accounts.id as service_account_id, accounts.name as service_account_name, deciders.name as decided_by
      from take join named_keys keys on keys.id = take.key_id join named_tokens tokens on tokens.id = take.token_id
      left join people users on users.id = take.user_id left join named_service_accounts accounts on accounts.id = take.service_account_id left join people deciders on deciders.id = take.decided_by
      order by take.seq`.execute(db)
    return rows
  }

  return {
    /** Ended takes by tokens that the audit log does not have yet, marked as written; rows locked by other nodes are skipped. */
    async takeUnrecorded(most: number): Promise<OutcomeRow[]> {
      return listOutcomes(sql`take.id in (
        select id from code_takes where token_id is not null and not is_recorded and (
          state not in ${live} or deadline <= ${time()} or seen_at <= ${time()} - ${unseen}
        ) order by seq ${rowsAtMost(most)} for update skip locked)`)
    },

    /** The outcome of one take, marked as written. */
    takeOutcome: (id: string): Promise<OutcomeRow[]> =>
      listOutcomes(sql`take.id = ${id} and take.token_id is not null and not take.is_recorded`),
  }
}
