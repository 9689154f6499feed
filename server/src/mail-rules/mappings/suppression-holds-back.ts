import type { EventClass } from '@twofold/contract/event-definition'
import type { SuppressionReason } from '@twofold/contract/mail-rules/suppression-reason'

/**
 * Whether a suppressed address gets no e-mail of a class. E-mail that an account depends on is sent anyway unless the address does not exist:
 * otherwise an administrator could suppress somebody's address and act on their account unnoticed. An address without an account that was suppressed
 * by hand gets no invitation either.
 */
export const holdsBack = (reason: SuppressionReason, kind: EventClass, hasAccount: boolean): boolean =>
  kind !== 'account' || reason === 'bounce' || (reason !== 'complaint' && !hasAccount)
