import type { Clock } from '../clock.ts'
import type { Db } from '../database.ts'
import { batchSize } from '../retention.ts'
import type { RetentionTask } from '../retention.ts'
import type { AuditChainRepository } from './audit-chain.repository.ts'
import type { AuditSigner } from './signer.ts'

/**
 * Removes whole months of the audit log. First a signed beginning says which rows go; only then the database lets them go, so a verification
 * always knows where the chain begins. Nothing goes until everything was verified, nor while a break is known: the rows are evidence.
 */
export function createAuditRetention(deps: {
  db: Db
  patientDb: Db
  chain: (db: Db) => AuditChainRepository
  signer: AuditSigner
  /** Undefined: for good. */
  months: number | undefined
  clock: Clock
}) {
  const { chain, signer, months, clock } = deps

  async function moveBeginning(kept: number): Promise<void> {
    const { verified_at: verified, problem, beginning_sequence: after } = await chain(deps.db).readState()
    if (verified === null || problem !== null) return
    const now = new Date(clock.now())
    const until = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - kept))
    // Both go over the rows one by one up to the first that stays.
    const last = await chain(deps.patientDb).findLastBefore(until, after ?? 0)
    if (last === undefined) return
    const kind = 'twofold-audit-beginning-1' as const
    await chain(deps.patientDb).putBeginning(signer.sign({ kind, ...last, until: until.toISOString(), signed_at: now.toISOString() }))
  }

  return {
    /** Also what an earlier run left, when nothing is removed any more. */
    removable(): RetentionTask[] {
      let isMoved = months === undefined
      return [
        {
          table: 'audit_log',
          async portion(db) {
            if (!isMoved && months !== undefined) await moveBeginning(months)
            isMoved = true
            return (await chain(db).removeBehindBeginning(batchSize)) === batchSize
          },
        },
      ]
    },
  }
}
