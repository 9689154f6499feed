import { speak } from '../../platform/spoken.ts'
import type { Crypto } from '../../platform/crypto/crypto.ts'
import type { Db } from '../../platform/database.ts'
import type { Log } from '../../platform/log.ts'
import type { Tracer } from '../../platform/tracing/tracing.ts'
import type { ProviderRow, ProvidersRepository } from '../providers/providers.repository.ts'
import type { SuppressionsRepository } from '../suppressions/suppressions.repository.ts'
import { createChannels } from './provider-channels.ts'
import { classesOf, type Group, isLimited, makePlan, type Plan } from '../providers/choose-provider.ts'
import { createDeliverMail, type DeliverMailDeps } from './deliver-mail.ts'
import type { QueueRepository } from './queue.repository.ts'
import type { Claim } from './claims.repository.ts'
import { suppressionOf } from '../suppressions/suppress-address.ts'
import { createMailInFlight, type Round } from './mail-in-flight.ts'
import type { ServiceDeps } from '../../platform/service-deps.ts'

/** Long enough for the slowest hand-over; a worker that takes longer has lost its e-mail. */
export const leaseMilliseconds = 120_000

/** Milliseconds for a claimed e-mail across all providers tried; shorter than the lease. */
const longestHandOver = 90_000

/** Milliseconds after which a claimed e-mail that has not begun returns to the queue, where more urgent e-mail can overtake it. */
const longestStart = 1_000

export interface DeliveryDeps
  extends Pick<DeliverMailDeps, 'crypto' | 'senderOf' | 'identityOf' | 'random'>, Pick<ServiceDeps, 'clock' | 'db'> {
  queue: (db: Db) => QueueRepository
  providers: (db: Db) => ProvidersRepository
  suppressions: (db: Db) => Pick<SuppressionsRepository, 'put'>
  crypto: Pick<Crypto, 'open'>
  log: Log
  tracer?: Tracer | undefined
}

/** E-mail of one group for one provider: each stream is processed on its own, so that none waits for another. */
export interface Stream {
  provider: ProviderRow
  group: Group
}

export function createDeliveryService(deps: DeliveryDeps) {
  const queue = deps.queue(deps.db)
  const providers = deps.providers(deps.db)
  const suppressions = deps.suppressions(deps.db)
  const channels = createChannels(queue)
  const { deliver, inDoubt } = createDeliverMail({
    ...deps,
    queue,
    providers,
    channelOf: channels.of,
    suppress: async (mail, reply) => void (await suppressions.put(suppressionOf(mail, reply, deps.clock.date()))),
  })
  const inFlight = createMailInFlight({ ...deps, queue, channelOf: channels.of, deliver })

  /** Without a limit the count is only informative, so one statement counts many. */
  async function count(): Promise<void> {
    for (const [id, mails] of channels.takeCounts()) await providers.countMails(id, mails, deps.clock.date())
  }

  return {
    /** Finds the providers that accept e-mail now. Records a reason on e-mail that none accepts. */
    async plan(): Promise<Plan> {
      await count()
      const active = (await providers.listActive()).filter((provider) => deps.identityOf(provider) !== undefined)
      const plan = makePlan(active, active.some(isLimited) ? await providers.usage(deps.clock.date()) : [], deps.clock.date())
      for (const group of ['urgent', 'other'] as const) {
        if (plan.open[group].length > 0) continue
        const reason = active.length === 0 ? 'no_provider' : `no_room:${plan.closed[group].join(',')}`
        await queue.noteWaiting(reason, classesOf[group], deps.clock.date())
      }
      return plan
    },

    /** The streams that can send now. */
    streamsOf: ({ open }: Plan): Stream[] =>
      (['urgent', 'other'] as const).flatMap((group) => open[group].map((provider) => ({ provider, group }))),

    /**
     * Claims due e-mail of a stream and starts it. Resolves when all has started or was given back, and there is capacity for more. Answers the
     * number claimed.
     */
    async deliver(plan: Plan, stream: Stream, limit = Infinity): Promise<number> {
      const { provider, group } = stream
      const { lanes, batchSize } = channels.of(provider.id)
      const size = batchSize[group].get()
      const begunAt = performance.now()
      const mails = await queue.claim(
        claimOf(plan, stream),
        deps.clock.date(),
        new Date(deps.clock.now() + leaseMilliseconds),
        Math.min(limit, size),
      )
      if (mails.length === 0) return 0
      const round: Round = { plan, stream, signal: AbortSignal.timeout(longestHandOver), start: AbortSignal.timeout(longestStart) }
      const haveBegun = await Promise.all(mails.map((mail) => inFlight.attend(mail, round)))
      await queue.giveBackAll(mails.filter((_, index) => haveBegun[index] === false))
      batchSize[group].note(mails.length, performance.now() - begunAt)
      await lanes[group].vacancy()
      return mails.length
    },

    /** Resolves when nothing is in progress. */
    async settled(): Promise<void> {
      await inFlight.settled()
      await count()
    },

    /** Takes up what dead workers left. */
    async recover(): Promise<void> {
      for (const mail of await queue.recover(deps.clock.date())) {
        await queue.closeInterrupted(mail.id, deps.clock.date())
        await queue.progress(mail.id, mail.fence, inDoubt(mail, speak('delivery.worker_ended')))
      }
    },
  }
}

function claimOf({ open }: Plan, { provider, group }: Stream): Claim {
  const claimFor = (of: Group): Claim => ({
    classes: classesOf[of],
    provider_id: provider.id,
    others: open[of].flatMap(({ id }) => (id === provider.id ? [] : [id])),
    is_first: open[of][0]?.id === provider.id,
    unless: of === 'urgent' ? undefined : claimFor('urgent'),
  })
  return claimFor(group)
}

export type DeliveryService = ReturnType<typeof createDeliveryService>
