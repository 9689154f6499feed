import type { Role } from '@twofold/contract/accounts'
import { fail } from './fail.ts'

/** A time in which only administrators work. */
export interface Closure {
  /** The administrators' message; may be empty. */
  message: string
  /** ISO 8601. */
  ends_at: string
}

export function requireOpen(closure: Closure | null, role: Role | undefined, now: number): void {
  if (closure === null || role === 'admin') return
  const ends = new Date(closure.ends_at)
  throw fail('maintenance.active', {
    parameters: { until: ends.toISOString(), note: closure.message },
    retryAfter: Math.max(1, Math.ceil((ends.getTime() - now) / 1000)),
  })
}
