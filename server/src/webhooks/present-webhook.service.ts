import type { Webhook, WebhookState } from '@twofold/contract/webhooks'
import type { Db } from '../platform/database.ts'
import { fail } from '../platform/fail.ts'
import { publicKeyOf } from '../platform/outbound/sign-webhook.ts'
import type { Tx } from '../platform/transaction.ts'
import type { WebhookRow, WebhookWithFigures } from './webhooks.repository.ts'
import type { WebhooksDeps } from './webhooks.service.ts'

/** Locks endpoints, and presents them as calls answer them. */
export function createWebhookPresenter(deps: WebhooksDeps) {
  async function requireLocked(tx: Tx, id: string): Promise<WebhookRow> {
    const row = await deps.webhooks(tx.db).lock(id)
    if (row === undefined) throw fail('webhooks.not_found')
    return row
  }

  function present(row: WebhookWithFigures): Webhook {
    const formers = deps.secrets.formersOf(row.id, row, deps.clock.now())
    return {
      id: row.id,
      name: row.name,
      url: row.url,
      ca: row.ca,
      event_types: row.event_types,
      signature: row.signature,
      public_key: row.signature === 'v1a' ? publicKeyOf(deps.secrets.open(row.id, row.secret)) : null,
      is_active: row.is_active,
      state: stateOf(row),
      failing_since: row.failing_since?.toISOString() ?? null,
      waiting: row.waiting,
      last_delivered_at: row.last_delivered_at?.toISOString() ?? null,
      former_until: formers[0]?.until.toISOString() ?? null,
      former_secrets: formers.length,
      created_at: row.created_at.toISOString(),
    }
  }

  async function find(db: Db, id: string): Promise<Webhook> {
    const row = (await deps.webhooks(db).list()).find((one) => one.id === id)
    if (row === undefined) throw fail('webhooks.not_found')
    return present(row)
  }

  return { requireLocked, present, find }
}

export type WebhookPresenter = ReturnType<typeof createWebhookPresenter>

function stateOf({ is_active, disabled_because, failing_since, last_delivered_at }: WebhookWithFigures): WebhookState {
  if (!is_active) return disabled_because === 'gone' ? 'gone' : disabled_because === 'failing' ? 'given_up' : 'paused'
  if (failing_since !== null) return 'failing'
  return last_delivered_at === null ? 'starting' : 'working'
}
