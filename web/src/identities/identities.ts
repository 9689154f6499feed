import { queryOptions } from '@tanstack/react-query'
import { listIdentities } from '@twofold/contract/identities'
import { call } from '../lib/call.ts'

/** Accounts elsewhere that one can sign in with. */
export const identitiesQuery = queryOptions({
  queryKey: ['identities'],
  queryFn: ({ signal }) => call(listIdentities, undefined, { signal }),
})
