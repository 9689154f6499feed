import { keepPreviousData } from '@tanstack/react-query'
import type { CallInput } from '@twofold/contract/endpoint'
import { listSuppressions } from '@twofold/contract/mail-delivery/suppressions'
import { queryOf } from '../../lib/query-of.ts'

export const suppressionsKey = ['admin', 'email', 'suppressions'] as const

export const suppressionsQuery = (query: CallInput<typeof listSuppressions>['query']) => ({
  ...queryOf([...suppressionsKey, query], listSuppressions, { query }),
  placeholderData: keepPreviousData,
})
