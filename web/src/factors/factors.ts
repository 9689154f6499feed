import { queryOptions } from '@tanstack/react-query'
import type { CallResponse } from '@twofold/contract/endpoint'
import { getFactors } from '@twofold/contract/factors'
import { call } from '../lib/call.ts'

/** What protects one's own sign-in in addition to the password, and how the PIN stands. */
export const factorsQuery = queryOptions({
  queryKey: ['factors'],
  queryFn: ({ signal }) => call(getFactors, undefined, { signal }),
})

export type Factors = CallResponse<typeof getFactors>
