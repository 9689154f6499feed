import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../platform/database.ts'
import { isOpenAccount, lasts } from '../platform/lasts.ts'
import type { Taker } from './takes.repository.ts'
import type { Decision } from './approvals.repository.ts'

/** On `take`, with `present.at`: its decider's control of the key lasts, and their account is open. */
const mayStillDecide = sql`exists (
  select from key_access access join people approvers on approvers.id = access.user_id
  where access.key_id = take.key_id and access.user_id = take.decided_by and access.level in ('owner', 'admin')
    and ${lasts(sql`present.at`, 'access')} and ${isOpenAccount(sql`present.at`, 'approvers', 'codes')})`

/** Decisions about takes that count for others, or for a time. */
export function createRecentDecisions(db: Db, time: () => RawBuilder<Date>) {
  return {
    /**
     * Within the last hour somebody approved a code of the key for the verified run that the token belongs to, and could still do so. `fourEyes`: they
     * did not make this token.
     */
    async findDecision(
      { token_id: token, service_account_id: account }: Taker,
      keyId: string,
      fourEyes: boolean,
    ): Promise<Decision | undefined> {
      const { rows } = await sql<Decision>`
        with present as materialized (select ${time()} as at)
        select take.decided_by, take.decided_at
        from present join named_tokens mine on mine.id = ${token}
        join code_takes take on take.key_id = ${keyId} and take.service_account_id = ${account} and take.state <> 'denied'
          and take.decided_at > present.at - interval '1 hour' and not (${fourEyes} and mine.created_by is not distinct from take.decided_by)
        join named_tokens theirs on theirs.id = take.token_id and theirs.run = mine.run
        where ${mayStillDecide} order by take.decided_at desc limit 1`.execute(db)
      return rows[0]
    },
    /** Whether somebody approved the take who could still do so. */
    async isStillApproved(id: string): Promise<boolean> {
      const { rows } = await sql`
        with present as materialized (select ${time()} as at)
        select from present join code_takes take on take.id = ${id} where ${mayStillDecide}`.execute(db)
      return rows.length > 0
    },
    /** Number of denials within the last hour for the same service account, or for the same token of a person. */
    async countDenials(tokenId: string): Promise<number> {
      const { rows } = await sql<{ denials: number }>`
        select count(*)::int as denials from named_tokens token
        join code_takes take on take.token_id = token.id or take.service_account_id = token.service_account_id
        where token.id = ${tokenId} and take.state = 'denied' and take.decided_at > ${time()} - interval '1 hour'`.execute(db)
      return rows[0]?.denials ?? 0
    },
  }
}
