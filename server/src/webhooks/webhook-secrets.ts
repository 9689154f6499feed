import type { Crypto } from '../platform/crypto/crypto.ts'

type SecretColumn = 'secret' | 'former_secret'

/** Keeps the secrets of endpoints: sealed for their row and column, as rotation finds them; opened only to sign. */
export function createWebhookSecrets(crypto: Pick<Crypto, 'seal' | 'open'>) {
  const placeOf = (id: string, column: SecretColumn) => ({ table: 'webhook_endpoints', column, row: id, owner: '' })
  const seal = (id: string, secret: string, column: SecretColumn = 'secret'): Buffer => crypto.seal('provider', placeOf(id, column), secret)
  const open = (id: string, sealed: Buffer, column: SecretColumn = 'secret'): string =>
    crypto.open('provider', placeOf(id, column), sealed).toString('utf8')
  return {
    seal,
    open,
    /** The present secret, as the one before another. */
    makeFormer: (id: string, sealed: Buffer): Buffer => seal(id, open(id, sealed), 'former_secret'),
  }
}

export type WebhookSecrets = ReturnType<typeof createWebhookSecrets>
