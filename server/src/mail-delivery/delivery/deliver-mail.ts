import { urgencyRank } from '@twofold/contract/event-definition'
import { v7 as uuid } from 'uuid'
import type { Clock } from '../../platform/clock.ts'
import type { Crypto } from '../../platform/crypto/crypto.ts'
import type { Log } from '../../platform/log.ts'
import { count } from '../../platform/metrics/process-figures.ts'
import { asPart } from '../../platform/tracing/tracing.ts'
import { breaker } from '../providers/providers.repository.ts'
import type { ProviderRow, ProvidersRepository } from '../providers/providers.repository.ts'
import { isUrgent, limitsFor } from '../providers/quota.ts'
import type { Channel } from './channels.ts'
import { endOf, inOrder, isLimited, isResting } from '../providers/choose-provider.ts'
import type { Group } from '../providers/choose-provider.ts'
import { LeaseLostError } from './hand-over.ts'
import type { Acceptance, Turn } from './hand-over.ts'
import type { LeaveLane } from './lanes.ts'
import { openContent } from './mail-content.ts'
import { holdsBack } from '../../mail-rules/mappings/holds-back.ts'
import { inDomainOf } from '../providers/message-id.ts'
import { providerId } from './provider-text.ts'
import type { NewAttempt } from './attempts.repository.ts'
import type { MailProgress, QueueRepository } from './queue.repository.ts'
import type { ClaimedMail } from './claims.repository.ts'
import { pauseAfter } from './retry-schedule.ts'
import type { MailIdentity, OutgoingMail, Sender, SendOutcome } from '../providers/sender.ts'

export interface DeliverMailDeps {
  queue: QueueRepository
  providers: ProvidersRepository
  channelOf: (providerId: string) => Channel
  /** No more mail to an address that its own server says does not exist. */
  suppress: (mail: Pick<ClaimedMail, 'id' | 'recipient_email'>, reply: string) => Promise<void>
  crypto: Pick<Crypto, 'open'>
  /** A way to hand mail over to this provider; the same one as long as its settings stay the same. */
  senderOf: (provider: ProviderRow) => Sender
  /** Who mail through this provider is from; undefined where it has no address that mail can be from. */
  identityOf: (provider: ProviderRow) => MailIdentity | undefined
  clock: Clock
  log: Log
  random: () => number
}

/** How one claimed mail is delivered. */
export interface Journey {
  /** The provider that it was claimed for. */
  first: ProviderRow
  /** All providers, in the order in which they are tried. */
  providers: readonly ProviderRow[]
  signal: AbortSignal
  /** Leaves the lane of the provider before, and waits for one of this. False: the signal came first. */
  moveTo: (provider: ProviderRow, signal: AbortSignal) => Promise<boolean>
}

type Failure = SendOutcome & { kind: 'provider_failed' }

const groupOf = (kind: ClaimedMail['class']): Group => (isUrgent(kind) ? 'urgent' : 'other')

/** Takes one claimed mail from provider to provider until it is out, refused, in doubt, or nobody is left. */
export function createDeliverMail(deps: DeliverMailDeps) {
  const { queue, providers } = deps
  const now = () => new Date(deps.clock.now())

  async function deliver(mail: ClaimedMail, { first, providers: all, signal, moveTo }: Journey): Promise<void> {
    const obstacle = obstacleOf(mail)
    if (obstacle !== undefined) {
      const change = { queue: 'done', failed_at: now(), outgoing: null, waiting_reason: null, error_message: obstacle } as const
      return void (await queue.progress(mail.id, mail.fence, change))
    }
    const order = inOrder(all, mail.preferred_provider_id)
    let failure: Failure | undefined
    for (const provider of order.slice(order.indexOf(first))) {
      if (isResting(provider, now())) continue
      if (!(await moveTo(provider, signal))) break
      const reservedAt = now()
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
    else await queue.giveBack(mail.id, mail.fence, now())
  }

  async function reserve(provider: ProviderRow, mail: ClaimedMail, at: Date): Promise<boolean> {
    if (!isLimited(provider)) return true
    return (await providers.reserveQuota(limitsFor(provider, isUrgent(mail.class)), at)) === 'ok'
  }

  /** What has happened since the mail was decided on that makes it useless. */
  function obstacleOf({ useful_until: usefulUntil, suppressed, class: kind, has_account: hasAccount }: ClaimedMail): string | undefined {
    if (usefulUntil !== null && usefulUntil <= now()) return 'Not sent: the link in it has expired.'
    const isHeldBack = suppressed !== null && holdsBack(suppressed, kind, hasAccount)
    return isHeldBack ? `Not sent: the address was suppressed in the meantime (${suppressed}).` : undefined
  }

  async function handOver(mail: ClaimedMail, provider: ProviderRow, signal: AbortSignal) {
    const attempt: NewAttempt = {
      id: uuid(),
      log_id: mail.id,
      number: mail.attempts + 1,
      provider_id: provider.id,
      provider_name: provider.name,
      started_at: now(),
    }
    const { handingOver } = deps.channelOf(provider.id)
    const enter = () => handingOver.enter(attempt, { fence: mail.fence, rank: urgencyRank(mail.class), now })
    let turn: Turn | undefined
    let isLeaseLost = false
    const beforeHandOver = async () => {
      try {
        turn = await enter()
      } catch (error) {
        isLeaseLost = error instanceof LeaseLostError
        throw error
      }
    }
    try {
      const composed = await compose(mail, provider)
      const part = { name: `hand over by ${provider.provider}`, kind: 'client' } as const
      const outcome = await asPart(part, async (span) => {
        const sent = await deps.senderOf(provider).send(composed, { signal, beforeHandOver })
        if (sent.kind !== 'accepted') span?.fail(sent.code)
        return sent
      })
      count('twofold_mail_messages_total', { provider: provider.provider, outcome: outcome.kind })
      if (outcome.kind === 'accepted') {
        turn ??= await enter()
        await recordAccepted(turn, mail, provider, attempt, outcome)
      }
      return { outcome, attempt, isLeaseLost }
    } finally {
      turn?.leave()
    }
  }

  /** Before the next one may be handed over: this is what keeps a killed worker from leaving more than one mail in doubt. */
  async function recordAccepted(
    turn: Turn,
    mail: ClaimedMail,
    provider: ProviderRow,
    attempt: NewAttempt,
    outcome: SendOutcome & { kind: 'accepted' },
  ) {
    const acceptance: Acceptance = {
      attempt,
      fence: mail.fence,
      provider_kind: provider.provider,
      provider_message_id: providerId(outcome.providerMessageId) ?? null,
      response: outcome.response,
      accepted_at: now(),
    }
    const isMine = await turn.accept(acceptance)
    if (!isMine) deps.log.warn({ mail: mail.id }, 'a mail was sent after its lease had ended')
  }

  async function compose(mail: ClaimedMail, provider: ProviderRow): Promise<OutgoingMail> {
    const identity = deps.identityOf(provider)
    if (identity === undefined) throw new Error(`The e-mail provider ${provider.name} has no From address.`)
    const content = await openContent(deps.crypto, mail.id, 'outgoing', mail.outgoing)
    return {
      ...content,
      // Everything that leaves this way was made by a program: no out-of-office reply comes back (RFC 3834).
      headers: { 'Auto-Submitted': 'auto-generated', ...content.headers },
      replyTo: content.replyTo ?? identity.replyTo,
      logId: mail.id,
      messageId: await messageIdFor(mail, identity.from.address),
      from: identity.from,
      to: { address: mail.recipient_email, name: mail.recipient_name },
      subject: mail.subject,
      isTracked: mail.is_tracked,
    }
  }

  /** In the domain of From, unless a copy may be out already: then the recipient has to see that both are one. */
  async function messageIdFor(mail: ClaimedMail, from: string): Promise<string> {
    const messageId = inDomainOf(from, mail.message_id)
    if (mail.may_be_out || messageId === mail.message_id) return mail.message_id
    if (await queue.rename(mail.id, mail.fence, messageId)) mail.message_id = messageId
    return messageId
  }

  async function finish(mail: ClaimedMail, provider: ProviderRow, attempt: NewAttempt, outcome: Exclude<SendOutcome, Failure>) {
    if (provider.failures > 0) await providers.recordSuccess(provider.id)
    if (outcome.kind === 'accepted') return
    // First: a worker that is killed in between finds the mail obstructed, rather than the address written to again and again.
    if (outcome.kind === 'refused' && outcome.isAddressDead === true) await deps.suppress(mail, outcome.reason)
    const end = { outcome: outcome.kind, code: outcome.code, detail: outcome.reason, finished_at: now() }
    await queue.conclude(attempt, end, mail.fence, afterTrouble(mail, provider, outcome))
  }

  function afterTrouble(
    mail: ClaimedMail,
    provider: ProviderRow,
    { kind, reason }: SendOutcome & { kind: 'refused' | 'deferred' | 'unknown' },
  ): MailProgress {
    switch (kind) {
      case 'refused':
        return {
          queue: 'done',
          failed_at: now(),
          outgoing: null,
          waiting_reason: null,
          error_message: reason,
          attempts: mail.attempts + 1,
          provider_id: provider.id,
          provider_kind: provider.provider,
        }
      case 'deferred':
        return later(mail, reason)
      case 'unknown':
        return inDoubt(mail, reason)
    }
  }

  async function noteFailure(provider: ProviderRow, attempt: NewAttempt, outcome: Failure) {
    await queue.endAttempt(attempt, { outcome: outcome.kind, code: outcome.code, detail: outcome.reason, finished_at: now() })
    if (outcome.code === 'not_handed_over') return
    deps.log.warn({ provider: provider.name, code: outcome.code, needsAttention: outcome.needsAttention }, 'an e-mail provider failed')
    // Noted in the row too: it is read again for every plan only, and what was claimed already need not run into the same.
    if (outcome.exhausted !== undefined) {
      provider.open_until = endOf(outcome.exhausted, now())
      return providers.closeUntil(provider.id, provider.open_until, outcome.reason, now())
    }
    provider.failures += 1
    if (provider.failures >= breaker.failures) provider.open_until = new Date(deps.clock.now() + provider.open_seconds * 1000)
    await providers.recordFailure(provider.id, outcome.reason, now())
  }

  /** Security mail is worth a second copy; anything else is not. */
  function inDoubt(mail: Pick<ClaimedMail, 'class' | 'attempts'>, reason: string): MailProgress {
    if (isUrgent(mail.class)) return later(mail, reason)
    return { queue: 'done', unknown_at: now(), outgoing: null, error_message: reason, attempts: mail.attempts + 1 }
  }

  function later(mail: Pick<ClaimedMail, 'attempts'>, reason: string): MailProgress {
    const attempts = mail.attempts + 1
    const pause = pauseAfter(attempts, deps.random())
    return pause === undefined
      ? { queue: 'done', failed_at: now(), outgoing: null, error_message: reason, attempts }
      : { queue: 'due', due_at: new Date(deps.clock.now() + pause), error_message: reason, waiting_reason: 'retry', attempts }
  }

  return { deliver, inDoubt }
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
