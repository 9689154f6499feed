import type { ActivityKind } from '@twofold/contract/activity-kinds'
import type { Trust } from '@twofold/contract/workload'
import type { Db } from '../platform/database.ts'
import { fail } from '../platform/fail.ts'
import type { Client, Identity } from '../platform/identity.ts'
import type { Tx } from '../platform/transaction.ts'
import type { TrustRow } from './trusts.repository.ts'
import type { TrustsDeps } from './trusts.service.ts'

export const present = (row: TrustRow): Trust => ({
  id: row.id,
  name: row.name,
  issuer: { id: row.issuer_id, name: row.issuer_name, kind: row.issuer_kind },
  rules: row.rules,
  minutes: row.minutes,
  created_at: row.created_at.toISOString(),
  created_by: row.created_by_name,
  ends_at: row.ends_at?.toISOString() ?? null,
  last_used_at: row.last_used_at?.toISOString() ?? null,
  last_run: row.last_run,
})

/** Finds and locks a trust, and records its changes. */
export function createTrustLookup(deps: TrustsDeps) {
  async function lockTrust(tx: Tx, user: Identity, id: string, trustId: string) {
    const [account, trusts] = await Promise.all([deps.serviceAccounts.lock(tx, user, id), deps.trusts(tx.db).list(id)])
    const trust = trusts.find((one) => one.id === trustId)
    if (trust === undefined) throw fail('workload.trust_not_found')
    return { account, trust }
  }

  async function find(db: Db, id: string, trustId: string): Promise<Trust> {
    const row = (await deps.trusts(db).list(id)).find((one) => one.id === trustId)
    if (row === undefined) throw fail('workload.trust_not_found')
    return present(row)
  }

  async function note(
    tx: Tx,
    user: Identity,
    kind: ActivityKind,
    about: { account: { id: string; name: string }; trust: { id: string; name: string } },
    { address }: Client,
  ): Promise<void> {
    const { account, trust } = about
    await tx.publish('trust.changed', { trust_id: trust.id, service_account_id: account.id })
    await deps.activity.record(tx, { userId: user.id, kind, detail: { name: account.name, rule: trust.name }, address })
  }

  return { lockTrust, find, note }
}
