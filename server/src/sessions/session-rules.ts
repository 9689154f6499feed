import type { Role } from '@twofold/contract/accounts'
import type { ErrorCode } from '@twofold/contract/errors'
import type { SignedIn } from '@twofold/contract/sessions'
import { constantTimeEqual, hashToken } from '../platform/crypto/token.ts'
import type { Credentials, Identity, Opened, SessionRow, Stage } from '../platform/identity.ts'
import type { Policy } from '../platform/policy/policy.ts'
import { closedOf, laterThan } from '../trust/require-open.ts'

/** A sign-in's answer, and the cookie half for a browser. */
export interface OpenedSession {
  answer: SignedIn
  /** `maxAge` in seconds; absent: until the browser closes. */
  browserHalf?: { value: string; maxAge?: number }
}

/** The first page after sign-in. Chosen from this list, never from the request. */
export const home: Record<Role, string> = { admin: '/admin', user: '/dashboard' }

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

export type SessionPolicy = Pick<Policy, 'session_idle_hours' | 'session_absolute_hours' | 'session_remember_days'>

/** The setting that says who needs a second factor. */
export type FactorPolicy = Pick<Policy, 'second_factor'>

/** Lifetime of a session in milliseconds: idle, and absolute. */
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

/** Failed attempts before a successful one that justify an e-mail. */
export const suspiciousFailures = 3

/** Writing down every use would turn each read into a write; a minute's precision is enough. */
export const touchAfter = minute

/** The same for a vault that may lock itself within a minute. */
export const activityPrecision = 5000

/** Whether the vault is locked in this session until the PIN is entered. */
export function isLocked(session: Pick<SessionRow, 'locked_at' | 'active_at' | 'auto_lock_minutes'>, now: number): boolean {
  if (session.locked_at !== null) return true
  return session.auto_lock_minutes !== null && session.active_at.getTime() + session.auto_lock_minutes * minute <= now
}

/** Whether the session is unexpired. */
const isAlive = (session: Pick<SessionRow, 'idle_expires_at' | 'expires_at'>, now: number): boolean =>
  session.idle_expires_at.getTime() > now && session.expires_at.getTime() > now

/** The people of those sessions or tokens that are still valid, by id. */
export function openOf(rows: readonly SessionRow[], by: Opened, policy: FactorPolicy, now: number): Map<string, Identity> {
  // The vault that locks itself is the one on a screen.
  const seen = (row: SessionRow) => (by === 'token' ? { ...row, auto_lock_minutes: null } : row)
  return new Map(rows.filter((row) => isAlive(row, now)).map((row) => [row.session_id, identityOf(seen(row), policy, now)]))
}

/** Whether these credentials open this session now. A browser's session needs its cookie half in addition to the bearer token. */
export function isGood(session: SessionRow, credentials: Credentials, now: number): boolean {
  return isAlive(session, now) && isOfBrowser(session.browser_hash, credentials)
}

/** Whether the cookie half matches the session's, if it is bound to one. */
export function isOfBrowser(browserHash: Buffer | null, credentials: Credentials): boolean {
  if (browserHash === null) return true
  return credentials.browserHalf !== undefined && constantTimeEqual(hashToken(credentials.browserHalf), browserHash)
}

/** Milliseconds for which a session that is over can say why: as long as one may last. */
export const endsKeptFor = 30 * day

/** The error for each reason that `ended_sessions` knows. */
const endErrors = {
  expired: 'auth.session_expired',
  revoked: 'auth.session_revoked',
  revoked_by_admin: 'auth.session_revoked_by_admin',
  password_changed: 'auth.session_password_changed',
  role_changed: 'auth.session_role_changed',
  deactivated: 'auth.session_deactivated',
  deleted: 'auth.session_deleted',
} as const satisfies Record<string, ErrorCode>

/** The error for an ended session, by the stored reason. */
export const endErrorOf = (reason: string) =>
  Object.hasOwn(endErrors, reason) ? endErrors[reason as keyof typeof endErrors] : 'auth.unauthenticated'

/** Whether this role requires a second factor. */
export const isFactorRequired = (policy: FactorPolicy, role: Role): boolean =>
  policy.second_factor === 'all' || (policy.second_factor === 'admins' && role === 'admin')

/** End of the grace period for a required second factor, in milliseconds since 1970; null: none is required. */
function factorDueOf(session: FactorState, policy: FactorPolicy): number | null {
  if (session.has_second_factor || !isFactorRequired(policy, session.role)) return null
  return session.second_factor_due_at?.getTime() ?? null
}

type FactorState = Pick<SessionRow, 'role' | 'has_second_factor' | 'second_factor_due_at'>
type Staged = FactorState &
  Pick<SessionRow, 'is_pending' | 'stopped_at' | 'must_change_password' | 'secrets_closed_until' | 'codes_closed_until'>

/**
 * The second step comes before anything else, also before a new password; while an account is stopped, a proof does. A second factor that is
 * overdue comes last, and waits while the account is closed: none can be added then.
 */
export function stageOf(session: Staged, policy: FactorPolicy, now: number): Stage {
  if (session.is_pending) return 'second_factor'
  if (session.stopped_at !== null) return 'stopped'
  if (session.must_change_password) return 'password_change'
  const due = factorDueOf(session, policy)
  const { codes, secrets } = closedOf(session, now)
  return due !== null && due <= now && codes === null && secrets === null ? 'enrolment' : 'full'
}

/** The identity of a valid session at `now`. */
export function identityOf(session: SessionRow, policy: FactorPolicy, now: number): Identity {
  return {
    id: session.user_id,
    name: session.name,
    email: session.email,
    role: session.role,
    sessionId: session.session_id,
    stage: stageOf(session, policy, now),
    pinUntil: laterThan(now, session.pin_until),
    factorUntil: laterThan(now, session.factor_until),
    isLocked: isLocked(session, now),
    autoLockMinutes: session.auto_lock_minutes,
    closure: session.closure,
    closed: closedOf(session, now),
    isRemembered: session.remember,
    hasSecondFactor: session.has_second_factor,
    secondFactorDueAt: factorDueOf(session, policy),
  }
}
