import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { countLeaverImpact, getLeaver, listLeaverKeys, listLeavers } from '@twofold/contract/admin/leavers'
import type { CallInput } from '@twofold/contract/endpoint'
import { call } from '../../lib/call.ts'
import { usersKey } from '../users/users.ts'

/** Below that of users: what changes one may end or begin a plan. */
export const leaversKey = [...usersKey, 'leavers'] as const

export const leaversQuery = (query: CallInput<typeof listLeavers>['query']) =>
  queryOptions({
    queryKey: [...leaversKey, 'list', query],
    queryFn: ({ signal }) => call(listLeavers, { query }, { signal }),
    placeholderData: keepPreviousData,
  })

/** The newest plan of a person; null where there never was one. */
export const leaverQuery = (id: string) =>
  queryOptions({
    queryKey: [...leaversKey, id],
    queryFn: async ({ signal }) => (await call(getLeaver, { params: { id } }, { signal })).plan,
  })

export const leaverKeysQuery = (id: string, query: CallInput<typeof listLeaverKeys>['query']) =>
  queryOptions({
    queryKey: [...leaversKey, id, 'keys', query],
    queryFn: ({ signal }) => call(listLeaverKeys, { params: { id }, query }, { signal }),
    placeholderData: keepPreviousData,
  })

/** Which keys are meant: these, or all that nobody has decided about. */
export type LeaverSelection = CallInput<typeof countLeaverImpact>['body']

/** Counted each time: it is shown before something happens. */
export const leaverImpactQuery = (id: string, selection: LeaverSelection) =>
  queryOptions({
    queryKey: [...leaversKey, id, 'impact', selection],
    queryFn: ({ signal }) => call(countLeaverImpact, { params: { id }, body: selection }, { signal }),
    staleTime: 0,
    gcTime: 0,
  })
