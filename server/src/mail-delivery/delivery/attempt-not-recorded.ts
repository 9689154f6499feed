import { speak } from '../../platform/spoken.ts'
import { providerText } from './provider-text.ts'
import type { SendOutcome } from '../providers/sender.ts'

/** Outcome if `beforeHandOver` rejected: the e-mail has not been handed over. */
export function notHandedOver(error: unknown): SendOutcome {
  const reason = providerText(error instanceof Error ? error.message : speak('delivery.not_recorded'))
  return { kind: 'provider_failed', code: 'not_handed_over', reason, needsAttention: false }
}
