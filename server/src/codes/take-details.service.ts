import { isLive, type Take, type TakeState } from '@twofold/contract/takes'
import { fail } from '../platform/fail.ts'
import { HeldAnswer, PendingAnswer } from '../platform/held-answer.ts'
import { readingTogether } from '../platform/shared-reads.ts'
import { estimate } from './expected-wait.ts'
import type { Attempt, Handed } from './hand-out.service.ts'
import type { AskedTake, Taker, TakeRow } from './takes.repository.ts'
import type { Answer, TakesServiceDeps } from './takes.service.ts'
import type { QueuePosition } from './queue-position.service.ts'

function createHandedView(deps: TakesServiceDeps, { findQueue }: QueuePosition) {
  const wrap = (take: Take, now: Date): Answer => ({ take, server_time: now.toISOString() })

  /** Without the parts that change all the time. */
  const describe = (row: TakeRow): Take => ({
    id: row.id,
    key_id: row.key_id,
    state: row.state,
    deadline: row.deadline.toISOString(),
    ...(row.time_window === null ? {} : { window: row.time_window }),
    ...(row.counter === null ? {} : { counter: row.counter }),
    ...(row.accepted === null ? {} : { accepted: row.accepted }),
  })

  /** Reads all that is needed to show a code in one round trip. Access is judged first. */
  const lookAt = (row: TakeRow) =>
    readingTogether(() =>
      Promise.allSettled([
        deps.authorization.requireAccess(deps.db, row, row.key_id),
        findQueue(row),
        deps.codes(deps.db).find(row.key_id),
      ]),
    )

  /** The same code as long as it is valid, computed each time: it is stored nowhere. */
  async function showHanded(row: TakeRow): Promise<Answer> {
    const [access, found, read] = await lookAt(row)
    valueOf(access)
    const [queue, key] = [valueOf(found), valueOf(read)]
    if (key === undefined || queue.generation !== row.generation) throw fail('takes.code_gone')
    return showCode(row, key, queue.now)
  }

  /** For a take that has just got its code, under the lock of its key: needs no further reads. */
  const showJustHanded = ({ take, key, at }: Handed): Answer =>
    showCode(take, key, new Date((take.over_at?.getTime() ?? 0) + deps.clock.now() - at))

  function showCode(row: TakeRow, key: Handed['key'], at: Date): Answer {
    const now = at.getTime()
    if (row.counter !== null) {
      if (now >= (row.over_at?.getTime() ?? 0) + counterCodeGoodFor) throw fail('takes.code_gone')
      return wrap({ ...describe(row), code: deps.handOut.codeOf(key, row.counter) }, at)
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
      at,
    )
  }

  return { describe, wrap, showHanded, showJustHanded }
}

/** A take as its taker sees it. */
export function createTakeDetails(deps: TakesServiceDeps, position: QueuePosition) {
  const takes = deps.takes(deps.db)
  const { describe, wrap, showHanded, showJustHanded } = createHandedView(deps, position)
  const { findQueue } = position

  /** The page of this decision; whatever other page an approver has open asks them as well. */
  const approvalOf = ({ id, approval_number: number }: TakeRow) =>
    number === null ? {} : { approval: { url: `${deps.address}/approve/${id}`, number } }

  async function show(row: TakeRow): Promise<Answer | PendingAnswer<Answer>> {
    const outcome = outcomes[row.state]
    if (outcome !== undefined) throw fail(outcome)
    if (row.state === 'handed') return showHanded(row)
    const queue = await findQueue(row)
    if (row.state === 'awaiting_approval') return new PendingAnswer(wrap({ ...describe(row), ...approvalOf(row) }, queue.now))
    if (row.state !== 'queued') return wrap(describe(row), queue.now)
    const place = queue.waiting + 1
    const expected = new Date(estimate(queue, place, row.min_valid)).toISOString()
    return new PendingAnswer(wrap({ ...describe(row), position: place, estimated_at: expected }, queue.now))
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

  const tryAtOnce = async (row: AskedTake | TakeRow): Promise<Attempt> =>
    row.state === 'queued' ? deps.handOut.attempt(row.id, row) : { isOver: false }

  /** Tries at once, then waits. */
  async function goOn(taker: Taker, row: AskedTake | TakeRow, milliseconds: number) {
    const { isOver, handed } = await tryAtOnce(row)
    if (handed !== undefined) return showJustHanded(handed)
    const now = isOver ? await findOwn(taker, row.id) : row
    if (isLive(now.state) && milliseconds > 0) return hold(taker, row.id, milliseconds)
    return show(isStored(now) ? now : await findOwn(taker, row.id))
  }

  return { describe, findOwn, goOn }
}

const isStored = (row: AskedTake | TakeRow): row is TakeRow => 'seq' in row

/** Milliseconds for which a code of a counter is shown again: it has no end of its own, but a later one that is used voids it. */
const counterCodeGoodFor = 60_000

/** Errors of takes that are over; undefined: the state itself is the answer. */
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

function valueOf<T>(end: PromiseSettledResult<T>): T {
  if (end.status === 'rejected') throw end.reason
  return end.value
}
