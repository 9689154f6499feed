import { type IssuerKind, type RefusalReason, type TrustRules, workloadLimits, type WorkloadRun } from '@twofold/contract/workload'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Db } from '../platform/database.ts'
import { type RetentionTask, rowsUntil } from '../platform/retention.ts'
import type { NewToken } from './tokens.repository.ts'
import { changesRow } from '../platform/row-counts.ts'

export interface ExchangeFacts {
  issuer: { id: string; kind: IssuerKind; issuer: string; jwks_host: string | null; jwks: unknown }
  account: { id: string; name: string; is_suspended: boolean }
  trusts: { id: string; name: string; rules: TrustRules; minutes: number; created_by: string | null }[]
  /** The database's time, so that a node with a wrong clock judges like all others. */
  now: Date
}

interface Refused {
  account: string
  issuer: string
  reason: RefusalReason
  claims: Record<string, string>
  address: string
}

export function createExchangeRepository(db: Db) {
  return {
    /** Undefined: no such issuer is trusted, or there is no such service account. */
    async find(issuer: string, accountId: string, now: Date): Promise<ExchangeFacts | undefined> {
      const { rows } = await sql<ExchangeFacts>`
        select clock_timestamp() as now,
          json_build_object('id', issuers.id, 'kind', issuers.kind, 'issuer', issuers.issuer, 'jwks_host', issuers.jwks_host, 'jwks', issuers.jwks) as issuer,
          json_build_object('id', accounts.id, 'name', accounts.name, 'is_suspended', accounts.suspended_at is not null) as account,
          coalesce((select json_agg(json_build_object('id', trusts.id, 'name', trusts.name, 'rules', trusts.rules, 'minutes', trusts.minutes,
              'created_by', trusts.created_by) order by trusts.created_at, trusts.id)
            from workload_trusts trusts where trusts.issuer_id = issuers.id and trusts.service_account_id = accounts.id
              and (trusts.ends_at is null or trusts.ends_at > ${now})), '[]') as trusts
        from workload_issuers issuers, service_accounts accounts
        where issuers.issuer = ${issuer} and accounts.id = ${accountId}`.execute(db)
      return rows[0]
    },
    /**
     * Whether account and rule are unchanged and the account is active; locked until the transaction ends, so that concurrent changes happen entirely
     * before or after.
     */
    async hold(accountId: string, { id, rules }: Pick<ExchangeFacts['trusts'][number], 'id' | 'rules'>): Promise<boolean> {
      const { rows } = await sql`
        select from service_accounts accounts join workload_trusts trusts on trusts.service_account_id = accounts.id and trusts.id = ${id}
          and trusts.rules = ${JSON.stringify(rules)}::jsonb
        where accounts.id = ${accountId} and accounts.suspended_at is null for share`.execute(db)
      return rows.length > 0
    },
    /** False: it was exchanged before. */
    claim: (issuerId: string, digest: Buffer, expiresAt: Date): Promise<boolean> =>
      changesRow(
        db
          .insertInto('used_assertions')
          .values({ issuer_id: issuerId, digest, expires_at: expiresAt })
          .onConflict((on) => on.columns(['issuer_id', 'digest']).doNothing()),
      ),
    /** True for the first one who comes a second time. */
    markReplayed: (issuerId: string, digest: Buffer): Promise<boolean> =>
      changesRow(
        db
          .updateTable('used_assertions')
          .set({ is_replayed: true })
          .where('issuer_id', '=', issuerId)
          .where('digest', '=', digest)
          .where('is_replayed', '=', false),
      ),
    async putToken(token: NewToken, trustId: string, run: WorkloadRun): Promise<void> {
      await db
        .insertInto('access_tokens')
        .values({ ...token, trust_id: trustId, run: JSON.stringify(run) })
        .execute()
    },
    /** Keeps the last ones of each account. */
    async noteRefused({ account, issuer, reason, claims, address }: Refused, now: Date): Promise<void> {
      await db
        .insertInto('refused_exchanges')
        .values({
          id: uuid(),
          service_account_id: account,
          issuer_id: issuer,
          reason,
          claims: JSON.stringify(claims),
          address,
          refused_at: now,
        })
        .execute()
      await sql`
        delete from refused_exchanges where service_account_id = ${account} and id in (
          select id from refused_exchanges where service_account_id = ${account}
          order by refused_at desc, id desc offset ${workloadLimits.refusedKept})`.execute(db)
    },
    removable: (now: Date, refusedUntil: Date): RetentionTask[] => [
      rowsUntil({ table: 'used_assertions', column: 'expires_at', until: now }),
      rowsUntil({ table: 'refused_exchanges', column: 'refused_at', until: refusedUntil }),
    ],
  }
}

export type ExchangeRepository = ReturnType<typeof createExchangeRepository>
