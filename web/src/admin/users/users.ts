import { keepPreviousData } from '@tanstack/react-query'
import type { CallInput } from '@twofold/contract/endpoint'
import { getUser, listUserDevices, listUserKeys, listUserSessions, listUserShares } from '@twofold/contract/admin/user-detail'
import { countImpact, listUsers } from '@twofold/contract/admin/users'
import { previewRestore } from '@twofold/contract/admin/restored-users'
import { queryOf } from '../../lib/query-of.ts'

export const usersKey = ['admin', 'users'] as const

export const usersQuery = (query: CallInput<typeof listUsers>['query']) => ({
  ...queryOf([...usersKey, 'list', query], listUsers, { query }),
  placeholderData: keepPreviousData,
})

export const userQuery = (id: string) => queryOf([...usersKey, id], getUser, { params: { id } })

export const userKeysQuery = (id: string) => queryOf([...usersKey, id, 'keys'], listUserKeys, { params: { id } })

export const userSharesQuery = (id: string) => queryOf([...usersKey, id, 'shares'], listUserShares, { params: { id } })

export const userSessionsQuery = (id: string) => queryOf([...usersKey, id, 'sessions'], listUserSessions, { params: { id } })

export const userDevicesQuery = (id: string) => queryOf([...usersKey, id, 'devices'], listUserDevices, { params: { id } })

/** Counted each time: it is shown before something happens. */
export const restoreQuery = (id: string) => ({
  ...queryOf([...usersKey, id, 'restore'], previewRestore, { params: { id } }),
  staleTime: 0,
  gcTime: 0,
})

export type Selection = CallInput<typeof countImpact>['body']

/** Counted each time: it is shown before something happens. */
export const impactQuery = (selection: Selection) => ({
  ...queryOf([...usersKey, 'impact', selection], countImpact, { body: selection }),
  staleTime: 0,
  gcTime: 0,
})
