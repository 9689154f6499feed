import { urgencyRank } from '@twofold/contract/event-definition'
import type { EventClass } from '@twofold/contract/event-definition'

/** Classes of e-mail that may use all of a quota; the others leave a tenth of it to them. */
export const urgentClasses = ['account', 'security'] as const satisfies readonly EventClass[]
/** In the order of their urgency, as they are claimed. */
export const otherClasses = ['system', 'optional'] as const satisfies readonly EventClass[]

export const isUrgent = (kind: EventClass): boolean => urgencyRank(kind) < urgentClasses.length

/** How many e-mails of a class fit into an hourly or daily limit. The tenth is rounded up, but never all there is. */
function quotaFor(limit: number, isUrgentMail: boolean): number {
  return isUrgentMail ? limit : limit - Math.min(Math.ceil(limit / 10), limit - 1)
}

export interface Limits {
  hourly_limit: number | null
  daily_limit: number | null
}

/** The limits as they apply to e-mail of a class. */
export function limitsFor<Provider extends Limits>(provider: Provider, isUrgentMail: boolean): Provider {
  const most = (limit: number | null) => (limit === null ? null : quotaFor(limit, isUrgentMail))
  return { ...provider, hourly_limit: most(provider.hourly_limit), daily_limit: most(provider.daily_limit) }
}
