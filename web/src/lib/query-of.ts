import { queryOptions, type QueryKey } from '@tanstack/react-query'
import type { Endpoint } from '@twofold/contract/endpoint'
import { type Arguments, call } from './call.ts'

/** The query of one call, which is aborted when no component needs it any longer. */
export const queryOf = <const Key extends QueryKey, E extends Endpoint>(queryKey: Key, endpoint: E, ...[input]: Arguments<E>) =>
  queryOptions({ queryKey, queryFn: ({ signal }) => call<E>(endpoint, ...([input, { signal }] as Arguments<E>)) })
