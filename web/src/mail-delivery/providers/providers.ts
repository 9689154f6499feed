import { queryOptions } from '@tanstack/react-query'
import { getProvider, getProviderUse, listProviders } from '@twofold/contract/mail-delivery/providers'
import { call } from '../../lib/call.ts'

export const providersKey = ['admin', 'email', 'providers']

export const providersQuery = queryOptions({
  queryKey: [...providersKey, 'list'],
  queryFn: async ({ signal }) => (await call(listProviders, undefined, { signal })).providers,
})

/** One provider, never taken from memory: the form that shows it would be filled with what was true before. */
export const providerQuery = (id: string) =>
  queryOptions({
    queryKey: [...providersKey, 'one', id],
    queryFn: async ({ signal }) => (await call(getProvider, { params: { id } }, { signal })).provider,
    gcTime: 0,
    staleTime: Infinity,
    retry: false,
  })

/** What depends on a provider, counted when somebody is about to delete it. Not one of `providersKey`: once it is deleted, nothing asks again. */
export const providerUseQuery = (id: string) =>
  queryOptions({
    queryKey: ['provider-use', id],
    queryFn: async ({ signal }) => (await call(getProviderUse, { params: { id } }, { signal })).use,
    gcTime: 0,
  })
