import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { CallInput } from '@twofold/contract/endpoint'
import { getUser, listUserDevices, listUserKeys, listUserSessions, listUserShares } from '@twofold/contract/admin/user-detail'
import { countImpact, listUsers } from '@twofold/contract/admin/users'
import { previewRestore } from '@twofold/contract/admin/restored-users'
import { call } from '../../lib/call.ts'

export const usersKey = ['admin', 'users'] as const

export const usersQuery = (query: CallInput<typeof listUsers>['query']) =>
  queryOptions({
    queryKey: [...usersKey, 'list', query],
    queryFn: ({ signal }) => call(listUsers, { query }, { signal }),
    placeholderData: keepPreviousData,
  })

export const userQuery = (id: string) =>
  queryOptions({ queryKey: [...usersKey, id], queryFn: ({ signal }) => call(getUser, { params: { id } }, { signal }) })

export const userKeysQuery = (id: string) =>
  queryOptions({ queryKey: [...usersKey, id, 'keys'], queryFn: ({ signal }) => call(listUserKeys, { params: { id } }, { signal }) })

export const userSharesQuery = (id: string) =>
  queryOptions({ queryKey: [...usersKey, id, 'shares'], queryFn: ({ signal }) => call(listUserShares, { params: { id } }, { signal }) })

export const userSessionsQuery = (id: string) =>
  queryOptions({ queryKey: [...usersKey, id, 'sessions'], queryFn: ({ signal }) => call(listUserSessions, { params: { id } }, { signal }) })

export const userDevicesQuery = (id: string) =>
  queryOptions({ queryKey: [...usersKey, id, 'devices'], queryFn: ({ signal }) => call(listUserDevices, { params: { id } }, { signal }) })

/** Counted each time: it is shown before something happens. */
export const restoreQuery = (id: string) =>
  queryOptions({
    queryKey: [...usersKey, id, 'restore'],
    queryFn: ({ signal }) => call(previewRestore, { params: { id } }, { signal }),
    staleTime: 0,
    gcTime: 0,
  })

export type Selection = CallInput<typeof countImpact>['body']

/** Counted each time: it is shown before something happens. */
export const impactQuery = (selection: Selection) =>
  queryOptions({
    queryKey: [...usersKey, 'impact', selection],
    queryFn: ({ signal }) => call(countImpact, { body: selection }, { signal }),
    staleTime: 0,
    gcTime: 0,
  })
