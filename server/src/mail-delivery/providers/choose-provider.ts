import type { ProviderRow } from './providers.repository.ts'
import { limitsFor, otherClasses, urgentClasses } from './quota.ts'

/** Groups of classes that queue together: the two that may use all of a quota, and the two that leave a tenth of it to them. */
export type Group = 'urgent' | 'other'
export const classesOf = { urgent: urgentClasses, other: otherClasses } as const satisfies Record<Group, readonly string[]>

/** Providers that e-mail can be sent through at the moment. */
export interface Plan {
  /** Every working provider, in the order in which they are tried. */
  providers: readonly ProviderRow[]
  /** Providers that accept e-mail of the group now, and the reasons of the others. */
  open: Record<Group, readonly ProviderRow[]>
  closed: Record<Group, readonly Obstacle[]>
}

/** The provider is left alone after failures, or its hour or day is full. */
export type Obstacle = 'open' | 'hour' | 'day'

export interface Usage {
  provider_id: string
  scale: 'hour' | 'day'
  used: number
}

/** The order in which providers are tried: the one asked for, the default one, the others by priority. */
export function inOrder(active: readonly ProviderRow[], preferredId: string | null): ProviderRow[] {
  const preferred = active.filter((provider) => provider.id === preferredId)
  return [...preferred, ...active.filter((provider) => provider.id !== preferredId)]
}

export function makePlan(providers: readonly ProviderRow[], usage: readonly Usage[], now: Date): Plan {
  const groupOf = (group: Group) => {
    const obstacles = providers.map((provider) => obstacleOf(provider, usage, group === 'urgent', now))
    return {
      open: providers.filter((_, index) => obstacles[index] === undefined),
      closed: obstacles.filter((obstacle) => obstacle !== undefined),
    }
  }
  const [urgent, other] = [groupOf('urgent'), groupOf('other')]
  return { providers, open: { urgent: urgent.open, other: other.open }, closed: { urgent: urgent.closed, other: other.closed } }
}

/** The reason why a provider accepts no e-mail at the moment; undefined: it does. */
export function obstacleOf(provider: ProviderRow, usage: readonly Usage[], isUrgentMail: boolean, now: Date): Obstacle | undefined {
  if (isResting(provider, now)) return 'open'
  const { hourly_limit: hourly, daily_limit: daily } = limitsFor(provider, isUrgentMail)
  const used = (scale: Usage['scale']) => usage.find((row) => row.provider_id === provider.id && row.scale === scale)?.used ?? 0
  if (daily !== null && used('day') >= daily) return 'day'
  if (hourly !== null && used('hour') >= hourly) return 'hour'
  return undefined
}

/** Its breaker is open, or it reported that its quota is used up. */
export function isResting({ open_until: until }: Pick<ProviderRow, 'open_until'>, now: Date): boolean {
  return until !== null && until > now
}

/** A provider without limits needs no reservation per e-mail. */
export function isLimited({ hourly_limit, daily_limit }: Pick<ProviderRow, 'hourly_limit' | 'daily_limit'>): boolean {
  return hourly_limit !== null || daily_limit !== null
}

/** End of the present hour or day (UTC). */
export function endOf(window: 'hour' | 'day', now: Date): Date {
  const end = new Date(now)
  if (window === 'hour') end.setUTCMinutes(60, 0, 0)
  else end.setUTCHours(24, 0, 0, 0)
  return end
}
