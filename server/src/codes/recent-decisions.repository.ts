import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../platform/database.ts'
import type { Taker } from './takes.repository.ts'
import type { Decision } from './approvals.repository.ts'

/** Decisions about takes within the last hour. */
export function createRecentDecisions(db: Db, time: () => RawBuilder<Date>) {
  return {
    /** Within the last hour somebody approved a code of the key for the verified run that the token belongs to. */
    async findDecision({ token_id: token, service_account_id: account }: Taker, keyId: string): Promise<Decision | undefined> {
      const { rows } = await sql<Decision>`
        select take.decided_by, take.decided_at
        from named_tokens mine
        join code_takes take on take.key_id = ${keyId} and take.service_account_id = ${account} and take.state <> 'denied'
          and take.decided_at > ${time()} - interval '1 hour'
        join named_tokens theirs on theirs.id = take.token_id and theirs.run = mine.run
        where mine.id = ${token} order by take.decided_at desc limit 1`.execute(db)
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
