import type { CallParts, CallResponse } from '@twofold/contract/endpoint'
import type { Said, Wording } from '@twofold/contract/said'
import { say, sentence } from '@twofold/contract/sentences/sentences'
import { type addWebhook, type changeWebhook, type rotateWebhook, webhookLimits } from '@twofold/contract/webhooks'
import { v7 as uuid } from 'uuid'
import { alertAdministrators } from '../platform/alert-administrators.ts'
import { changeOf } from '../platform/audit.ts'
import { fail } from '../platform/fail.ts'
import { placeOf, requireReachable } from '../platform/outbound/require-reachable.ts'
import { newSigningKey, newSigningSecret } from '../platform/outbound/sign-webhook.ts'
import { hasCapacity } from '../platform/capacity.ts'
import type { Tx } from '../platform/transaction.ts'
import { inUtc } from '../platform/utc-time.ts'
import type { WebhooksDeps } from './webhooks.service.ts'
import type { WebhookPresenter } from './present-webhook.service.ts'

const hour = 60 * 60 * 1000

const newSecret = (signature: 'v1' | 'v1a') => (signature === 'v1' ? newSigningSecret() : newSigningKey())

/** Adds, changes and removes endpoints. */
export function createWebhookEditing(deps: WebhooksDeps, { requireLocked, find }: WebhookPresenter) {
  const notify = (tx: Tx, about: Wording) =>
    alertAdministrators(tx, { type: 'webhooks', message: [about], severity: 'info', time: deps.clock.date() })

  return {
    async add(by: { name: string }, { ca, ...body }: CallParts<typeof addWebhook>['body']): Promise<CallResponse<typeof addWebhook>> {
      await requireReachable(deps, 'url', placeOf(body.url))
      return deps.transaction(async (tx) => {
        const id = uuid()
        const secret = newSecret(body.signature)
        const webhooks = deps.webhooks(tx.db)
        const limit = webhookLimits.endpoints
        if (!(await hasCapacity(tx.db, { of: 'webhook', most: limit, count: webhooks.count })))
          throw fail('webhooks.limit', { parameters: { limit } })
        const row = { ...body, id, ca: ca || null, secret: deps.secrets.seal(id, secret), created_at: deps.clock.date() }
        const [, webhook] = await Promise.all([webhooks.put(row), find(tx.db, id)])
        const { name, url, event_types } = body
        await tx.audit({ action: 'webhook.created', target: { kind: 'webhook', id, name }, after: { url, event_types } })
        await notify(tx, sentence('webhook.told_added', { by: by.name, name, url }))
        return { ...say('webhook.added'), webhook, secret: body.signature === 'v1' ? secret : null }
      })
    },
    /** A disabled endpoint resumes as well, with the next message and those that wait. Another address has not failed yet. */
    async change(
      by: { name: string },
      id: string,
      { ca, is_active, ...body }: CallParts<typeof changeWebhook>['body'],
    ): Promise<CallResponse<typeof changeWebhook>> {
      await requireReachable(deps, 'url', placeOf(body.url))
      return deps.transaction(async (tx) => {
        const row = await requireLocked(tx, id)
        const isResumed = is_active && !row.is_active
        await deps.webhooks(tx.db).change(id, {
          ...body,
          ca: ca || null,
          is_active,
          disabled_because: is_active ? null : (row.disabled_because ?? 'administrator'),
          ...(isResumed || body.url !== row.url ? { failing_since: null } : {}),
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
    /** Former secrets sign as well, each for a day, so that receivers can change over in any order, also where it is renewed again meanwhile. */
    rotate(by: { name: string }, id: string): Promise<CallResponse<typeof rotateWebhook>> {
      return deps.transaction(async (tx) => {
        const row = await requireLocked(tx, id)
        const now = deps.clock.now()
        const formers = deps.secrets.formersOf(id, row, now)
        const limit = webhookLimits.formerSecrets
        const oldest = formers.at(-1)
        if (oldest !== undefined && formers.length >= limit)
          throw fail('webhooks.renewed_often', { parameters: { limit, time: inUtc(oldest.until) } })
        const secret = newSecret(row.signature)
        const until = new Date(now + webhookLimits.formerHours * hour)
        await deps.webhooks(tx.db).change(id, deps.secrets.replace(id, row, secret, { now, until }))
        await tx.audit({ action: 'webhook.rotated', target: { kind: 'webhook', id, name: row.name } })
        await notify(tx, sentence('webhook.told_changed', { by: by.name, name: row.name, url: row.url }))
        return { ...say('webhook.rotated'), webhook: await find(tx.db, id), secret: row.signature === 'v1' ? secret : null }
      })
    },
  }
}
