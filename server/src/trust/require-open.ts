import { fail } from '../platform/fail.ts'
import type { Closed } from '../platform/identity.ts'

/** End of the closure, in milliseconds since 1970; null: open. Secrets are always closed while codes are. */
export const closedUntil = ({ codes, secrets }: Closed, what: 'codes' | 'secrets'): number | null =>
  what === 'codes' ? codes : Math.max(codes ?? 0, secrets ?? 0) || null

export function requireOpen(closed: Closed, what: 'codes' | 'secrets'): void {
  const until = closedUntil(closed, what)
  if (until !== null) throw fail(`keys.${what}_closed`, { parameters: { until: new Date(until).toISOString() } })
}
