import { createHmac, randomBytes } from 'node:crypto'

const prefix = 'whsec_'

/** A secret of Standard Webhooks: 32 random bytes. */
export const newSigningSecret = (): string => `${prefix}${randomBytes(32).toString('base64')}`

/** The headers by which a receiver knows that a message is ours and new (Standard Webhooks 1.0.0, symmetric signature). */
export function signMessage(secret: string, message: { id: string; seconds: number; body: string }): Record<string, string> {
  const key = Buffer.from(secret.slice(prefix.length), 'base64')
  const signature = createHmac('sha256', key).update(`${message.id}.${message.seconds}.${message.body}`).digest('base64')
  return { 'webhook-id': message.id, 'webhook-timestamp': String(message.seconds), 'webhook-signature': `v1,${signature}` }
}
