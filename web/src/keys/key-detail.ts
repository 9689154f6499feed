import { queryOptions } from '@tanstack/react-query'
import { getKey } from '@twofold/contract/keys'
import { call } from '../lib/call.ts'

/** One key with what lists do not show. Never kept: what somebody else has changed meanwhile must not be shown as it was. */
export const keyDetailQuery = (id: string) =>
  queryOptions({ queryKey: ['keys', id, 'detail'], queryFn: ({ signal }) => call(getKey, { params: { id } }, { signal }), gcTime: 0 })
