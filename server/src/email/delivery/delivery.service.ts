import { v7 as uuid } from 'uuid'
import type { Clock } from '../../platform/clock.ts'
import type { Crypto } from '../../platform/crypto/crypto.ts'
import type { Db } from '../../platform/database.ts'
import type { Log } from '../../platform/log.ts'
import { breaker } from '../providers/providers.repository.ts'
import type { ProviderRow, ProvidersRepository } from '../providers/providers.repository.ts'
import { endOf, inOrder, isLimited, reserveFirst } from './choose-provider.ts'
import { createHandOver, LeaseLostError } from './hand-over.ts'
import type { Acceptance, Turn } from './hand-over.ts'
import { openContent } from './mail-content.ts'
import type { ClaimedMail, MailProgress, NewAttempt, QueueRepository } from './queue.repository.ts'
import { providerId } from './provider-text.ts'
import { pauseAfter } from './retry-schedule.ts'
import type { Mailbox, OutgoingMail, Sender, SendOutcome } from './sender.ts'

/** Long enough for the slowest hand-over; a worker that takes longer has lost its mail. */
export const leaseMilliseconds = 120_000

/** Milliseconds for all mails that were claimed together, with all the providers that are tried for them; ends before the lease does. */
const longestHandOver = 90_000

/** Milliseconds after which a mail that met an error of ours is tried again. */
const troublePause = 30_000

/** Mails under way at once. The final dots go one after the other, so more would only hold connections to the database that requests need. */
const lanes = 4

export interface DeliveryDeps {
  db: Db
  queue: (db: Db) => QueueRepository
  providers: (db: Db) => ProvidersRepository
  crypto: Pick<Crypto, 'open'>
  /** A way to hand mail over to this provider; the same one as long as its settings stay the same. */
  senderOf: (provider: ProviderRow) => Sender
  /** Who mail through this provider is from. */
  fromOf: (provider: ProviderRow) => Mailbox
  clock: Clock
  log: Log
  random: () => number
}

/** Mails that were claimed together. */
interface Round {
  active: readonly ProviderRow[]
  signal: AbortSignal
  /** How many each provider took. */
  taken: Map<ProviderRow, number>
}

export function createDeliveryService(deps: DeliveryDeps) {
  const queue = deps.queue(deps.db)
  const providers = deps.providers(deps.db)
  const handingOver = createHandOver(queue)
  const now = () => new Date(deps.clock.now())

  /** Tries one provider after the other until the mail is out, refused, in doubt, or nobody is left. */
  async function deliver(mail: ClaimedMail, { active, signal, taken }: Round): Promise<void> {
    const obstacle = obstacleOf(mail)
    if (obstacle !== undefined) {
      const change = { queue: 'done', failed_at: now(), outgoing: null, waiting_reason: null, error_message: obstacle } as const
      return void (await queue.progress(mail.id, mail.fence, change))
    }
    let candidates = inOrder(active, mail.preferred_provider_id)
    let failure: { provider: ProviderRow; outcome: SendOutcome & { kind: 'provider_failed' } } | undefined
    for (;;) {
      const reservedAt = now()
      const { provider, skipped } = await reserveFirst(candidates, providers, reservedAt)
      if (provider === undefined) {
        if (failure !== undefined) return tryLater(mail, failure.outcome.reason)
        const until = skipped.map((skip) => skip.until.getTime())
        return waitFor(mail, skipped.length === 0 ? 'no_provider' : `no_room:${skipped.map((skip) => skip.reason).join(',')}`, until)
      }
      const { outcome, attempt, isLeaseLost } = await handOver(mail, provider, signal)
      if (outcome.kind === 'accepted' || outcome.kind === 'unknown') taken.set(provider, (taken.get(provider) ?? 0) + 1)
      else if (isLimited(provider)) await providers.releaseQuota(provider.id, reservedAt)
      if (isLeaseLost) return
      if (outcome.kind !== 'provider_failed') return finish(mail, provider, attempt, outcome)
      await noteFailure(provider, attempt, outcome)
      if (outcome.code === 'not_handed_over') return tryLater(mail, outcome.reason)
      failure = { provider, outcome }
      candidates = candidates.slice(candidates.indexOf(provider) + 1)
    }
  }

  /** What has happened since the mail was decided on that makes it useless. */
  function obstacleOf({ useful_until: usefulUntil, suppressed, class: kind }: ClaimedMail): string | undefined {
    if (usefulUntil !== null && usefulUntil <= now()) return 'Not sent: the link in it has expired.'
    const isLetThrough = suppressed === 'complaint' && kind === 'account'
    return suppressed === null || isLetThrough ? undefined : `Not sent: the address was suppressed in the meantime (${suppressed}).`
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
    let turn: Turn | undefined
    let isLeaseLost = false
    const beforeHandOver = async () => {
      try {
        turn = await handingOver.enter(attempt, mail.fence, now)
      } catch (error) {
        isLeaseLost = error instanceof LeaseLostError
        throw error
      }
    }
    try {
      const outcome = await deps.senderOf(provider).send(compose(mail, provider), { signal, beforeHandOver })
      if (outcome.kind === 'accepted') {
        turn ??= await handingOver.enter(attempt, mail.fence, now)
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

  function compose(mail: ClaimedMail, provider: ProviderRow): OutgoingMail {
    const content = openContent(deps.crypto, mail.id, 'outgoing', mail.outgoing)
    return {
      ...content,
      logId: mail.id,
      messageId: mail.message_id,
      from: deps.fromOf(provider),
      to: { address: mail.recipient_email, name: mail.recipient_name },
      subject: mail.subject,
      isTracked: mail.is_tracked,
    }
  }

  async function finish(
    mail: ClaimedMail,
    provider: ProviderRow,
    attempt: NewAttempt,
    outcome: Exclude<SendOutcome, { kind: 'provider_failed' }>,
  ) {
    if (provider.failures > 0) await providers.recordSuccess(provider.id)
    if (outcome.kind === 'accepted') return
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

  async function noteFailure(provider: ProviderRow, attempt: NewAttempt, outcome: SendOutcome & { kind: 'provider_failed' }) {
    await queue.endAttempt(attempt, { outcome: outcome.kind, code: outcome.code, detail: outcome.reason, finished_at: now() })
    if (outcome.code === 'not_handed_over') return
    deps.log.warn({ provider: provider.name, code: outcome.code, needsAttention: outcome.needsAttention }, 'an e-mail provider failed')
    // Noted in the row too: it is read again for every batch only, and the rest of this one need not run into the same.
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
    if (mail.class === 'security' || mail.class === 'account') return later(mail, reason)
    return { queue: 'done', unknown_at: now(), outgoing: null, error_message: reason, attempts: mail.attempts + 1 }
  }

  function later(mail: Pick<ClaimedMail, 'attempts'>, reason: string): MailProgress {
    const attempts = mail.attempts + 1
    const pause = pauseAfter(attempts, deps.random())
    return pause === undefined
      ? { queue: 'done', failed_at: now(), outgoing: null, error_message: reason, attempts }
      : { queue: 'due', due_at: new Date(deps.clock.now() + pause), error_message: reason, waiting_reason: 'retry', attempts }
  }

  async function tryLater(mail: ClaimedMail, reason: string) {
    await queue.progress(mail.id, mail.fence, later(mail, reason))
  }

  async function attend(mail: ClaimedMail, round: Round) {
    try {
      // Slow providers have used up the time that the lease grants: the rest is for the next round.
      if (round.signal.aborted) await queue.giveBack(mail.id, mail.fence, now())
      else await deliver(mail, round)
    } catch (error) {
      deps.log.error({ err: error, mail: mail.id }, 'a mail could not be delivered')
      // Fails where the database is gone. Then its lease ends, and whoever finds it decides by its attempts.
      await queue.giveBack(mail.id, mail.fence, new Date(deps.clock.now() + troublePause)).catch(() => {})
    }
  }

  /** No try, and so none counted: there was nobody to try. */
  async function waitFor(mail: ClaimedMail, reason: string, until: number[]) {
    const earliest = Math.min(...until, deps.clock.now() + 60_000)
    await queue.progress(mail.id, mail.fence, { queue: 'due', due_at: new Date(earliest), waiting_reason: reason })
  }

  return {
    /** Hands over up to `limit` mails that are due. Answers how many it took; 0 when there was nothing to do, or no provider. */
    async deliverDue(limit: number): Promise<number> {
      const active = await providers.listActive()
      if (active.length === 0) {
        await queue.noteWaiting('no_provider', now())
        return 0
      }
      const round: Round = { active, signal: AbortSignal.timeout(longestHandOver), taken: new Map() }
      const mails = await queue.claim(now(), new Date(deps.clock.now() + leaseMilliseconds), limit)
      const waiting = mails.values()
      await Promise.all(
        Array.from({ length: lanes }, async () => {
          for (const mail of waiting) await attend(mail, round)
        }),
      )
      // Where nobody set a limit, the count is for people to read, and one statement does for all.
      for (const [provider, mails] of round.taken) if (!isLimited(provider)) await providers.countMails(provider.id, mails, now())
      return mails.length
    },

    /** Takes up what dead workers left. */
    async recover(): Promise<void> {
      for (const mail of await queue.recover(now())) {
        await queue.closeInterrupted(mail.id, now())
        await queue.progress(mail.id, mail.fence, inDoubt(mail, 'The worker ended while the mail was being handed over.'))
      }
    },
  }
}

export type DeliveryService = ReturnType<typeof createDeliveryService>
