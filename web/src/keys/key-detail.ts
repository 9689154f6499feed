import { getKey } from '@twofold/contract/keys'
import { queryOf } from '../lib/query-of.ts'

/** One key with what lists do not show. Never kept: what somebody else has changed meanwhile must not be shown as it was. */
export const keyDetailQuery = (id: string) => ({ ...queryOf(['keys', id, 'detail'], getKey, { params: { id } }), gcTime: 0 })
