import type { CallResponse } from '@twofold/contract/endpoint'
import type { Said } from '@twofold/contract/said'
import { say } from '@twofold/contract/sentences/sentences'
import { type listDeliveries, type listWebhooks, testEvent, type WebhookDelivery } from '@twofold/contract/webhooks'
import { v7 as uuid } from 'uuid'
import type { Db } from '../platform/database.ts'
import { fail } from '../platform/fail.ts'
import type { Reach } from '../platform/outbound/require-reachable.ts'
import { bodyOf } from './publish.ts'
import type { WebhookSecrets } from './webhook-secrets.ts'
import type { DeliveryRow, WebhooksRepository } from './webhooks.repository.ts'
import { createWebhookPresenter } from './present-webhook.service.ts'
import { createWebhookEditing } from './webhook-editing.service.ts'
import type { ServiceDeps } from '../platform/service-deps.ts'

export interface WebhooksDeps extends ServiceDeps, Reach {
  webhooks: (db: Db) => WebhooksRepository
  secrets: WebhookSecrets
}

/** Endpoints and the events they subscribe to. Every administrator is notified of changes at once, as for streams. */
export function createWebhooksService(deps: WebhooksDeps) {
  const presenter = createWebhookPresenter(deps)
  const { requireLocked, present, find } = presenter
  const rows = deps.webhooks(deps.db)

  return {
    ...createWebhookEditing(deps, presenter),
    async list(): Promise<CallResponse<typeof listWebhooks>> {
      return { data: (await rows.list()).map(present) }
    },
    test(id: string): Promise<Said> {
      return deps.transaction(async (tx) => {
        const { name, is_active } = await requireLocked(tx, id)
        if (!is_active) throw fail('webhooks.paused')
        const body = bodyOf(testEvent, deps.clock.now(), { webhook_id: id })
        await deps.webhooks(tx.db).putDelivery({ id: uuid(), endpoint_id: id, type: testEvent, body, created_at: deps.clock.date() })
        await tx.audit({ action: 'webhook.tested', target: { kind: 'webhook', id, name } })
        return say('webhook.test_sent')
      })
    },
    async listDeliveries(id: string): Promise<CallResponse<typeof listDeliveries>> {
      await find(deps.db, id)
      return { data: (await rows.listDeliveries(id)).map(presentDelivery) }
    },
    resend(id: string, deliveryId: string): Promise<Said> {
      return deps.transaction(async (tx) => {
        const { name, is_active } = await requireLocked(tx, id)
        if (!is_active) throw fail('webhooks.paused')
        if (!(await deps.webhooks(tx.db).sendAgain(deliveryId, id, deps.clock.date()))) throw fail('webhooks.delivery_not_found')
        await tx.audit({ action: 'webhook.resent', target: { kind: 'webhook', id, name }, after: { delivery: deliveryId } })
        return say('webhook.sent_again')
      })
    },
  }
}

export type WebhooksService = ReturnType<typeof createWebhooksService>

const presentDelivery = (row: DeliveryRow): WebhookDelivery => ({
  ...row,
  last_tried_at: row.last_tried_at?.toISOString() ?? null,
  next_try_at: row.next_try_at?.toISOString() ?? null,
  created_at: row.created_at.toISOString(),
})
