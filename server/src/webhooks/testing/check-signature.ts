import { createPublicKey, verify } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import type { SunkRequest } from '../../platform/testing/https-sink.ts'

const contentOf = ({ headers, body }: SunkRequest) => `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`

/** By a public key, whenever it was. */
export function isSignedBy(publicKey: string, request: SunkRequest): boolean {
  const x = Buffer.from(publicKey.slice('whpk_'.length), 'base64').toString('base64url')
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
  const signatures = String(request.headers['webhook-signature']).split(' ')
  return signatures.some((one) => {
    const [version, signature = ''] = one.split(',')
    return version === 'v1a' && verify(null, Buffer.from(contentOf(request)), key, Buffer.from(signature, 'base64'))
  })
}

/** By a secret, as an implementation of Standard Webhooks sees it now. */
export const isVerified = (secret: string, { body, headers }: SunkRequest) => {
  try {
    new Webhook(secret).verify(body, headers as Record<string, string>)
    return true
  } catch {
    return false
  }
}
