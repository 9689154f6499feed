import type { CallResponse } from '@twofold/contract/endpoint'
import { getFactors } from '@twofold/contract/factors'
import { queryOf } from '../lib/query-of.ts'

/** What protects one's own sign-in in addition to the password, and how the PIN stands. */
export const factorsQuery = queryOf(['factors'], getFactors)

export type Factors = CallResponse<typeof getFactors>
