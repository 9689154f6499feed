import { queryOptions } from '@tanstack/react-query'
import { listOwnRequests } from '@twofold/contract/admin/requests'
import { call } from '../lib/call.ts'

/** Administrators' waiting requests about the account. */
export const ownRequestsQuery = queryOptions({
  queryKey: ['profile', 'requests'],
  queryFn: ({ signal }) => call(listOwnRequests, undefined, { signal }),
})
