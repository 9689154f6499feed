import { listDeliveries, listWebhooks } from '@twofold/contract/webhooks'
import { queryOf } from '../lib/query-of.ts'

export const webhooksKey = ['admin', 'webhooks'] as const

/** Asked for again every five seconds: messages are sent while one looks. */
export const webhooksQuery = { ...queryOf(webhooksKey, listWebhooks), refetchInterval: 5_000 }

export const deliveriesQuery = (id: string) => ({
  ...queryOf([...webhooksKey, id], listDeliveries, { params: { id } }),
  refetchInterval: 5_000,
})
