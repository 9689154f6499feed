import { hash } from 'node:crypto'
import type { CallResponse } from '@twofold/contract/endpoint'
import { type listTakes, type showQueue, type Take, type TakeBody, type takeCode, takeLimits } from '@twofold/contract/takes'
import type { ApprovalsRepository } from './approvals.repository.ts'
import type { CodesRepository } from './codes.repository.ts'
import type { UsageService } from '../keys/usage.service.ts'
import type { Db } from '../platform/database.ts'
import { fail, isFailure } from '../platform/fail.ts'
import type { Identity } from '../platform/identity.ts'
import type { Principal } from '../platform/principal.ts'
import type { RetentionTask } from '../platform/retention.ts'
import { estimate } from './expected-wait.ts'
import type { HandOutService } from './hand-out.service.ts'
import { type TakeAuthorization, takerOf } from './take-authorization.service.ts'
import type { TakeLimits } from './take-limits.service.ts'
import type { AskedTake, TakeRow, TakesRepository } from './takes.repository.ts'
import type { WaitingTakes } from './waiting-takes.ts'
import { createQueuePosition } from './queue-position.service.ts'
import { createTakeDetails } from './take-details.service.ts'
import { createTakeRequests, marginOf } from './take-requests.service.ts'
import type { ServiceDeps } from '../platform/service-deps.ts'

export type Answer = CallResponse<typeof takeCode>

/** Milliseconds for which a take is kept: who was handed what is seen in the usage of the key for longer. */
const keptFor = 30 * 24 * 60 * 60 * 1000

/** Facts of a call. `hash`: of key and body. */
export interface Request {
  key: string | undefined
  hash: Buffer
  address: string
}

export interface TakesServiceDeps extends ServiceDeps {
  takes: (db: Db) => TakesRepository
  approvals: (db: Db) => Pick<ApprovalsRepository, 'findDecision' | 'listApprovers'>
  codes: (db: Db) => Pick<CodesRepository, 'find'>
  authorization: Pick<TakeAuthorization, 'lockAccess' | 'requireAccess'>
  takeLimits: TakeLimits
  usage: Pick<UsageService, 'findLastTaker'>
  handOut: HandOutService
  waiting: WaitingTakes
  /** URL at which people open the vault. */
  address: string
}

/** Hands out codes exclusively. */
export function createTakesService(deps: TakesServiceDeps) {
  const position = createQueuePosition(deps)
  const details = createTakeDetails(deps, position)
  const requests = createTakeRequests(deps)
  const { describe, findOwn, goOn } = details
  const { queueUp, findRepeated } = requests
  const takes = deps.takes(deps.db)
  const wrap = (take: Take, now: Date): Answer => ({ take, server_time: now.toISOString() })

  return {
    async cancel(principal: Principal, id: string): Promise<Answer> {
      const taker = takerOf(principal)
      await findOwn(taker, id)
      await takes.end([id], 'cancelled')
      const row = await findOwn(taker, id)
      if (row.state === 'handed') throw fail('takes.handed')
      deps.waiting.nudge()
      return wrap(describe(row), deps.clock.date())
    },
    async report(principal: Principal, id: string, accepted: boolean): Promise<Answer> {
      const row = await findOwn(takerOf(principal), id)
      if (row.state !== 'handed') throw fail('takes.not_handed')
      await takes.report(id, accepted)
      return wrap(describe({ ...row, accepted }), deps.clock.date())
    },
    async take(principal: Principal, keyId: string, body: TakeBody, { key, address }: Pick<Request, 'key' | 'address'>) {
      const taker = takerOf(principal)
      const request = { key, address, hash: hash('sha256', JSON.stringify([keyId, body]), 'buffer') }
      /** Without a wish the answer is held, but for an approval: the program has to show its number while the person is asked. */
      const go = (row: AskedTake | TakeRow) => {
        const usualHold = row.state === 'awaiting_approval' ? 0 : takeLimits.holdSeconds
        return goOn(taker, row, Math.min(body.wait_seconds, body.hold_seconds ?? usualHold) * 1000)
      }
      const before = await findRepeated(taker, request)
      if (before !== undefined) return go(before)
      try {
        return await go(await queueUp(taker, keyId, body, request))
      } catch (error) {
        // Another call with its `Idempotency-Key` was quicker, and this take is not there.
        const other = isFailure(error, 'takes.not_found') ? await findRepeated(taker, request) : undefined
        if (other === undefined) throw error
        return go(other)
      }
    },
    async showQueue(user: Identity, keyId: string): Promise<CallResponse<typeof showQueue>> {
      const taker = takerOf({ kind: 'session', user })
      const [, queue, last] = await Promise.all([
        deps.authorization.requireAccess(deps.db, taker, keyId),
        takes.findQueue(keyId, taker, null),
        deps.usage.findLastTaker(keyId),
      ])
      if (queue === undefined) throw fail('keys.not_found')
      return {
        waiting: queue.waiting,
        next_at: new Date(estimate(queue, queue.waiting + 1, marginOf(queue.period, undefined))).toISOString(),
        last_taken: last === undefined ? null : { by: last.name, is_own: last.user_id === user.id, at: last.copied_at.toISOString() },
        server_time: queue.now.toISOString(),
      }
    },
    async list(principal: Principal): Promise<CallResponse<typeof listTakes>> {
      return { data: (await takes.listOf(takerOf(principal))).map(describe) }
    },
    async get(principal: Principal, id: string, holdSeconds: number) {
      const taker = takerOf(principal)
      await findOwn(taker, id)
      const row = await takes.resume(id, taker.session_id)
      if (row === undefined) throw fail('takes.not_found')
      return goOn(taker, row, holdSeconds * 1000)
    },
    removable: (): RetentionTask[] => takes.removable(new Date(deps.clock.now() - keptFor)),
  }
}

export type TakesService = ReturnType<typeof createTakesService>
