import type { Role } from '@twofold/contract/accounts'
import type { SignedIn } from '@twofold/contract/sessions'
import { constantTimeEqual, hashToken } from '../platform/crypto/token.ts'
import type { Credentials, Identity, Stage } from '../platform/http/identity.ts'
import type { Policy } from '../platform/policy/policy.ts'
import type { SessionRow } from './sessions.repository.ts'

/** A sign-in's answer, and the cookie half for a browser. */
export interface OpenedSession {
  answer: SignedIn
  /** `maxAge` in seconds; absent: until the browser closes. */
  browserHalf?: { value: string; maxAge?: number }
}

/** Where a person lands. Chosen here, from this list, never from what a request says. */
export const home: Record<Role, string> = { admin: '/admin', user: '/dashboard' }

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

export type SessionPolicy = Pick<Policy, 'session_idle_hours' | 'session_absolute_hours' | 'session_remember_days'>

/** How long a session lasts in milliseconds: unused, and at most. */
export function lifetimeOf(policy: SessionPolicy, remember: boolean): { idle: number; absolute: number } {
  const { session_idle_hours: idle, session_absolute_hours: absolute, session_remember_days: days } = policy
  return remember ? { idle: days * day, absolute: days * day } : { idle: idle * hour, absolute: absolute * hour }
}

/** Milliseconds in which the second step has to follow the first. */
export const pendingLifetime = 10 * minute

/** Milliseconds that a sign-up takes after the hashes, whether or not its address has an account. */
export const signUpTakes = 100

/** Wrong answers at the second step that end the sign-in. */
export const secondStepTries = 5

/** Milliseconds after which a device counts as new again. */
export const devicesKnownFor = 90 * day

/** Wrong tries just before a right one that make it worth a mail. */
export const suspiciousFailures = 3

/** Writing down every use would turn each read into a write; a minute's precision is enough. */
export const touchAfter = minute

/** The same for a vault that may lock itself within a minute. */
export const activityPrecision = 5000

/** Whether the vault is closed in this session until the PIN is entered. */
export function isLocked(session: Pick<SessionRow, 'locked_at' | 'active_at' | 'auto_lock_minutes'>, now: number): boolean {
  if (session.locked_at !== null) return true
  return session.auto_lock_minutes !== null && session.active_at.getTime() + session.auto_lock_minutes * minute <= now
}

/** Whether these credentials open this session now. A browser's session needs its cookie half besides the bearer token. */
export function isGood(session: SessionRow, credentials: Credentials, now: number): boolean {
  if (session.idle_expires_at.getTime() <= now || session.expires_at.getTime() <= now) return false
  if (session.browser_hash === null) return true
  return credentials.browserHalf !== undefined && constantTimeEqual(hashToken(credentials.browserHalf), session.browser_hash)
}

/** The second step comes before anything else, also before a new password. */
export function stageOf(session: Pick<SessionRow, 'is_pending' | 'must_change_password'>): Stage {
  if (session.is_pending) return 'second_factor'
  return session.must_change_password ? 'password_change' : 'full'
}

/** Who a good session belongs to, at `now`. */
export function identityOf(session: SessionRow, now: number): Identity {
  const pinUntil = session.pin_until?.getTime() ?? null
  return {
    id: session.user_id,
    name: session.name,
    email: session.email,
    role: session.role,
    sessionId: session.session_id,
    stage: stageOf(session),
    pinUntil: pinUntil !== null && pinUntil > now ? pinUntil : null,
    isLocked: isLocked(session, now),
    autoLockMinutes: session.auto_lock_minutes,
    closure: session.closure,
    isRemembered: session.remember,
  }
}
