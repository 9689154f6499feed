import { fail } from '../platform/fail.ts'
import type { Closed, SessionRow } from '../platform/identity.ts'

/** The closed parts of an account at `now`. */
export function closedOf(account: Pick<SessionRow, 'secrets_closed_until' | 'codes_closed_until'>, now: number): Closed {
  return { codes: laterThan(now, account.codes_closed_until), secrets: laterThan(now, account.secrets_closed_until) }
}

export const laterThan = (now: number, time: Date | null): number | null => (time !== null && time.getTime() > now ? time.getTime() : null)

/** End of the closure, in milliseconds since 1970; null: open. Secrets are always closed while codes are. */
export const closedUntil = ({ codes, secrets }: Closed, what: 'codes' | 'secrets'): number | null =>
  what === 'codes' ? codes : Math.max(codes ?? 0, secrets ?? 0) || null

export function requireOpen(closed: Closed, what: 'codes' | 'secrets'): void {
  const until = closedUntil(closed, what)
  if (until !== null) throw fail(`keys.${what}_closed`, { parameters: { until: new Date(until).toISOString() } })
}
