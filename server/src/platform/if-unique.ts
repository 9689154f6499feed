import { DatabaseError } from 'pg'

/** False where another row has the value; the transaction can then only be rolled back. */
export async function ifUnique(write: () => Promise<unknown>): Promise<boolean> {
  try {
    await write()
    return true
  } catch (error) {
    if (error instanceof DatabaseError && error.code === '23505') return false
    throw error
  }
}
