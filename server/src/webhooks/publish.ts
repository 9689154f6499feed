import type { WebhookEvent } from '@twofold/contract/webhooks'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/database.ts'
import type { DeliveriesRepository } from './deliveries.repository.ts'

/** A message says what happened to what, by ids: who may know more asks the API. */
export const bodyOf = (type: string, time: number, ids: Readonly<Record<string, string>>): string =>
  JSON.stringify({ type, timestamp: new Date(time).toISOString(), data: ids })

/** Writes messages in the transaction of their cause. */
export function createPublish(deps: { deliveries: (db: Db) => Pick<DeliveriesRepository, 'publish'>; clock: Clock }) {
  return async (db: Db, type: WebhookEvent, ids: Readonly<Record<string, string>>): Promise<void> => {
    const now = deps.clock.now()
    await deps.deliveries(db).publish(type, bodyOf(type, now, ids), new Date(now))
  }
}
