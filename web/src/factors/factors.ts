import { queryOptions } from '@tanstack/react-query'
import type { CallResponse } from '@twofold/contract/endpoint'
import { getFactors } from '@twofold/contract/factors'
import { queryOf } from '../lib/query-of.ts'

/** The person's second factors, and the state of the PIN. Read again each time a tab is returned to: another one may have changed them. */
export const factorsQuery = queryOptions({ ...queryOf(['factors'], getFactors), staleTime: 0 })

export type Factors = CallResponse<typeof getFactors>
