import { type EventClass, urgencyRank } from '@twofold/contract/event-definition'
import { reservedOf } from '@twofold/contract/mail-delivery/providers'

/** Classes of e-mail that may use all of a quota; the others leave a tenth of it to them. */
export const urgentClasses = ['account', 'security'] as const satisfies readonly EventClass[]
/** In order of urgency, as they are claimed. */
export const otherClasses = ['system', 'optional'] as const satisfies readonly EventClass[]

export const isUrgent = (kind: EventClass): boolean => urgencyRank(kind) < urgentClasses.length

export interface Limits {
  hourly_limit: number | null
  daily_limit: number | null
}

/** The limits for e-mail of a class. */
export function limitsFor<Provider extends Limits>(provider: Provider, isUrgentMail: boolean): Provider {
  const most = (limit: number | null) => (limit === null || isUrgentMail ? limit : limit - reservedOf(limit))
  return { ...provider, hourly_limit: most(provider.hourly_limit), daily_limit: most(provider.daily_limit) }
}
