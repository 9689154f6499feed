import type { CallResponse } from '@twofold/contract/endpoint'
import { getFactors } from '@twofold/contract/factors'
import { queryOf } from '../lib/query-of.ts'

/** The person's second factors, and the state of the PIN. */
export const factorsQuery = queryOf(['factors'], getFactors)

export type Factors = CallResponse<typeof getFactors>
