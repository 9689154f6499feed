import type { Place } from '../platform/crypto/sealed-value.ts'
import type { CodeSettings } from '@twofold/contract/otpauth'

/** The parameters that determine a key's codes, in addition to secret and time. The counter is not among them, as it changes with each use. */
export interface BoundKey extends Omit<CodeSettings, 'counter'> {
  id: string
  owner_id: string
}

/**
 * Storage location of a key's secret. Its parameters are authenticated with it, so that access to the database is not enough to make a secret produce
 * other codes than it was added for. `data-key-columns.ts` has the same in SQL, for rotation.
 */
export function secretPlace({ id, owner_id, kind, algorithm, digits, period }: BoundKey): Place {
  return { table: 'keys', column: 'secret', row: id, owner: owner_id, context: `${kind}:${algorithm}:${digits}:${period ?? ''}` }
}
