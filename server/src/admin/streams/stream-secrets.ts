import { type StreamTarget, streamTarget } from '@twofold/contract/admin/streams'
import type { Crypto } from '../../platform/crypto/crypto.ts'
import type { StreamRow } from './streams.repository.ts'

/** Keeps the secrets of streams: sealed for their row, opened only to be used. */
export function createStreamSecrets(crypto: Pick<Crypto, 'seal' | 'open'>) {
  const placeOf = (id: string) => ({ table: 'audit_streams', column: 'secret', row: id, owner: '' })
  return {
    seal: (id: string, secret: string): Buffer => crypto.seal('provider', placeOf(id), secret),
    open: ({ id, secret }: Pick<StreamRow, 'id' | 'secret'>): string | undefined =>
      secret === null ? undefined : crypto.open('provider', placeOf(id), secret).toString('utf8'),
  }
}

export type StreamSecrets = ReturnType<typeof createStreamSecrets>

export const targetOf = ({ kind, configuration }: Pick<StreamRow, 'kind' | 'configuration'>): StreamTarget =>
  streamTarget.parse({ kind, ...(configuration as object) })
