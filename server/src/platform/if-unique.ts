import { DatabaseError } from 'pg'
import { countChanged, type Written } from './row-counts.ts'

/**
 * True: written. False: another row has the value, and the transaction can only be rolled back. The caller must hold a lock on the row: if no row is
 * written at all, this throws.
 */
export async function ifUnique(write: () => Promise<Written>): Promise<boolean> {
  try {
    if ((await countChanged(write)) === 0) throw new Error('Nothing was written: the row is not there.')
    return true
  } catch (error) {
    if (error instanceof DatabaseError && error.code === '23505') return false
    throw error
  }
}
