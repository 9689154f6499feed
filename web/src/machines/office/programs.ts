import { queryOptions } from '@tanstack/react-query'
import { getPrograms } from '@twofold/contract/admin/programs'
import { call } from '../../lib/call.ts'

export const programsQuery = queryOptions({
  queryKey: ['admin', 'programs'],
  queryFn: ({ signal }) => call(getPrograms, undefined, { signal }),
})
