import { keepPreviousData } from '@tanstack/react-query'
import { getAnalytics, listRisks, type RiskKind } from '@twofold/contract/admin/analytics'
import type { CallInput } from '@twofold/contract/endpoint'
import { queryOf } from '../../lib/query-of.ts'

const analyticsKey = ['admin', 'analytics'] as const

export type Range = NonNullable<CallInput<typeof getAnalytics>['query']>

export const analyticsQuery = (range: Range) => ({
  ...queryOf([...analyticsKey, 'figures', range], getAnalytics, { query: range }),
  placeholderData: keepPreviousData,
})

export const risksQuery = (kind: RiskKind, page: number) => ({
  ...queryOf([...analyticsKey, 'risks', kind, page], listRisks, { query: { kind, page } }),
  placeholderData: keepPreviousData,
})
