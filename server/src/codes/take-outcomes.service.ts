import type { Db } from '../platform/database.ts'
import type { Transaction, Tx } from '../platform/transaction.ts'
import type { OutcomeRow } from './take-outcomes.repository.ts'
import type { TakesRepository } from './takes.repository.ts'

/** Takes in one transaction. */
const batchSize = 100

/** Records the outcome of a token's take in the chained log: token, key, window and origin. Never the code. */
export function auditTake(tx: Pick<Tx, 'audit'>, row: OutcomeRow): Promise<void> {
  const { user_id: id, user_name: name, user_email: email } = row
  return tx.audit({
    action: row.state === 'handed' ? 'take.handed' : 'take.over',
    target: { kind: 'key', id: row.key_id, name: row.key_name },
    ...(id === null || name === null || email === null ? {} : { by: { id, name, email } }),
    after: {
      state: row.state,
      token: `${row.token_name} (…${row.last_four})`,
      ...(row.service_account_name === null ? {} : { service_account: row.service_account_name }),
      ...(row.time_window === null ? {} : { window: row.time_window }),
      ...(row.counter === null ? {} : { counter: row.counter }),
      waited_seconds: row.waited_seconds,
      ...(row.decided_by === null ? {} : { [row.state === 'denied' ? 'denied_by' : 'approved_by']: row.decided_by }),
      ...(row.reason === null ? {} : { reason: row.reason }),
      ...(row.run === null ? {} : { stated_run: row.run }),
      ...(row.address === null ? {} : { address: row.address }),
    },
  })
}

/**
 * Records the outcomes of tokens' takes that got no code; a hand-out is recorded in its own transaction. Runs once a minute, since an abandoned take
 * has no further call, and its node may be gone.
 */
export function createTakeOutcomes(deps: { transaction: Transaction; takes: (db: Db) => Pick<TakesRepository, 'takeUnrecorded'> }) {
  return {
    async record(): Promise<void> {
      for (;;) {
        const written = await deps.transaction(async (tx) => {
          const rows = await deps.takes(tx.db).takeUnrecorded(batchSize)
          for (const row of rows) await auditTake(tx, row)
          return rows.length
        })
        if (written < batchSize) return
      }
    },
  }
}
