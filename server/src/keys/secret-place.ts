import type { Place } from '../platform/crypto/sealed-value.ts'
import type { CodeSettings } from '@twofold/contract/otpauth'

/** What decides, beside the secret and the time, which codes a key shows. The counter is not among it: it moves on with each use. */
export interface BoundKey extends Omit<CodeSettings, 'counter'> {
  id: string
  owner_id: string
}

/**
 * Where the secret of a key is stored. Its parameters are authenticated with it, so that nobody with the database can have a secret produce
 * other codes than it was added for. `sealed-columns.ts` says the same in SQL, for rotation.
 */
export function secretPlace({ id, owner_id, kind, algorithm, digits, period }: BoundKey): Place {
  return { table: 'keys', column: 'secret', row: id, owner: owner_id, context: `${kind}:${algorithm}:${digits}:${period ?? ''}` }
}

export function notePlace({ id, owner_id }: Pick<BoundKey, 'id' | 'owner_id'>): Place {
  return { table: 'keys', column: 'note', row: id, owner: owner_id }
}
