import { fail } from '../platform/fail.ts'
import type { Closed } from '../platform/identity.ts'

/** Secrets are always closed while codes are. */
export function requireOpen({ codes, secrets }: Closed, what: 'codes' | 'secrets'): void {
  const until = what === 'codes' ? codes : Math.max(codes ?? 0, secrets ?? 0) || null
  if (until !== null) throw fail(`keys.${what}_closed`, { parameters: { until: new Date(until).toISOString() } })
}
