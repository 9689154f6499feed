/* Signs messages to other servers as Standard Webhooks 1.0.0 says: those of webhooks/, and of audit streams to an address. */
import { createHmac, createPrivateKey, createPublicKey, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

const [sharedPrefix, privatePrefix, publicPrefix] = ['whsec_', 'whsk_', 'whpk_'] as const

/** A secret of Standard Webhooks: 32 random bytes. */
export const newSigningSecret = (): string => `${sharedPrefix}${randomBytes(32).toString('base64')}`

/** A key of Standard Webhooks, whose public half receivers have: the seed and that half, one after the other. */
export function newSigningKey(): string {
  const { d = '', x = '' } = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' })
  return `${privatePrefix}${Buffer.concat([Buffer.from(d, 'base64url'), Buffer.from(x, 'base64url')]).toString('base64')}`
}

function privateKeyOf(key: string) {
  const bytes = Buffer.from(key.slice(privatePrefix.length), 'base64')
  const [d, x] = [bytes.subarray(0, 32).toString('base64url'), bytes.subarray(32).toString('base64url')]
  return createPrivateKey({ key: { kty: 'OKP', crv: 'Ed25519', d, x }, format: 'jwk' })
}

/** The key that receivers verify signatures with. Null for a shared secret. */
export function publicKeyOf(secret: string): string | null {
  if (!secret.startsWith(privatePrefix)) return null
  const { x = '' } = createPublicKey(privateKeyOf(secret)).export({ format: 'jwk' })
  return `${publicPrefix}${Buffer.from(x, 'base64url').toString('base64')}`
}

function signatureBy(secret: string, content: string): string {
  if (secret.startsWith(privatePrefix)) return `v1a,${sign(null, Buffer.from(content), privateKeyOf(secret)).toString('base64')}`
  const key = Buffer.from(secret.slice(sharedPrefix.length), 'base64')
  return `v1,${createHmac('sha256', key).update(content).digest('base64')}`
}

/** The headers by which a receiver knows that a message is ours and new (Standard Webhooks 1.0.0). It is signed by each of the secrets. */
export function signMessage(secrets: readonly string[], message: { id: string; seconds: number; body: string }): Record<string, string> {
  const content = `${message.id}.${message.seconds}.${message.body}`
  const signatures = secrets.map((one) => signatureBy(one, content))
  return { 'webhook-id': message.id, 'webhook-timestamp': String(message.seconds), 'webhook-signature': signatures.join(' ') }
}
