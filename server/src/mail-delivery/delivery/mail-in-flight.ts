import { asCause } from '../../platform/work-origin.ts'
import { asFollowing } from '../../platform/tracing/tracing.ts'
import type { Plan } from '../providers/choose-provider.ts'
import { type createDeliverMail, createSeat } from './deliver-mail.ts'
import type { QueueRepository } from './queue.repository.ts'
import type { ClaimedMail } from './claims.repository.ts'
import type { DeliveryDeps, Stream } from './delivery.service.ts'

/** Milliseconds before an e-mail is retried after an internal error. */
const troublePause = 30_000

export interface Round {
  plan: Plan
  stream: Stream
  signal: AbortSignal
  /** Aborted when it is too late to begin. */
  start: AbortSignal
}

interface Deps extends Pick<DeliveryDeps, 'clock' | 'log' | 'tracer'> {
  queue: Pick<QueueRepository, 'giveBack'>
  channelOf: Parameters<typeof createSeat>[0]
  deliver: ReturnType<typeof createDeliverMail>['deliver']
}

/** E-mail that this node is handing over. */
export function createMailInFlight(deps: Deps) {
  const inFlight = new Set<Promise<void>>()

  function track(work: Promise<void>): void {
    inFlight.add(work)
    void work.finally(() => inFlight.delete(work))
  }

  /** Resolves as soon as the e-mail has begun, or will not begin here. */
  function attend(mail: ClaimedMail, { plan, stream, signal, start }: Round): Promise<boolean> {
    const begun = Promise.withResolvers<boolean>()
    const seat = createSeat(deps.channelOf, mail)
    const request = mail.caused_by ?? undefined
    const span = { name: 'deliver e-mail', kind: 'consumer', attributes: { 'twofold.request': request } } as const
    async function work() {
      try {
        const isInTime = await seat.moveTo(stream.provider, start)
        begun.resolve(isInTime)
        if (!isInTime) return
        const journey = { first: stream.provider, providers: plan.providers, signal, moveTo: seat.moveTo }
        await asCause(request, () => asFollowing(deps.tracer, [mail.traceparent], span, () => deps.deliver(mail, journey)))
        deps.log.debug({ mail: mail.id, request }, 'an e-mail was worked on')
      } catch (error) {
        deps.log.error({ err: error, mail: mail.id, request }, 'a mail could not be delivered')
        // Fails if the database is down. Then the lease expires, and its next worker decides by the recorded attempts.
        await deps.queue.giveBack(mail.id, mail.fence, new Date(deps.clock.now() + troublePause)).catch(() => {})
      } finally {
        seat.leave()
      }
    }
    track(work())
    return begun.promise
  }

  return {
    attend,
    /** Resolves when nothing is in progress. */
    async settled(): Promise<void> {
      while (inFlight.size > 0) await Promise.all(inFlight)
    },
  }
}
