import type { IssuerKind, RefusalReason, TrustRules, WorkloadRun } from '@twofold/contract/workload'
import { sql } from 'kysely'
import type { Db } from '../platform/database.ts'

export interface NewTrust {
  id: string
  service_account_id: string
  issuer_id: string
  name: string
  rules: TrustRules
  minutes: number
  created_by: string
  created_at: Date
}

export interface TrustRow extends Omit<NewTrust, 'created_by' | 'service_account_id'> {
  issuer_name: string
  issuer_kind: IssuerKind
  ends_at: Date | null
  created_by_name: string | null
  last_used_at: Date | null
  last_run: WorkloadRun | null
}

export interface RefusedRow {
  id: string
  issuer_id: string
  issuer_name: string
  issuer_kind: IssuerKind
  reason: RefusalReason
  claims: Record<string, string>
  address: string
  refused_at: Date
}

/** Rules of service accounts, and exchanges that matched none. */
export function createTrustsRepository(db: Db) {
  return {
    async list(accountId: string): Promise<TrustRow[]> {
      const { rows } = await sql<TrustRow>`
        select trusts.id, trusts.issuer_id, trusts.name, trusts.rules, trusts.minutes, trusts.created_at, trusts.ends_at, issuers.name as issuer_name,
          issuers.kind as issuer_kind, makers.name as created_by_name, last.created_at as last_used_at, last.run as last_run
        from workload_trusts trusts
        join workload_issuers issuers on issuers.id = trusts.issuer_id
        left join people makers on makers.id = trusts.created_by
        left join lateral (
          select tokens.created_at, tokens.run from access_tokens tokens
          where tokens.trust_id = trusts.id order by tokens.created_at desc limit 1) last on true
        where trusts.service_account_id = ${accountId} order by trusts.created_at, trusts.id`.execute(db)
      return rows
    },
    async put({ rules, ...trust }: NewTrust): Promise<void> {
      await db
        .insertInto('workload_trusts')
        .values({ ...trust, rules: JSON.stringify(rules) })
        .execute()
    },
    async change(
      id: string,
      { rules, ...change }: { name?: string; minutes?: number; rules?: TrustRules; created_by: string; ends_at: null },
    ): Promise<void> {
      await db
        .updateTable('workload_trusts')
        .set({ ...change, ...(rules === undefined ? {} : { rules: JSON.stringify(rules) }) })
        .where('id', '=', id)
        .execute()
    },
    async endTokens(id: string, now: Date): Promise<void> {
      await db
        .updateTable('access_tokens')
        .set({ revoked_at: now, revoked_because: 'owner' })
        .where('trust_id', '=', id)
        .where('revoked_at', 'is', null)
        .execute()
    },
    async remove(id: string): Promise<void> {
      await db.deleteFrom('workload_trusts').where('id', '=', id).execute()
    },
    async listRefused(accountId: string, since: Date): Promise<RefusedRow[]> {
      const { rows } = await sql<RefusedRow>`
        select refused.id, refused.issuer_id, issuers.name as issuer_name, issuers.kind as issuer_kind, refused.reason, refused.claims,
          host(refused.address) as address, refused.refused_at
        from refused_exchanges refused join workload_issuers issuers on issuers.id = refused.issuer_id
        where refused.service_account_id = ${accountId} and refused.refused_at > ${since}
        order by refused.refused_at desc, refused.id desc`.execute(db)
      return rows
    },
  }
}

export type TrustsRepository = ReturnType<typeof createTrustsRepository>
