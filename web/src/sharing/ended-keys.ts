import { queryOptions } from '@tanstack/react-query'
import { listEndedKeys } from '@twofold/contract/ended-keys'
import { call } from '../lib/call.ts'

/** Keys that were shared with the user. Beneath the keys: what changes those may change these. */
export const endedKeysQuery = queryOptions({
  queryKey: ['keys', 'ended'],
  queryFn: ({ signal }) => call(listEndedKeys, undefined, { signal }),
})
