import * as z from 'zod/mini'
import { taggedEndpoint } from './endpoint.ts'
import { certificateAuthority, httpsAddress } from './outbound.ts'
import { said } from './said.ts'
import { label } from './text-fields.ts'

const endpoint = taggedEndpoint('Webhooks')

/** Events that endpoints can subscribe to, with the ids in each message. */
export const webhookEvents = {
  'token.created': ['token_id', 'owner_id'],
  'token.rotated': ['token_id', 'former_token_id', 'owner_id'],
  'token.expiring': ['token_id'],
  'token.revoked': ['token_id'],
  'token.leaked': ['token_id'],
  'token.refused': ['token_id'],
  'service_account.changed': ['service_account_id'],
  'service_account.suspended': ['service_account_id'],
  'trust.changed': ['trust_id', 'service_account_id'],
  'workload.replayed': ['service_account_id', 'issuer_id'],
  'take.approval_requested': ['take_id', 'key_id'],
  'take.approved': ['take_id', 'key_id'],
  'take.denied': ['take_id', 'key_id'],
  'code.taken': ['take_id', 'key_id'],
} as const satisfies Record<string, readonly string[]>

export type WebhookEvent = keyof typeof webhookEvents
export type WebhookIds<E extends WebhookEvent> = Record<(typeof webhookEvents)[E][number], string>

export const webhookEventNames = Object.keys(webhookEvents) as [WebhookEvent, ...WebhookEvent[]]

/** Sent by a button, to see whether anything arrives. */
export const testEvent = 'webhook.test'

export const webhookLimits = { endpoints: 20, formerHours: 24, formerSecrets: 5, failingDays: 5, keptDays: 30, shown: 100 } as const

const address = httpsAddress({ hasQuery: true })

export const webhookState = z.enum(['working', 'starting', 'failing', 'paused', 'gone', 'given_up'])
export type WebhookState = z.infer<typeof webhookState>

export const webhook = z.object({
  id: z.string(),
  name: z.string(),
  url: z.string(),
  ca: z.nullable(z.string()),
  event_types: z.array(z.enum(webhookEventNames)),
  signature: z.enum(['v1', 'v1a']),
  /** For `v1a`: the key that receivers verify signatures with. */
  public_key: z.nullable(z.string()),
  is_active: z.boolean(),
  state: webhookState,
  failing_since: z.nullable(z.string()),
  /** Deliveries that are not at the receiver yet. */
  waiting: z.number(),
  last_delivered_at: z.nullable(z.string()),
  /** When the secret before the present one no longer signs; null: none but the present one signs. */
  former_until: z.nullable(z.string()),
  /** Secrets before the present one that sign as well, each for 24 hours after it was renewed. */
  former_secrets: z.number(),
  created_at: z.string(),
})
export type Webhook = z.infer<typeof webhook>

const fields = {
  name: label(100).check(z.minLength(1, 'Name is required')),
  url: address,
  ca: certificateAuthority,
  event_types: z.array(z.enum(webhookEventNames)).check(z.minLength(1, 'Choose at least one event'), z.maxLength(50)),
}

export const listWebhooks = endpoint('GET /admin/webhooks', {
  summary: 'List webhook endpoints',
  response: z.object({ data: z.array(webhook) }),
})

/** `secret`: what receivers check signatures by, of `v1` only; shown once. */
const withSecret = z.object({ ...said, webhook, secret: z.nullable(z.string()) })

export const addWebhook = endpoint('POST /admin/webhooks', {
  summary: 'Create a webhook endpoint (Standard Webhooks); every administrator is notified',
  status: 201,
  idempotent: true,
  body: z.strictObject({ ...fields, signature: z._default(z.enum(['v1', 'v1a']), 'v1a') }),
  errors: ['webhooks.limit', 'webhooks.not_found'],
  response: withSecret,
})

export const changeWebhook = endpoint('PUT /admin/webhooks/{id}', {
  summary: 'Change, pause or resume a webhook endpoint',
  body: z.strictObject({ ...fields, is_active: z.boolean() }),
  errors: ['webhooks.not_found'],
  response: z.object({ ...said, webhook }),
})

export const deleteWebhook = endpoint('DELETE /admin/webhooks/{id}', {
  summary: 'Delete a webhook endpoint and its undelivered messages',
  errors: ['webhooks.not_found'],
})

export const rotateWebhook = endpoint('POST /admin/webhooks/{id}/rotate', {
  summary: 'Rotate the signing secret; former secrets sign as well, each for 24 hours',
  errors: ['webhooks.not_found', 'webhooks.renewed_often'],
  response: withSecret,
})

export const testWebhook = endpoint('POST /admin/webhooks/{id}/test', {
  summary: 'Send a test message to a webhook endpoint',
  errors: ['webhooks.not_found', 'webhooks.paused'],
})

export const webhookDelivery = z.object({
  id: z.string(),
  type: z.string(),
  body: z.string(),
  state: z.enum(['waiting', 'delivered', 'failed']),
  tries: z.number(),
  /** The receiver's last status; null: no answer. */
  last_status: z.nullable(z.number()),
  last_tried_at: z.nullable(z.string()),
  next_try_at: z.nullable(z.string()),
  created_at: z.string(),
})
export type WebhookDelivery = z.infer<typeof webhookDelivery>

export const listDeliveries = endpoint('GET /admin/webhooks/{id}/deliveries', {
  summary: 'List the last 100 messages to an endpoint, newest first',
  errors: ['webhooks.not_found'],
  response: z.object({ data: z.array(webhookDelivery) }),
})

export const resendDelivery = endpoint('POST /admin/webhooks/{id}/deliveries/{delivery_id}/resend', {
  summary: 'Resend a message with the same id',
  errors: ['webhooks.delivery_not_found', 'webhooks.not_found', 'webhooks.paused'],
})
