import { queryOptions } from '@tanstack/react-query'
import { getFirstSteps } from '@twofold/contract/admin/first-steps'
import { call } from '../../lib/call.ts'

/** Milliseconds between two looks: a step that is done elsewhere ticks itself. */
const interval = 10_000

export const firstStepsQuery = queryOptions({
  queryKey: ['admin', 'first-steps'],
  queryFn: ({ signal }) => call(getFirstSteps, undefined, { signal }),
  refetchInterval: ({ state }) => (state.data?.steps.every(({ done }) => done) ? false : interval),
})
