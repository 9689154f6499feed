import type { HashAlgorithm, KeyKind } from '@twofold/contract/keys'
import type { Place } from '../platform/crypto/seal.ts'

/** What decides, beside the secret and the time, which codes a key shows. The counter is not among it: it moves on with each use. */
export interface BoundKey {
  id: string
  owner_id: string
  kind: KeyKind
  algorithm: HashAlgorithm
  digits: number
  /** Seconds; null for counter-based keys. */
  period: number | null
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
