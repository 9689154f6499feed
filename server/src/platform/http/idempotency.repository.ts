import type { Db } from '../database.ts'
import { type RetentionTask, rowsUntil } from '../retention.ts'
import { changesRow } from '../row-counts.ts'

export interface IdempotencyClaim {
  user_id: string
  /** Method and path of the call. */
  call: string
  key: string
}

/** A claim as held by one request. A takeover changes the time, after which the previous holder can write nothing. */
export interface HeldClaim extends IdempotencyClaim {
  claimed_at: Date
}

/** The objects serve as conditions, so nothing else may be in them. */
const keyOf = ({ user_id, call, key }: IdempotencyClaim): IdempotencyClaim => ({ user_id, call, key })
const heldBy = (claim: HeldClaim): HeldClaim => ({ ...keyOf(claim), claimed_at: claim.claimed_at })

export function createIdempotencyRepository(db: Db) {
  return {
    /** Takes the key for this request, also when it was last used before `expiredBefore`. False: somebody has it. */
    async claim(claim: HeldClaim, bodyHash: Buffer, expiredBefore: Date): Promise<boolean> {
      const fresh = { body_hash: bodyHash, claimed_at: claim.claimed_at, committed_at: null, answer: null }
      return changesRow(
        db
          .insertInto('idempotency_keys')
          .values({ ...keyOf(claim), ...fresh })
          .onConflict((conflict) =>
            conflict.columns(['user_id', 'call', 'key']).doUpdateSet(fresh).where('idempotency_keys.claimed_at', '<', expiredBefore),
          ),
      )
    },
    find: (claim: IdempotencyClaim) =>
      db
        .selectFrom('idempotency_keys')
        .where((row) => row.and(keyOf(claim)))
        .selectAll()
        .executeTakeFirst(),
    /** Takes over from a request that died before it did anything. False: another retry was first. */
    takeOver: (claim: HeldClaim, claimedBefore: Date): Promise<boolean> =>
      changesRow(
        db
          .updateTable('idempotency_keys')
          .set({ claimed_at: claim.claimed_at })
          .where((row) => row.and(keyOf(claim)))
          .where('claimed_at', '<=', claimedBefore)
          .where('committed_at', 'is', null),
      ),
    /** False: the claim was taken over meanwhile. */
    markCommitted: (claim: HeldClaim, now: Date): Promise<boolean> =>
      changesRow(
        db
          .updateTable('idempotency_keys')
          .set({ committed_at: now })
          .where((row) => row.and(heldBy(claim))),
      ),
    async keepAnswer(claim: HeldClaim, answer: Buffer): Promise<void> {
      await db
        .updateTable('idempotency_keys')
        .set({ answer })
        .where((row) => row.and(heldBy(claim)))
        .execute()
    },
    /** A call that failed did nothing: its key may be used again. */
    async release(claim: HeldClaim): Promise<void> {
      await db
        .deleteFrom('idempotency_keys')
        .where((row) => row.and(heldBy(claim)))
        .where('committed_at', 'is', null)
        .execute()
    },
    removable: (until: Date): RetentionTask[] => [rowsUntil({ table: 'idempotency_keys', column: 'claimed_at', until })],
  }
}

export type IdempotencyRepository = ReturnType<typeof createIdempotencyRepository>
