import { hash, randomInt } from 'node:crypto'
import type { CallResponse } from '@twofold/contract/endpoint'
import { limits } from '@twofold/contract/limits'
import { isLive } from '@twofold/contract/takes'
import type { listTakes, showQueue, Take, TakeBody, takeCode, TakeState } from '@twofold/contract/takes'
import { v7 as uuid } from 'uuid'
import type { ApprovalsRepository } from './approvals.repository.ts'
import type { CodesRepository } from './codes.repository.ts'
import type { Clock } from '../platform/clock.ts'
import type { UsageService } from '../keys/usage.service.ts'
import type { Db } from '../platform/database.ts'
import { fail } from '../platform/fail.ts'
import { HeldAnswer, PendingAnswer } from '../platform/held-answer.ts'
import type { Identity } from '../platform/identity.ts'
import type { Principal } from '../platform/principal.ts'
import type { RetentionTask } from '../platform/retention.ts'
import type { Transaction, Tx } from '../platform/transaction.ts'
import { estimate } from './estimate.ts'
import type { HandOutService } from './hand-out.service.ts'
import { takerOf } from './takers.service.ts'
import type { TakersService } from './takers.service.ts'
import type { TakeLimits } from './take-limits.service.ts'
import type { QueueState, Taker, TakeRow, TakesRepository } from './takes.repository.ts'
import type { WaitingTakes } from './waiting-takes.ts'

type Answer = CallResponse<typeof takeCode>

/** Milliseconds for which a take is kept: who was handed what is seen in the usage of the key for longer. */
const keptFor = 30 * 24 * 60 * 60 * 1000
/** Takes are willing to wait for a code of this many seconds unless they say otherwise. */
const usualMargin = 10

/** Milliseconds for which a code of a counter is shown again: it has no end of its own, but a later one that is used voids it. */
const counterCodeGoodFor = 60_000

/** E-mails an hour that one person gets about takes to decide about; pages that are open ask about every one. */
const mostRequests = 10

/** What a call says of itself. `hash`: of key and body. */
interface Request {
  key: string | undefined
  hash: Buffer
  address: string
}

export interface TakesServiceDeps {
  db: Db
  transaction: Transaction
  takes: (db: Db) => TakesRepository
  approvals: (db: Db) => Pick<ApprovalsRepository, 'findDecision' | 'listApprovers'>
  codes: (db: Db) => Pick<CodesRepository, 'find'>
  takers: Pick<TakersService, 'lockAccess' | 'requireAccess'>
  takeLimits: TakeLimits
  usage: Pick<UsageService, 'findLastTaker'>
  handOut: HandOutService
  waiting: WaitingTakes
  /** Where people open the vault. */
  address: string
  clock: Clock
}

/** What a take that is over is answered with; undefined: its state says it. */
const outcomes = {
  timed_out: 'takes.timed_out',
  ended: 'keys.not_found',
  unreadable: 'keys.unreadable',
  denied: 'takes.denied',
  queued: undefined,
  awaiting_approval: undefined,
  handed: undefined,
  cancelled: undefined,
  abandoned: undefined,
} as const satisfies Record<TakeState, string | undefined>

/** Codes that nobody else gets. */
export function createTakesService(deps: TakesServiceDeps) {
  const takes = deps.takes(deps.db)
  const wrap = (take: Take, now: Date): Answer => ({ take, server_time: now.toISOString() })

  /** Without what changes from moment to moment. */
  const describe = (row: TakeRow): Take => ({
    id: row.id,
    key_id: row.key_id,
    state: row.state,
    deadline: row.deadline.toISOString(),
    ...(row.time_window === null ? {} : { window: row.time_window }),
    ...(row.counter === null ? {} : { counter: row.counter }),
    ...(row.accepted === null ? {} : { accepted: row.accepted }),
  })

  /** The page of this decision; whatever other page an approver has open asks them as well. */
  const approvalOf = ({ id, approval_number: number }: TakeRow) =>
    number === null ? {} : { approval: { url: `${deps.address}/approve/${id}`, number } }

  async function findQueue(row: TakeRow): Promise<QueueState> {
    const queue = await takes.findQueue(row.key_id, row, row.seq)
    if (queue === undefined) throw fail('keys.not_found')
    return queue
  }

  /** The same code for as long as it is good, made again each time: it is stored nowhere. */
  async function showHanded(row: TakeRow): Promise<Answer> {
    await deps.takers.requireAccess(deps.db, row, row.key_id)
    const [queue, key] = await Promise.all([findQueue(row), deps.codes(deps.db).find(row.key_id)])
    if (key === undefined || queue.generation !== row.generation) throw fail('takes.code_gone')
    const now = queue.now.getTime()
    if (row.counter !== null) {
      if (now >= (row.over_at?.getTime() ?? 0) + counterCodeGoodFor) throw fail('takes.code_gone')
      return wrap({ ...describe(row), code: deps.handOut.codeOf(key, row.counter) }, queue.now)
    }
    const until = ((row.time_window ?? 0) + 1) * (key.period ?? 0) * 1000
    if (row.time_window === null || now >= until) throw fail('takes.code_gone')
    return wrap(
      {
        ...describe(row),
        code: deps.handOut.codeOf(key, row.time_window),
        valid_until: new Date(until).toISOString(),
        valid_for_seconds: Math.floor((until - now) / 1000),
      },
      queue.now,
    )
  }

  async function show(row: TakeRow): Promise<Answer | PendingAnswer<Answer>> {
    const outcome = outcomes[row.state]
    if (outcome !== undefined) throw fail(outcome)
    if (row.state === 'handed') return showHanded(row)
    const queue = await findQueue(row)
    if (row.state === 'awaiting_approval') return new PendingAnswer(wrap({ ...describe(row), ...approvalOf(row) }, queue.now))
    if (row.state !== 'queued') return wrap(describe(row), queue.now)
    const position = queue.waiting + 1
    const expected = new Date(estimate(queue, position, row.min_valid)).toISOString()
    return new PendingAnswer(wrap({ ...describe(row), position, estimated_at: expected }, queue.now))
  }

  /** A person's token has takes of its own, which a page of theirs only lists. */
  async function findOwn({ user_id: user, token_id: token }: Taker, id: string): Promise<TakeRow> {
    const row = await takes.find(id)
    if (row === undefined || row.token_id !== token || row.user_id !== user) throw fail('takes.not_found')
    return row
  }

  /** Waits for at most `milliseconds`, then answers as things are. */
  function hold(taker: Taker, id: string, milliseconds: number): HeldAnswer<Answer> {
    return new HeldAnswer(
      (gone) => deps.waiting.wait(id, milliseconds, gone),
      async () => show((await takes.resume(id, taker.session_id)) ?? (await findOwn(taker, id))),
    )
  }

  /** Tries at once, then waits. */
  async function goOn(taker: Taker, row: TakeRow, milliseconds: number) {
    const now = row.state === 'queued' && (await deps.handOut.attempt(row.id)) ? await findOwn(taker, row.id) : row
    return isLive(now.state) && milliseconds > 0 ? hold(taker, row.id, milliseconds) : show(now)
  }

  async function askApprovers(tx: Tx, { id, key_id }: TakeRow): Promise<void> {
    await tx.publish('take.approval_requested', { take_id: id, key_id })
    for (const { user_id, asked, key_name, asked_by, deadline } of await deps.approvals(tx.db).listApprovers(id)) {
      const data = { 'key.name': key_name, 'take.by': asked_by, 'take.id': id, 'take.until': deadline.toISOString() }
      if (asked <= mostRequests) await tx.emit('take.approval_requested', { to: { user_id }, data })
    }
  }

  /** In the queue, at its end. */
  function queueUp(taker: Taker, keyId: string, body: TakeBody, request: Request) {
    return deps.transaction(async (tx) => {
      const { db } = tx
      const [terms, queue] = await Promise.all([deps.takers.lockAccess(db, taker, keyId), deps.takes(db).findQueue(keyId, taker, null)])
      const { mustAsk } = await deps.takeLimits.require(db, taker)
      const decision = terms.approval === 'per_run' ? await deps.approvals(db).findDecision(taker, keyId) : undefined
      const isAwaiting = mustAsk || (terms.approval !== 'none' && decision === undefined)
      if (queue === undefined) throw fail('keys.not_found')
      const margin = marginOf(queue.period, body.min_valid_seconds)
      const expected = estimate(queue, queue.waiting + 1, margin)
      if (queue.waiting >= limits.takesPerKey || queue.own >= limits.takesPerTaker)
        throw fail('takes.queue_full', { retryAfter: Math.max(1, Math.ceil((expected - queue.now.getTime()) / 1000)) })
      if (expected > queue.now.getTime() + body.wait_seconds * 1000) throw fail('takes.too_long')
      const id = uuid()
      const row = await deps.takes(db).put({
        id,
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
      })
      if (isAwaiting && row !== undefined) await askApprovers(tx, row)
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

  return {
    async take(principal: Principal, keyId: string, body: TakeBody, { key, address }: Pick<Request, 'key' | 'address'>) {
      const taker = takerOf(principal)
      const request = { key, address, hash: hash('sha256', JSON.stringify([keyId, body]), 'buffer') }
      const row =
        (await findRepeated(taker, request)) ?? (await queueUp(taker, keyId, body, request)) ?? (await findRepeated(taker, request))
      if (row === undefined) throw fail('takes.not_found')
      return goOn(taker, row, Math.min(body.wait_seconds, body.hold_seconds ?? limits.takeHoldSeconds) * 1000)
    },

    async showQueue(user: Identity, keyId: string): Promise<CallResponse<typeof showQueue>> {
      const taker = takerOf({ kind: 'session', user })
      await deps.takers.requireAccess(deps.db, taker, keyId)
      const [queue, last] = await Promise.all([takes.findQueue(keyId, taker, null), deps.usage.findLastTaker(keyId)])
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

    async cancel(principal: Principal, id: string): Promise<Answer> {
      const taker = takerOf(principal)
      await findOwn(taker, id)
      await takes.end([id], 'cancelled')
      const row = await findOwn(taker, id)
      if (row.state === 'handed') throw fail('takes.handed')
      deps.waiting.nudge()
      return wrap(describe(row), new Date(deps.clock.now()))
    },

    async report(principal: Principal, id: string, accepted: boolean): Promise<Answer> {
      const row = await findOwn(takerOf(principal), id)
      if (row.state !== 'handed') throw fail('takes.not_handed')
      await takes.report(id, accepted)
      return wrap(describe({ ...row, accepted }), new Date(deps.clock.now()))
    },

    removable: (): RetentionTask[] => takes.removable(new Date(deps.clock.now() - keptFor)),
  }
}

export type TakesService = ReturnType<typeof createTakesService>

function marginOf(period: number | null, wanted: number | undefined): number {
  if (period === null) return 0
  if (wanted === undefined) return Math.min(usualMargin, period / 2)
  if (wanted >= period)
    throw fail('takes.margin_too_long', { errors: { min_valid_seconds: [`Use at most ${period - 1} seconds for this key.`] } })
  return wanted
}
