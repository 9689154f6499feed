import { fail } from './fail.ts'

/** `read`: when it was last changed as whoever changes it now has read it; undefined: they did not say. Asked behind the lock of the row. */
export function requireUnchanged(read: string | undefined, { updated_at }: { updated_at: Date }): void {
  if (read !== undefined && Date.parse(read) !== updated_at.getTime()) throw fail('email.changed_meanwhile')
}
