import { getKey } from '@twofold/contract/keys'
import { queryOf } from '../lib/query-of.ts'

/** One key with the fields that lists omit. Never cached: other people's changes must show. */
export const keyDetailQuery = (id: string) => ({ ...queryOf(['keys', id, 'detail'], getKey, { params: { id } }), gcTime: 0 })
