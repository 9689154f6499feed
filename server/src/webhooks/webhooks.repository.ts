import { type WebhookEvent, webhookLimits } from '@twofold/contract/webhooks'
import { sql } from 'kysely'
import type { Db } from '../platform/database.ts'
import { plain } from '../platform/like-pattern.ts'
import { changesRow, countRows } from '../platform/row-counts.ts'
import type { KeptSecrets } from './webhook-secrets.ts'

export interface NewWebhook {
  id: string
  name: string
  url: string
  ca: string | null
  event_types: WebhookEvent[]
  signature: 'v1' | 'v1a'
  secret: Buffer
  created_at: Date
}

export interface WebhookRow extends NewWebhook, KeptSecrets {
  is_active: boolean
  disabled_because: 'administrator' | 'gone' | 'failing' | null
  failing_since: Date | null
}

export interface WebhookWithFigures extends WebhookRow {
  waiting: number
  last_delivered_at: Date | null
}

export interface DeliveryRow {
  id: string
  type: string
  body: string
  state: 'waiting' | 'delivered' | 'failed'
  tries: number
  last_status: number | null
  last_tried_at: Date | null
  next_try_at: Date | null
  created_at: Date
}

type Change = Partial<Omit<WebhookRow, 'id' | 'created_at' | 'signature'>>

/** Endpoints, and what was sent to them, as screens have it. */
export function createWebhooksRepository(db: Db) {
  return {
    async list(): Promise<WebhookWithFigures[]> {
      const { rows } = await sql<WebhookWithFigures>`
        select endpoints.*,
          (select count(*)::int from webhook_deliveries where endpoint_id = endpoints.id and state = 'waiting') as waiting,
          (select max(last_tried_at) from webhook_deliveries where endpoint_id = endpoints.id and state = 'delivered') as last_delivered_at
        from webhook_endpoints endpoints order by ${plain('endpoints.name')}, endpoints.id`.execute(db)
      return rows
    },
    async lock(id: string): Promise<WebhookRow | undefined> {
      const row = await db.selectFrom('webhook_endpoints').where('id', '=', id).selectAll().forNoKeyUpdate().executeTakeFirst()
      return row as WebhookRow | undefined
    },
    count: (): Promise<number> => countRows(db.selectFrom('webhook_endpoints')),
    async put(webhook: NewWebhook): Promise<void> {
      await db.insertInto('webhook_endpoints').values(webhook).execute()
    },
    async change(id: string, change: Change): Promise<void> {
      await db.updateTable('webhook_endpoints').set(change).where('id', '=', id).execute()
    },
    async remove(id: string): Promise<void> {
      await db.deleteFrom('webhook_endpoints').where('id', '=', id).execute()
    },
    listDeliveries: (id: string): Promise<DeliveryRow[]> =>
      db
        .selectFrom('webhook_deliveries')
        .where('endpoint_id', '=', id)
        .select(['id', 'type', 'body', 'state', 'tries', 'last_status', 'last_tried_at', 'next_try_at', 'created_at'])
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(webhookLimits.shown)
        .execute(),
    async putDelivery(delivery: { id: string; endpoint_id: string; type: string; body: string; created_at: Date }): Promise<void> {
      await db
        .insertInto('webhook_deliveries')
        .values({ ...delivery, next_try_at: delivery.created_at })
        .execute()
    },
    /** Restarts the schedule. False: there is no such message. */
    sendAgain: (id: string, endpointId: string, now: Date): Promise<boolean> =>
      changesRow(
        db
          .updateTable('webhook_deliveries')
          .set({ state: 'waiting', tries: 0, next_try_at: now, lease_until: null })
          .where('id', '=', id)
          .where('endpoint_id', '=', endpointId),
      ),
  }
}

export type WebhooksRepository = ReturnType<typeof createWebhooksRepository>
