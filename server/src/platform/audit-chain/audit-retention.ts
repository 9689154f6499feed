import type { Clock } from '../clock.ts'
import type { Db } from '../database.ts'
import { count } from '../metrics/process-figures.ts'
import { retentionRows } from '../metrics/platform-metrics.ts'
import { isLocked } from '../months.ts'
import { isCancelled } from '../database-unavailable.ts'
import type { RetentionTask } from '../retention.ts'
import type { AuditChainRepository } from './audit-chain.repository.ts'
import type { AuditSigner } from './signer.ts'

/** Links that one statement takes at most. They are short, and mostly all that is left of a month. */
const linkBatch = 250_000

/** `insufficient_privilege`: the database does not let the log begin there. */
const isRefused = (error: unknown) => error instanceof Error && 'code' in error && error.code === '42501'

/**
 * Removes whole months of the audit log. First a signed beginning says which rows go; only then the database lets them go, so a verification
 * always knows where the chain begins. Nothing goes until everything was verified, nor while a break is known: the rows are evidence.
 */
export function createAuditRetention(deps: {
  db: Db
  backgroundDb: Db
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
    const now = clock.date()
    const until = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - kept))
    const put = async (last: { sequence: number; hash: string }) => {
      const kind = 'twofold-audit-beginning-1' as const
      const gone = await rows.beginAt(signer.sign({ kind, ...last, until: until.toISOString(), signed_at: now.toISOString() }))
      count(retentionRows, { table: 'audit_log' }, gone)
    }
    // Reads row by row up to the first that stays.
    const rows = chain(deps.backgroundDb)
    const guessed = await rows.guessLastBefore(until, after ?? 0)
    if (guessed === undefined) return
    try {
      await put(guessed)
    } catch (error) {
      if (!isRefused(error)) throw error
      const last = await rows.findLastBefore(until, after ?? 0)
      if (last !== undefined) await put(last)
    }
  }

  /** Skips the drop when a reader, such as a backup, holds a lock, or when the check takes too long. The rows are then deleted in batches. */
  async function dropMonths(db: Db): Promise<void> {
    try {
      count(retentionRows, { table: 'audit_log' }, await chain(db).dropMonths())
    } catch (error) {
      if (!isLocked(error) && !isCancelled(error)) throw error
    }
  }

  return {
    /** Also removes what an earlier run left over, even if nothing is due now. */
    removable(): RetentionTask[] {
      let isBegun = false
      let most = linkBatch
      return [
        {
          table: 'audit_log',
          async removeBatch(db) {
            if (!isBegun) {
              if (months !== undefined) await moveBeginning(months)
              await dropMonths(db)
            }
            isBegun = true
            try {
              return (await chain(db).removeBehindBeginning(most)) === most
            } catch (error) {
              // Rows that stay behind in their months go with their links.
              if (!isCancelled(error) || most === 1) throw error
              most = Math.ceil(most / 8)
              return true
            }
          },
        },
      ]
    },
  }
}
