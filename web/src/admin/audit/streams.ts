import { queryOptions } from '@tanstack/react-query'
import { listStreams } from '@twofold/contract/admin/streams'
import { call } from '../../lib/call.ts'

export const streamsKey = ['admin', 'audit-streams'] as const

/** Asked for again every five seconds: rows are sent while one looks. */
export const streamsQuery = queryOptions({
  queryKey: streamsKey,
  queryFn: ({ signal }) => call(listStreams, undefined, { signal }),
  refetchInterval: 5_000,
})
