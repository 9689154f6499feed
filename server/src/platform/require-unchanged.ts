import { fail } from './fail.ts'

/** `since`: when it was last changed, as whoever changes it now has read it; undefined: they did not say. Asked behind the lock of the row. */
export function requireUnchanged(since: string | undefined, { updated_at }: { updated_at: Date }): void {
  if (since !== undefined && Date.parse(since) !== updated_at.getTime()) throw fail('email.changed_meanwhile')
}
