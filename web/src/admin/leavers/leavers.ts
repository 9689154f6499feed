import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { countLeaverImpact, getLeaver, listLeaverKeys, listLeavers } from '@twofold/contract/admin/leavers'
import type { CallInput } from '@twofold/contract/endpoint'
import { call } from '../../lib/call.ts'
import { queryOf } from '../../lib/query-of.ts'
import { usersKey } from '../users/users.ts'

/** Below that of users: what changes one may end or begin a plan. */
export const leaversKey = [...usersKey, 'leavers'] as const

export const leaversQuery = (query: CallInput<typeof listLeavers>['query']) => ({
  ...queryOf([...leaversKey, 'list', query], listLeavers, { query }),
  placeholderData: keepPreviousData,
})

/** The newest plan of a person; null where there never was one. */
export const leaverQuery = (id: string) =>
  queryOptions({
    queryKey: [...leaversKey, id],
    queryFn: async ({ signal }) => (await call(getLeaver, { params: { id } }, { signal })).plan,
  })

export const leaverKeysQuery = (id: string, query: CallInput<typeof listLeaverKeys>['query']) => ({
  ...queryOf([...leaversKey, id, 'keys', query], listLeaverKeys, { params: { id }, query }),
  placeholderData: keepPreviousData,
})

/** Selected keys: these, or all undecided ones. */
export type LeaverSelection = CallInput<typeof countLeaverImpact>['body']

/** Counted each time: it is shown before something happens. */
export const leaverImpactQuery = (id: string, selection: LeaverSelection) => ({
  ...queryOf([...leaversKey, id, 'impact', selection], countLeaverImpact, { params: { id }, body: selection }),
  staleTime: 0,
  gcTime: 0,
})
