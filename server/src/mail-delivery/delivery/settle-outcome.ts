import { breaker } from '../providers/provider-breaker.ts'
import type { ProviderRow } from '../providers/providers.repository.ts'
import { endOf } from '../providers/choose-provider.ts'
import type { NewAttempt } from './attempts.repository.ts'
import type { MailProgress } from './queue.repository.ts'
import type { ClaimedMail } from './claims.repository.ts'
import type { SendOutcome } from '../providers/sender.ts'
import type { DeliverMailDeps, Failure } from './deliver-mail.ts'
import type { MailRetries } from './mail-retries.ts'

/** Applies a provider's outcome. */
export function createSettleOutcome(deps: DeliverMailDeps, { inDoubt, later }: MailRetries) {
  const { queue, providers } = deps

  async function finish(mail: ClaimedMail, provider: ProviderRow, attempt: NewAttempt, outcome: Exclude<SendOutcome, Failure>) {
    if (provider.failures > 0) await providers.recordSuccess(provider.id)
    if (outcome.kind === 'accepted') return
    // First, so that a worker killed in between finds the address suppressed, rather than writing to it again and again.
    if (outcome.kind === 'refused' && outcome.isAddressDead === true) await deps.suppress(mail, outcome.reason)
    const end = { outcome: outcome.kind, code: outcome.code, detail: outcome.reason, finished_at: deps.clock.date() }
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
          failed_at: deps.clock.date(),
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
    await queue.endAttempt(attempt, { outcome: outcome.kind, code: outcome.code, detail: outcome.reason, finished_at: deps.clock.date() })
    if (outcome.code === 'not_handed_over') return
    deps.log.warn({ provider: provider.name, code: outcome.code, needsAttention: outcome.needsAttention }, 'an e-mail provider failed')
    // Noted in the row too: it is read again for every plan only, and what was claimed already need not run into the same.
    if (outcome.exhausted !== undefined) {
      provider.open_until = endOf(outcome.exhausted, deps.clock.date())
      return providers.closeUntil(provider.id, provider.open_until, outcome.reason, deps.clock.date())
    }
    provider.failures += 1
    if (provider.failures >= breaker.failures) provider.open_until = new Date(deps.clock.now() + provider.open_seconds * 1000)
    await providers.recordFailure(provider.id, outcome.reason, deps.clock.date())
  }

  return { finish, noteFailure }
}
