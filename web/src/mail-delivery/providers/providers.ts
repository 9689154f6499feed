import { queryOptions } from '@tanstack/react-query'
import { getProvider, getProviderUse, listProviders } from '@twofold/contract/mail-delivery/providers'
import { call } from '../../lib/call.ts'
import { providersKey } from '../../lib/providers-key.ts'
import { queryOf } from '../../lib/query-of.ts'

const listQuery = queryOf([...providersKey, 'list'], listProviders)

export const providersQuery = queryOptions({ ...listQuery, select: ({ providers }) => providers })

/** Whether the installation has a sender address for providers that name none. */
export const installationSenderQuery = queryOptions({ ...listQuery, select: ({ has_sender: hasSender }) => hasSender })

/** The public address of the installation. The one in the browser may be an internal one, which no provider reaches. */
export const publicAddressQuery = queryOptions({ ...listQuery, select: ({ address }) => address })

/** One provider, never from the cache: its form would start with outdated values. */
export const providerQuery = (id: string) =>
  queryOptions({
    queryKey: [...providersKey, 'one', id],
    queryFn: async ({ signal }) => (await call(getProvider, { params: { id } }, { signal })).provider,
    gcTime: 0,
    staleTime: Infinity,
    retry: false,
  })

/** Dependents of a provider, counted before it is deleted. Not under `providersKey`: after the deletion nothing must refetch it. */
export const providerUseQuery = (id: string) =>
  queryOptions({
    queryKey: ['provider-use', id],
    queryFn: async ({ signal }) => (await call(getProviderUse, { params: { id } }, { signal })).use,
    gcTime: 0,
  })
