import type { ProviderConfiguration } from '@twofold/contract/mail-delivery/providers'
import type { Crypto } from '../../platform/crypto/crypto.ts'
import { readConfiguration } from './provider-configuration.ts'
import type { ProviderRow } from './providers.repository.ts'

/** Keeps the secrets of providers: sealed for their row, opened only to be used. */
export function createProviderSecrets(crypto: Pick<Crypto, 'seal' | 'open'>) {
  const placeOf = (id: string) => ({ table: 'email_providers', column: 'secret', row: id, owner: '' })

  return {
    seal: (id: string, secret: string): Buffer => crypto.seal('provider', placeOf(id), secret),
    /** Throws an UnsealError when the secret belongs to another provider. */
    open: (row: Pick<ProviderRow, 'id' | 'secret'>): string | undefined =>
      row.secret === null ? undefined : crypto.open('provider', placeOf(row.id), row.secret).toString('utf8'),
    /** Everything that is needed to send through a provider. */
    configurationOf(row: ProviderRow): ProviderConfiguration {
      return readConfiguration(row, this.open(row))
    },
  }
}

export type ProviderSecrets = ReturnType<typeof createProviderSecrets>
