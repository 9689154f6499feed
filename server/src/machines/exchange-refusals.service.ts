import type { RefusalReason } from '@twofold/contract/workload'
import type { Tx } from '../platform/transaction.ts'
import type { ExchangeFacts } from './exchange.repository.ts'
import { type Claims, keptClaims } from './trust-rules.ts'
import { nameOfRun, runOf } from './workload-run.ts'
import type { ExchangeDeps } from './exchange.service.ts'

export function createExchangeRefusals(deps: ExchangeDeps) {
  const noteRefused = (tx: Pick<Tx, 'db'>, { account, issuer }: ExchangeFacts, reason: RefusalReason, claims: Claims, address: string) =>
    deps
      .exchanges(tx.db)
      .noteRefused({ account: account.id, issuer: issuer.id, reason, claims: keptClaims(claims), address }, deps.clock.date())

  /** A replayed job token may have been stolen: notifies the managers, once per token. */
  async function notifyReplayed(tx: Tx, facts: ExchangeFacts, digest: Buffer, claims: Claims, address: string): Promise<void> {
    if (!(await deps.exchanges(tx.db).markReplayed(facts.issuer.id, digest))) return
    await noteRefused(tx, facts, 'replayed', claims, address)
    await tx.publish('workload.replayed', { service_account_id: facts.account.id, issuer_id: facts.issuer.id })
    const detail = { name: facts.account.name, run: nameOfRun(runOf(facts.issuer, claims)) }
    for (const manager of await deps.accounts(tx.db).listManagers(facts.account.id))
      await deps.activity.record(tx, { userId: manager.id, kind: 'workload_replayed', detail, address })
  }

  return { noteRefused, notifyReplayed }
}
