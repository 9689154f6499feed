import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { getAnalytics, listRisks, type RiskKind } from '@twofold/contract/admin/analytics'
import type { CallInput } from '@twofold/contract/endpoint'
import { call } from '../../lib/call.ts'

const analyticsKey = ['admin', 'analytics'] as const

export type Range = NonNullable<CallInput<typeof getAnalytics>['query']>

export const analyticsQuery = (range: Range) =>
  queryOptions({
    queryKey: [...analyticsKey, 'figures', range],
    queryFn: ({ signal }) => call(getAnalytics, { query: range }, { signal }),
    placeholderData: keepPreviousData,
  })

export const risksQuery = (kind: RiskKind, page: number) =>
  queryOptions({
    queryKey: [...analyticsKey, 'risks', kind, page],
    queryFn: ({ signal }) => call(listRisks, { query: { kind, page } }, { signal }),
    placeholderData: keepPreviousData,
  })
