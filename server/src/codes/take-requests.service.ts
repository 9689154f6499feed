import { randomInt } from 'node:crypto'
import { type TakeBody, takeLimits } from '@twofold/contract/takes'
import { v7 as uuid } from 'uuid'
import { complain } from '../platform/complaint.ts'
import { fail } from '../platform/fail.ts'
import { lockCapacity } from '../platform/capacity.ts'
import type { Tx } from '../platform/transaction.ts'
import { estimate } from './expected-wait.ts'
import { takerIdOf } from './take-expressions.repository.ts'
import type { AskedTake, NewTake, Taker, TakeRow } from './takes.repository.ts'
import type { Request, TakesServiceDeps } from './takes.service.ts'

/** E-mails per hour and person about takes to approve; open pages show every one. */
const mostRequests = 10

/** Takes are willing to wait for a code of this many seconds unless they say otherwise. */
const usualMargin = 10

/** Adds takes to the queue of their key. */
export function createTakeRequests(deps: TakesServiceDeps) {
  const takes = deps.takes(deps.db)

  async function askApprovers(tx: Tx, { id, key_id }: TakeRow): Promise<void> {
    await tx.publish('take.approval_requested', { take_id: id, key_id })
    for (const { user_id, asked, key_name, asked_by, deadline } of await deps.approvals(tx.db).listApprovers(id)) {
      const data = { 'key.name': key_name, 'take.by': asked_by, 'take.id': id, 'take.until': deadline.toISOString() }
      if (asked <= mostRequests) await tx.emit('take.approval_requested', { to: { user_id }, data })
    }
  }

  /**
   * Queues the take at the end. Without an approval the insert travels with the commit: whether its `Idempotency-Key` already has a take is known
   * from the lookup.
   */
  function queueUp(taker: Taker, keyId: string, body: TakeBody, request: Request): Promise<AskedTake | TakeRow> {
    return deps.transaction(async (tx) => {
      const { db } = tx
      // A taker's takes are counted over all keys: the lock of this one is not enough.
      const [, terms, queue] = await Promise.all([
        lockCapacity(db, `take ${takerIdOf(taker)}`),
        deps.authorization.lockAccess(db, taker, keyId),
        deps.takes(db).findQueue(keyId, taker, null),
      ])
      const { mustAsk } = await deps.takeLimits.require(db, taker)
      const decision = terms.approval === 'per_run' ? await deps.approvals(db).findDecision(taker, keyId, terms.four_eyes) : undefined
      const isAwaiting = mustAsk || (terms.approval !== 'none' && decision === undefined)
      if (queue === undefined) throw fail('keys.not_found')
      const margin = marginOf(queue.period, body.min_valid_seconds)
      const expected = estimate(queue, queue.waiting + 1, margin)
      if (queue.waiting >= takeLimits.perKey || queue.own >= takeLimits.perTaker)
        throw fail('takes.queue_full', { retryAfter: Math.max(1, Math.ceil((expected - queue.now.getTime()) / 1000)) })
      if (expected > queue.now.getTime() + body.wait_seconds * 1000) throw fail('takes.too_long')
      const take: NewTake = {
        id: uuid(),
        key_id: keyId,
        ...taker,
        address: request.address,
        idempotency_key: request.key,
        request_hash: request.hash,
        min_valid: margin,
        wait_seconds: body.wait_seconds,
        reason: body.reason ?? null,
        run: body.run,
        state: isAwaiting ? 'awaiting_approval' : 'queued',
        approval_number: isAwaiting ? randomInt(10, 100) : null,
        four_eyes: terms.four_eyes,
        decision: isAwaiting ? undefined : decision,
      }
      if (!isAwaiting) {
        tx.writeLast(() => deps.takes(db).put(take))
        return { ...taker, id: take.id, key_id: keyId, state: take.state, decided_at: decision?.decided_at ?? null }
      }
      const row = await deps.takes(db).putAndRead(take)
      if (row === undefined) throw fail('takes.not_found')
      await askApprovers(tx, row)
      return row
    })
  }

  /** The take that this `Idempotency-Key` made before. */
  async function findRepeated(taker: Taker, request: Request): Promise<TakeRow | undefined> {
    const row = request.key === undefined ? undefined : await takes.findRepeated(taker, request.key)
    if (row === undefined) return undefined
    if (!row.request_hash.equals(request.hash)) throw fail('idempotency.mismatch')
    return takes.resume(row.id, taker.session_id)
  }

  return { queueUp, findRepeated }
}

export function marginOf(period: number | null, wanted: number | undefined): number {
  if (period === null) return 0
  if (wanted === undefined) return Math.min(usualMargin, period / 2)
  if (wanted >= period)
    throw fail('takes.margin_too_long', { errors: { min_valid_seconds: [complain('complaint.margin', { most: period - 1 })] } })
  return wanted
}
