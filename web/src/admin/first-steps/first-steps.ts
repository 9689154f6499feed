import { queryOptions } from '@tanstack/react-query'
import { getFirstSteps } from '@twofold/contract/admin/first-steps'
import { queryOf } from '../../lib/query-of.ts'

/** Milliseconds between two looks: a step that is done elsewhere ticks itself. */
const interval = 10_000

export const firstStepsQuery = queryOptions({
  ...queryOf(['admin', 'first-steps'], getFirstSteps),
  refetchInterval: ({ state }) => (state.data?.steps.every(({ done }) => done) ? false : interval),
})
