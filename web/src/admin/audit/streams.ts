import { listStreams } from '@twofold/contract/admin/streams'
import { queryOf } from '../../lib/query-of.ts'

export const streamsKey = ['admin', 'audit-streams'] as const

/** Asked for again every five seconds: rows are sent while one looks. */
export const streamsQuery = { ...queryOf(streamsKey, listStreams), refetchInterval: 5_000 }
