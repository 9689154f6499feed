import { fail } from './fail.ts'

/** `since`: the last change that the caller has seen; undefined: not given. Call it while holding the row's lock. */
export function requireUnchanged(since: string | undefined, { updated_at }: { updated_at: Date }): void {
  if (since !== undefined && Date.parse(since) !== updated_at.getTime()) throw fail('email.changed_meanwhile')
}
