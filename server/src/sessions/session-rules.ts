import { constantTimeEqual, hashToken } from '../platform/crypto/token.ts'
import type { Credentials, Identity } from '../platform/http/identity.ts'
import type { SessionRow } from './sessions.repository.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** How long a session lasts in milliseconds: unused, and at most. */
export function lifetimeOf(remember: boolean): { idle: number; absolute: number } {
  return remember ? { idle: 30 * day, absolute: 30 * day } : { idle: 12 * hour, absolute: 24 * hour }
}

/** Writing down every use would turn each read into a write; a minute's precision is enough. */
export const touchAfter = minute

/** Whether these credentials open this session now. A browser's session needs its cookie half besides the bearer token. */
export function isGood(session: SessionRow, credentials: Credentials, now: number): boolean {
  if (session.idle_expires_at.getTime() <= now || session.expires_at.getTime() <= now) return false
  if (session.browser_hash === null) return true
  return credentials.browserHalf !== undefined && constantTimeEqual(hashToken(credentials.browserHalf), session.browser_hash)
}

export function identityOf(session: SessionRow): Identity {
  return { id: session.user_id, name: session.name, email: session.email, role: session.role, sessionId: session.session_id }
}
