import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { CallInput } from '@twofold/contract/endpoint'
import { listSuppressions } from '@twofold/contract/mail-delivery/suppressions'
import { call } from '../../lib/call.ts'

export const suppressionsKey = ['admin', 'email', 'suppressions'] as const

export const suppressionsQuery = (query: CallInput<typeof listSuppressions>['query']) =>
  queryOptions({
    queryKey: [...suppressionsKey, query],
    queryFn: ({ signal }) => call(listSuppressions, { query }, { signal }),
    placeholderData: keepPreviousData,
  })
