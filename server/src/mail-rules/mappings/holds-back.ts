import type { EventClass } from '@twofold/contract/event-definition'
import type { SuppressionReason } from '@twofold/contract/mail-rules/suppression-reason'

/**
 * Whether a suppressed address gets no e-mail of a class. What an account depends on goes out all the same, unless the address does not exist:
 * otherwise an administrator who puts somebody on the list could act on their account unnoticed. Whoever has no account and is on the list by
 * hand gets no invitation either.
 */
export const holdsBack = (reason: SuppressionReason, kind: EventClass, hasAccount: boolean): boolean =>
  kind !== 'account' || reason === 'bounce' || (reason !== 'complaint' && !hasAccount)
