import { queryOptions } from '@tanstack/react-query'
import { listDeliveries, listWebhooks } from '@twofold/contract/webhooks'
import { call } from '../lib/call.ts'

export const webhooksKey = ['admin', 'webhooks'] as const

/** Asked for again every five seconds: messages are sent while one looks. */
export const webhooksQuery = queryOptions({
  queryKey: webhooksKey,
  queryFn: ({ signal }) => call(listWebhooks, undefined, { signal }),
  refetchInterval: 5_000,
})

export const deliveriesQuery = (id: string) =>
  queryOptions({
    queryKey: [...webhooksKey, id],
    queryFn: ({ signal }) => call(listDeliveries, { params: { id } }, { signal }),
    refetchInterval: 5_000,
  })
