import type { CallParts, CallResponse } from '@twofold/contract/endpoint'
import type { Said, Wording } from '@twofold/contract/said'
import { say, sentence } from '@twofold/contract/sentences/sentences'
import { testEvent, webhookLimits } from '@twofold/contract/webhooks'
import type {
  addWebhook,
  changeWebhook,
  listDeliveries,
  listWebhooks,
  rotateWebhook,
  Webhook,
  WebhookDelivery,
  WebhookState,
} from '@twofold/contract/webhooks'
import { v7 as uuid } from 'uuid'
import { changeOf } from '../platform/audit.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/database.ts'
import { fail } from '../platform/fail.ts'
import { HostRefusedError } from '../platform/outbound/pinned-host.ts'
import type { PinnedHosts } from '../platform/outbound/pinned-host.ts'
import { newSigningKey, newSigningSecret, publicKeyOf } from '../platform/outbound/standard-webhook.ts'
import type { Transaction, Tx } from '../platform/transaction.ts'
import { bodyOf } from './publish.ts'
import { hostOfUrl, mayUsePort } from './reachable.ts'
import type { WebhookSecrets } from './webhook-secrets.ts'
import type { DeliveryRow, WebhookRow, WebhooksRepository, WebhookWithFigures } from './webhooks.repository.ts'

const hour = 60 * 60 * 1000

export interface WebhooksDeps {
  db: Db
  transaction: Transaction
  webhooks: (db: Db) => WebhooksRepository
  secrets: WebhookSecrets
  hosts: PinnedHosts
  isListed: (host: string) => boolean
  clock: Clock
}

const newSecret = (signature: 'v1' | 'v1a') => (signature === 'v1' ? newSigningSecret() : newSigningKey())

/** Which endpoints are told of what. Whatever changes here, every administrator is notified of at once, as with streams. */
export function createWebhooksService(deps: WebhooksDeps) {
  const rows = deps.webhooks(deps.db)
  const now = () => new Date(deps.clock.now())

  /** Said on the field, while somebody is there to read it. Each try checks again. */
  async function requireReachable(url: string): Promise<void> {
    const refuse = (message: string) => fail('request.invalid', { errors: { url: [message] } })
    if (!mayUsePort(url, deps.isListed)) throw refuse(`Port ${new URL(url).port} is used only for hosts that OUTBOUND_ALLOW lists.`)
    await deps.hosts.addressesOf(hostOfUrl(url)).catch((error: unknown) => {
      if (error instanceof HostRefusedError) throw refuse(error.message)
      // The name may be unknown only for now.
    })
  }

  async function notify(tx: Tx, about: Wording): Promise<void> {
    await tx.emit('admin.system.alert', {
      data: {
        'alert.type': 'webhooks',
        'alert.message': [about],
        'alert.severity': 'info',
        'alert.time': now().toISOString(),
      },
    })
  }

  async function requireLocked(tx: Tx, id: string): Promise<WebhookRow> {
    const row = await deps.webhooks(tx.db).lock(id)
    if (row === undefined) throw fail('webhooks.not_found')
    return row
  }

  function present(row: WebhookWithFigures): Webhook {
    const isOverlapping = row.former_until !== null && row.former_until.getTime() > deps.clock.now()
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
      former_until: isOverlapping ? (row.former_until?.toISOString() ?? null) : null,
      created_at: row.created_at.toISOString(),
    }
  }

  async function find(db: Db, id: string): Promise<Webhook> {
    const row = (await deps.webhooks(db).list()).find((one) => one.id === id)
    if (row === undefined) throw fail('webhooks.not_found')
    return present(row)
  }

  return {
    async list(): Promise<CallResponse<typeof listWebhooks>> {
      return { data: (await rows.list()).map(present) }
    },

    async add(by: { name: string }, { ca, ...body }: CallParts<typeof addWebhook>['body']): Promise<CallResponse<typeof addWebhook>> {
      await requireReachable(body.url)
      return deps.transaction(async (tx) => {
        const id = uuid()
        const secret = newSecret(body.signature)
        const limit = webhookLimits.endpoints
        const row = { ...body, id, ca: ca || null, secret: deps.secrets.seal(id, secret), created_at: now() }
        const [count, webhook] = await Promise.all([deps.webhooks(tx.db).put(row), find(tx.db, id)])
        if (count > limit) throw fail('webhooks.limit', { parameters: { limit } })
        const { name, url, event_types } = body
        await tx.audit({ action: 'webhook.created', target: { kind: 'webhook', id, name }, after: { url, event_types } })
        await notify(tx, sentence('webhook.told_added', { by: by.name, name, url }))
        return { ...say('webhook.added'), webhook, secret: body.signature === 'v1' ? secret : null }
      })
    },

    /** Also what was disabled goes on, from the next message on and with those that wait. */
    async change(
      by: { name: string },
      id: string,
      { ca, is_active, ...body }: CallParts<typeof changeWebhook>['body'],
    ): Promise<CallResponse<typeof changeWebhook>> {
      await requireReachable(body.url)
      return deps.transaction(async (tx) => {
        const row = await requireLocked(tx, id)
        const isResumed = is_active && !row.is_active
        await deps.webhooks(tx.db).change(id, {
          ...body,
          ca: ca || null,
          is_active,
          disabled_because: is_active ? null : (row.disabled_because ?? 'administrator'),
          ...(isResumed ? { failing_since: null } : {}),
        })
        const before = { name: row.name, url: row.url, ca: row.ca, event_types: row.event_types, is_active: row.is_active }
        await tx.audit({
          action: 'webhook.changed',
          target: { kind: 'webhook', id, name: body.name },
          ...changeOf(before, { ...body, ca: ca || null, is_active }),
        })
        await notify(tx, sentence('webhook.told_changed', { by: by.name, name: body.name, url: body.url }))
        return { ...say('webhook.saved'), webhook: await find(tx.db, id) }
      })
    },

    async remove(by: { name: string }, id: string): Promise<Said> {
      return deps.transaction(async (tx) => {
        const { name, url } = await requireLocked(tx, id)
        await deps.webhooks(tx.db).remove(id)
        await tx.audit({ action: 'webhook.deleted', target: { kind: 'webhook', id, name }, before: { url } })
        await notify(tx, sentence('webhook.told_removed', { by: by.name, name, url }))
        return say('webhook.removed')
      })
    },

    /** The former secret signs as well for a day, so that receivers can change over in any order. */
    rotate(by: { name: string }, id: string): Promise<CallResponse<typeof rotateWebhook>> {
      return deps.transaction(async (tx) => {
        const row = await requireLocked(tx, id)
        const secret = newSecret(row.signature)
        await deps.webhooks(tx.db).change(id, {
          secret: deps.secrets.seal(id, secret),
          former_secret: deps.secrets.makeFormer(id, row.secret),
          former_until: new Date(deps.clock.now() + webhookLimits.formerHours * hour),
        })
        await tx.audit({ action: 'webhook.rotated', target: { kind: 'webhook', id, name: row.name } })
        await notify(tx, sentence('webhook.told_changed', { by: by.name, name: row.name, url: row.url }))
        return { ...say('webhook.rotated'), webhook: await find(tx.db, id), secret: row.signature === 'v1' ? secret : null }
      })
    },

    test(id: string): Promise<Said> {
      return deps.transaction(async (tx) => {
        const { name, is_active } = await requireLocked(tx, id)
        if (!is_active) throw fail('webhooks.paused')
        const body = bodyOf(testEvent, deps.clock.now(), { webhook_id: id })
        await deps.webhooks(tx.db).putDelivery({ id: uuid(), endpoint_id: id, type: testEvent, body, created_at: now() })
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
        if (!(await deps.webhooks(tx.db).sendAgain(deliveryId, id, now()))) throw fail('webhooks.delivery_not_found')
        await tx.audit({ action: 'webhook.resent', target: { kind: 'webhook', id, name }, after: { delivery: deliveryId } })
        return say('webhook.sent_again')
      })
    },
  }
}

export type WebhooksService = ReturnType<typeof createWebhooksService>

function stateOf({ is_active, disabled_because, failing_since, last_delivered_at }: WebhookWithFigures): WebhookState {
  if (!is_active) return disabled_because === 'gone' ? 'gone' : disabled_because === 'failing' ? 'given_up' : 'paused'
  if (failing_since !== null) return 'failing'
  return last_delivered_at === null ? 'starting' : 'working'
}

const presentDelivery = (row: DeliveryRow): WebhookDelivery => ({
  ...row,
  last_tried_at: row.last_tried_at?.toISOString() ?? null,
  next_try_at: row.next_try_at?.toISOString() ?? null,
  created_at: row.created_at.toISOString(),
})
