import { urgencyRank } from '@twofold/contract/event-definition'
import { v7 as uuid } from 'uuid'
import { count } from '../../platform/metrics/process-figures.ts'
import { mailMessages } from './mail-metrics.ts'
import { asPart } from '../../platform/tracing/tracing.ts'
import type { ProviderRow } from '../providers/providers.repository.ts'
import { type Acceptance, LeaseLostError, type Turn } from './hand-over-turns.ts'
import { providerId } from './provider-text.ts'
import type { NewAttempt } from './attempts.repository.ts'
import type { ClaimedMail } from './claims.repository.ts'
import type { SendOutcome } from '../providers/sender.ts'
import type { DeliverMailDeps } from './deliver-mail.ts'
import { createMessageComposer } from './message-composer.ts'

export function createHandOver(deps: DeliverMailDeps) {
  const composed = createMessageComposer(deps)
  const { compose } = composed

  async function handOver(mail: ClaimedMail, provider: ProviderRow, signal: AbortSignal) {
    const attempt: NewAttempt = {
      id: uuid(),
      log_id: mail.id,
      number: mail.attempts + 1,
      provider_id: provider.id,
      provider_name: provider.name,
      started_at: deps.clock.date(),
    }
    const { handingOver } = deps.channelOf(provider.id)
    const enter = () => handingOver.enter(attempt, { fence: mail.fence, rank: urgencyRank(mail.class), now: deps.clock.date })
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
      count(mailMessages, { provider: provider.provider, outcome: outcome.kind })
      if (outcome.kind === 'accepted') {
        turn ??= await enter()
        await recordAccepted(turn, mail, provider, attempt, outcome)
      }
      return { outcome, attempt, isLeaseLost }
    } finally {
      turn?.leave()
    }
  }

  /** Written before the next hand-over may begin, so that a killed worker leaves at most one e-mail in doubt. */
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
      accepted_at: deps.clock.date(),
    }
    const isAccepted = await turn.accept(acceptance)
    if (!isAccepted) deps.log.warn({ mail: mail.id }, 'a mail was sent after its lease had ended')
  }

  return {
    handOver,
  }
}
