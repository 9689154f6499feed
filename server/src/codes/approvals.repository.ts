import type { WorkloadRun } from '@twofold/contract/workload'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../platform/database.ts'
import { isOpenAccount, lasts } from '../platform/lasts.ts'
import { unseen } from './take-outcomes.repository.ts'
import { createRecentDecisions } from './recent-decisions.repository.ts'

/** A take that waits for approval, as an approver sees it. */
export interface AwaitingRow {
  id: string
  key_id: string
  key_name: string
  asked_by: string
  is_service_account: boolean
  token_name: string
  last_four: string
  verified_run: WorkloadRun | null
  stated_run: { url?: string; id?: string } | null
  reason: string | null
  address: string | null
  number: number
  asked_at: Date
  deadline: Date
  /** Four eyes are wanted, and the reader made the token. */
  is_own_making: boolean
}

/** A person's yes that counts for several takes of one run. */
export interface Decision {
  decided_by: string | null
  decided_at: Date
}

/** A take as needed to decide about it. */
export interface DecidableRow {
  key_id: string
  token_id: string
  number: number
  four_eyes: boolean
  created_by: string | null
}

/** `time`: the database's clock, by which takes are over. */
export function createApprovalsRepository(db: Db, time: () => RawBuilder<Date>) {
  /** On `take`, with `present.at`: it is still being waited for. */
  const isWaiting = sql`take.state = 'awaiting_approval' and take.deadline > present.at and take.seen_at > present.at - ${unseen}`

  return {
    ...createRecentDecisions(db, time),
    /** Takes of keys that the person owns or fully controls, oldest first. */
    async listFor(userId: string): Promise<AwaitingRow[]> {
      const { rows } = await sql<AwaitingRow>`
        with present as materialized (select ${time()} as at)
        select take.id, take.key_id, keys.name as key_name, coalesce(accounts.name, persons.name) as asked_by, accounts.id is not null as is_service_account,
          tokens.name as token_name, tokens.last_four, tokens.run as verified_run, take.run as stated_run, take.reason, host(take.asked_from) as address,
          take.approval_number as number, take.asked_at, take.deadline, take.four_eyes and tokens.created_by is not distinct from ${userId} as is_own_making
        from present join code_takes take on ${isWaiting}
        join named_keys keys on keys.id = take.key_id
        join named_tokens tokens on tokens.id = take.token_id
        left join named_service_accounts accounts on accounts.id = take.service_account_id
        left join people persons on persons.id = take.user_id
        where exists (
          select from key_access access
          where access.key_id = take.key_id and access.user_id = ${userId} and access.level in ('owner', 'admin')
            and ${lasts(sql`present.at`, 'access')}
        )
        order by take.seq`.execute(db)
      return rows
    },
    /**
     * Those who can approve the take now, each with the number of requests they got within the last hour, including this one. `asked_by`: the program's
     * name.
     */
    async listApprovers(id: string): Promise<{ user_id: string; asked: number; key_name: string; asked_by: string; deadline: Date }[]> {
      const { rows } = await sql<{ user_id: string; asked: number; key_name: string; asked_by: string; deadline: Date }>`
        with present as materialized (select ${time()} as at)
        select access.user_id, keys.name as key_name, coalesce(accounts.name, persons.name) as asked_by, take.deadline, (
          select count(*)::int from code_takes other
          where other.asked_at > present.at - interval '1 hour' and other.approval_number is not null and exists (
            select from key_access mine where mine.key_id = other.key_id and mine.user_id = access.user_id and mine.level in ('owner', 'admin')
              and ${lasts(sql`present.at`, 'mine')}
          )
        ) as asked
        from present cross join code_takes take
        join named_keys keys on keys.id = take.key_id
        join named_tokens tokens on tokens.id = take.token_id
        left join named_service_accounts accounts on accounts.id = take.service_account_id
        left join people persons on persons.id = take.user_id
        join (
          select distinct key_id, user_id from key_access, present
          where level in ('owner', 'admin') and ${lasts(sql`present.at`)}
        ) access on access.key_id = take.key_id
        join people approvers on approvers.id = access.user_id and ${isOpenAccount(sql`present.at`, 'approvers', 'codes')}
        where take.id = ${id} and not (take.four_eyes and tokens.created_by is not distinct from access.user_id)`.execute(db)
      return rows
    },
    async find(id: string): Promise<DecidableRow | undefined> {
      const { rows } = await sql<DecidableRow>`
        select take.key_id, take.token_id, take.approval_number as number, take.four_eyes, tokens.created_by
        from code_takes take join named_tokens tokens on tokens.id = take.token_id
        where take.id = ${id} and take.approval_number is not null`.execute(db)
      return rows[0]
    },
    /**
     * The first decision wins. A denied take is over; an approved one keeps its place in the queue. False: it is not waiting for a decision any
     * longer.
     */
    async decide(id: string, userId: string, isApproved: boolean): Promise<boolean> {
      const { rows } = await sql`
        with present as materialized (select ${time()} as at)
        update code_takes take set decided_by = ${userId}, decided_at = present.at,
          state = ${isApproved ? 'queued' : 'denied'}, over_at = ${isApproved ? null : sql`present.at`}
        from present where take.id = ${id} and ${isWaiting} returning take.id`.execute(db)
      return rows.length > 0
    },
  }
}

export type ApprovalsRepository = ReturnType<typeof createApprovalsRepository>
