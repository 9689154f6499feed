import type { Db } from '../database.ts'

export interface IdempotencyClaim {
  user_id: string
  /** Method and path of the call. */
  call: string
  key: string
}

export function createIdempotencyRepository(db: Db) {
  const rowOf = (claim: IdempotencyClaim) =>
    db.selectFrom('idempotency_keys').where('user_id', '=', claim.user_id).where('call', '=', claim.call).where('key', '=', claim.key)

  return {
    /** Takes the key for this request, also when it was last used before `expiredBefore`. False: somebody has it. */
    async claim(claim: IdempotencyClaim, bodyHash: Buffer, now: Date, expiredBefore: Date): Promise<boolean> {
      const fresh = { body_hash: bodyHash, claimed_at: now, committed_at: null, answer: null }
      const inserted = await db
        .insertInto('idempotency_keys')
        .values({ ...claim, ...fresh })
        .onConflict((conflict) =>
          conflict.columns(['user_id', 'call', 'key']).doUpdateSet(fresh).where('idempotency_keys.claimed_at', '<', expiredBefore),
        )
        .executeTakeFirst()
      return inserted.numInsertedOrUpdatedRows === 1n
    },
    find: (claim: IdempotencyClaim) => rowOf(claim).selectAll().executeTakeFirst(),
    /** Takes over from a request that died before it did anything. False: another retry was first. */
    async takeOver(claim: IdempotencyClaim, claimedBefore: Date, now: Date): Promise<boolean> {
      const updated = await db
        .updateTable('idempotency_keys')
        .set({ claimed_at: now })
        .where('user_id', '=', claim.user_id)
        .where('call', '=', claim.call)
        .where('key', '=', claim.key)
        .where('claimed_at', '<=', claimedBefore)
        .where('committed_at', 'is', null)
        .executeTakeFirst()
      return updated.numUpdatedRows === 1n
    },
    async markCommitted(claim: IdempotencyClaim, now: Date): Promise<void> {
      await db
        .updateTable('idempotency_keys')
        .set({ committed_at: now })
        .where('user_id', '=', claim.user_id)
        .where('call', '=', claim.call)
        .where('key', '=', claim.key)
        .execute()
    },
    async keepAnswer(claim: IdempotencyClaim, answer: Buffer): Promise<void> {
      await db
        .updateTable('idempotency_keys')
        .set({ answer })
        .where('user_id', '=', claim.user_id)
        .where('call', '=', claim.call)
        .where('key', '=', claim.key)
        .execute()
    },
    /** A call that failed did nothing: its key may be used again. */
    async release(claim: IdempotencyClaim): Promise<void> {
      await db
        .deleteFrom('idempotency_keys')
        .where('user_id', '=', claim.user_id)
        .where('call', '=', claim.call)
        .where('key', '=', claim.key)
        .where('committed_at', 'is', null)
        .execute()
    },
    async removeBefore(time: Date): Promise<void> {
      await db.deleteFrom('idempotency_keys').where('claimed_at', '<', time).execute()
    },
  }
}

export type IdempotencyRepository = ReturnType<typeof createIdempotencyRepository>
