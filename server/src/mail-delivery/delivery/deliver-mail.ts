import { urgencyRank } from '@twofold/contract/event-definition'
import { speak, type Spoken } from '../../platform/spoken.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Crypto } from '../../platform/crypto/crypto.ts'
import type { Log } from '../../platform/log.ts'
import type { ProviderRow, ProvidersRepository } from '../providers/providers.repository.ts'
import { isUrgent, limitsFor } from '../providers/quota.ts'
import type { Channel } from './provider-channels.ts'
import { type Group, inOrder, isLimited, isResting } from '../providers/choose-provider.ts'
import type { LeaveLane } from './urgency-lanes.ts'
import { holdsBack } from '../../mail-rules/mappings/suppression-holds-back.ts'
import type { QueueRepository } from './queue.repository.ts'
import type { ClaimedMail } from './claims.repository.ts'
import type { MailIdentity, Sender, SendOutcome } from '../providers/sender.ts'
import { createMailRetries } from './mail-retries.ts'
import { createHandOver } from './hand-over-mail.ts'
import { createSettleOutcome } from './settle-outcome.ts'

export interface DeliverMailDeps {
  queue: QueueRepository
  providers: ProvidersRepository
  channelOf: (providerId: string) => Channel
  /** Suppresses an address that its own server reports as nonexistent. */
  suppress: (mail: Pick<ClaimedMail, 'id' | 'recipient_email'>, reply: string) => Promise<void>
  crypto: Pick<Crypto, 'open'>
  /** The provider's sender; the same one as long as its settings are unchanged. */
  senderOf: (provider: ProviderRow) => Sender
  /** Sender identity of a provider; undefined if it has no valid sender address. */
  identityOf: (provider: ProviderRow) => MailIdentity | undefined
  clock: Clock
  log: Log
  random: () => number
}

export interface Journey {
  /** The provider that it was claimed for. */
  first: ProviderRow
  /** All providers, in the order in which they are tried. */
  providers: readonly ProviderRow[]
  signal: AbortSignal
  /** Leaves the lane of the provider before, and waits for one of this. False: the signal came first. */
  moveTo: (provider: ProviderRow, signal: AbortSignal) => Promise<boolean>
}

export type Failure = SendOutcome & { kind: 'provider_failed' }

const groupOf = (kind: ClaimedMail['class']): Group => (isUrgent(kind) ? 'urgent' : 'other')

/** Tries providers for one claimed e-mail until it is sent, refused or in doubt, or no provider is left. */
export function createDeliverMail(deps: DeliverMailDeps) {
  const mailRetries = createMailRetries(deps)
  const handing = createHandOver(deps)
  const finishing = createSettleOutcome(deps, mailRetries)
  const { inDoubt, later } = mailRetries
  const { handOver } = handing
  const { finish, noteFailure } = finishing
  const { queue, providers } = deps

  async function deliver(mail: ClaimedMail, { first, providers: all, signal, moveTo }: Journey): Promise<void> {
    const obstacle = obstacleOf(mail)
    if (obstacle !== undefined) {
      const change = { queue: 'done', failed_at: deps.clock.date(), outgoing: null, waiting_reason: null, error_message: obstacle } as const
      return void (await queue.progress(mail.id, mail.fence, change))
    }
    const order = inOrder(all, mail.preferred_provider_id)
    let failure: Failure | undefined
    for (const provider of order.slice(order.indexOf(first))) {
      if (isResting(provider, deps.clock.date())) continue
      if (!(await moveTo(provider, signal))) break
      const reservedAt = deps.clock.date()
      if (!(await reserve(provider, mail, reservedAt))) continue
      const { outcome, attempt, isLeaseLost } = await handOver(mail, provider, signal)
      if (outcome.kind === 'accepted' || outcome.kind === 'unknown') {
        if (!isLimited(provider)) deps.channelOf(provider.id).uncounted += 1
      } else if (isLimited(provider)) await providers.releaseQuota(provider.id, reservedAt)
      if (isLeaseLost) return
      if (outcome.kind !== 'provider_failed') return finish(mail, provider, attempt, outcome)
      await noteFailure(provider, attempt, outcome)
      failure = outcome
      if (outcome.code === 'not_handed_over') break
    }
    if (failure !== undefined) await queue.progress(mail.id, mail.fence, later(mail, failure.reason))
    // Full or resting since it was claimed: the next plan knows, and says whose turn it is. No try is counted.
    else await queue.giveBack(mail.id, mail.fence, deps.clock.date())
  }

  async function reserve(provider: ProviderRow, mail: ClaimedMail, at: Date): Promise<boolean> {
    if (!isLimited(provider)) return true
    return (await providers.reserveQuota(limitsFor(provider, isUrgent(mail.class)), at)) === 'ok'
  }

  /** Reason why the e-mail has become useless since the decision to send it. */
  function obstacleOf({ useful_until: usefulUntil, suppressed, class: kind, has_account: hasAccount }: ClaimedMail): Spoken | undefined {
    if (usefulUntil !== null && usefulUntil <= deps.clock.date()) return speak('delivery.link_expired')
    if (suppressed === null || !holdsBack(suppressed, kind, hasAccount)) return undefined
    return speak(`delivery.suppressed_${suppressed}`)
  }

  return {
    deliver,
    inDoubt,
  }
}

/** A place in one lane at a time. */
export function createSeat(channelOf: DeliverMailDeps['channelOf'], mail: Pick<ClaimedMail, 'class'>) {
  let at: string | undefined
  let leaveLane: LeaveLane = () => {}
  return {
    /** False: none of its lanes was free before the signal was aborted. */
    async moveTo({ id }: Pick<ProviderRow, 'id'>, signal: AbortSignal): Promise<boolean> {
      if (at === id) return !signal.aborted
      leaveLane()
      const leave = await channelOf(id).lanes[groupOf(mail.class)].enter(urgencyRank(mail.class), signal)
      at = leave && id
      leaveLane = leave ?? (() => {})
      return leave !== undefined
    },
    leave: () => leaveLane(),
  }
}
