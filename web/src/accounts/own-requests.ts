import { listOwnRequests } from '@twofold/contract/admin/requests'
import { queryOf } from '../lib/query-of.ts'

/** Administrators' waiting requests about the account. */
export const ownRequestsQuery = queryOf(['profile', 'requests'], listOwnRequests)
