import type { RiskKind } from '@twofold/contract/admin/analytics'
import { dayIn, present, textIn } from '../../lib/list-search.ts'

/* Search parameters of the analytics. The first script reads them, so nothing here may import the back office's calls. */

/** Charts by their names in the address. */
export const charts = ['logins', 'growth', 'failures', 'keys', 'codes', 'mail'] as const
export type Chart = (typeof charts)[number]

/** The lists of the radar that are not the first one. */
export const otherRisks = ['inactive_owners', 'never_used', 'stale_shares'] as const satisfies RiskKind[]

/** 30 days are what is left out. */
export type RangeSearch = { days?: 7 | 90 | undefined; from?: string | undefined; to?: string | undefined }

/** A custom range has both of its days; anything else in the address is ignored. */
export function rangeIn(search: { days: unknown; from: unknown; to: unknown }): RangeSearch {
  const [from, to] = [dayIn(search.from), dayIn(search.to)]
  if (from !== undefined && to !== undefined) return { from, to }
  return present({ days: ([7, 90] as const).find((days) => String(days) === String(search.days)) })
}

/** Charts that are shown as tables, in their order. */
export function chartsIn(value: unknown): Chart[] {
  const asked = textIn(value)?.split(',') ?? []
  return charts.filter((chart) => asked.includes(chart))
}
