import type { AnswerSealer } from '../crypto/sealers.ts'
import { hash } from 'node:crypto'
import type { Clock } from '../clock.ts'
import { type Db, isDatabaseUnavailable } from '../database.ts'
import { fail } from '../fail.ts'
import { withBeforeCommit } from '../transaction.ts'
import type { HeldClaim, IdempotencyRepository } from './idempotency.repository.ts'
import type { RetentionTask } from '../retention.ts'

export interface IdempotentRequest {
  userId: string
  call: string
  key: string
  /** The body as validated: the same request has the same one. */
  body: unknown
}

export interface Idempotency {
  /**
   * Runs `work` once for a key: the same key and body within 24 h get the first answer again. `keep` drops from an answer what may be shown
   * only once.
   */
  once<T>(request: IdempotentRequest, work: () => Promise<T>, keep: (answer: T) => T): Promise<T>
  /** Keys older than 24 h. */
  removable(): RetentionTask[]
}

const keptForMilliseconds = 24 * 60 * 60 * 1000
/** Longer than any request may take: after it, a claim without a commit belongs to a process that died. */
const staleAfterMilliseconds = 60 * 1000

export function createIdempotency(deps: {
  repository: (db: Db) => IdempotencyRepository
  db: Db
  sealer: AnswerSealer
  clock: Clock
}): Idempotency {
  const claims = deps.repository(deps.db)
  const expiry = () => new Date(deps.clock.now() - keptForMilliseconds)

  async function earlierAnswer<T>(claim: HeldClaim, bodyHash: Buffer): Promise<{ answer: T } | 'mine'> {
    const row = await claims.find(claim)
    // Released between the two looks: the first try has just failed, and the next retry finds the key free.
    if (row === undefined) throw fail('idempotency.in_progress', { retryAfter: 1 })
    if (!row.body_hash.equals(bodyHash)) throw fail('idempotency.mismatch')
    if (row.answer !== null) return { answer: JSON.parse(deps.sealer.open(claim.user_id, claim.call, row.answer)) as T }
    const staleBefore = new Date(deps.clock.now() - staleAfterMilliseconds)
    if (row.claimed_at > staleBefore) throw fail('idempotency.in_progress', { retryAfter: 1 })
    if (row.committed_at !== null) throw fail('idempotency.answer_lost')
    if (await claims.takeOver(claim, staleBefore)) return 'mine'
    throw fail('idempotency.in_progress', { retryAfter: 1 })
  }

  return {
    async once<T>(request: IdempotentRequest, work: () => Promise<T>, keep: (answer: T) => T): Promise<T> {
      const claim = { user_id: request.userId, call: request.call, key: request.key, claimed_at: deps.clock.date() }
      const bodyHash = hash('sha256', JSON.stringify(request.body), 'buffer')
      if (!(await claims.claim(claim, bodyHash, expiry()))) {
        const earlier = await earlierAnswer<T>(claim, bodyHash)
        if (earlier !== 'mine') return earlier.answer
      }
      let answer: T
      try {
        answer = await withBeforeCommit(async (db) => {
          // This request was stalled for so long that a retry took over its work, which must not be done twice.
          if (!(await deps.repository(db).markCommitted(claim, deps.clock.date()))) throw fail('idempotency.in_progress', { retryAfter: 1 })
        }, work)
      } catch (error) {
        const released = claims.release(claim)
        // A database that is away would let the person wait for a second time-out; the claim then ends by its age.
        if (isDatabaseUnavailable(error)) released.catch(() => {})
        else await released
        throw error
      }
      await claims.keepAnswer(claim, deps.sealer.seal(claim.user_id, claim.call, JSON.stringify(keep(answer))))
      return answer
    },
    removable: () => claims.removable(expiry()),
  }
}
