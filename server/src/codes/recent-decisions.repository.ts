import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../platform/database.ts'
import { isOpenAccount, lasts } from '../platform/lasts.ts'
import type { Taker } from './takes.repository.ts'
import type { Decision } from './approvals.repository.ts'

/** Decisions about takes within the last hour. */
export function createRecentDecisions(db: Db, time: () => RawBuilder<Date>) {
  return {
    /**
     * Within the last hour somebody approved a code of the key for the verified run that the token belongs to, and could still do so: their control of
     * the key lasts, and their account is open. `fourEyes`: they did not make this token.
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
        join people approvers on approvers.id = take.decided_by and ${isOpenAccount(sql`present.at`, 'approvers', 'codes')}
        where exists (
          select from key_access access
          where access.key_id = take.key_id and access.user_id = take.decided_by and access.level in ('owner', 'admin')
            and ${lasts(sql`present.at`, 'access')}
        )
        order by take.decided_at desc limit 1`.execute(db)
      return rows[0]
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
