import type { Role } from '@twofold/contract/accounts'
import type { ErrorCode } from '@twofold/contract/errors'
import type { ProgramKind } from '@twofold/contract/tokens'
import { fail } from './fail.ts'
import type { Closure } from './maintenance.ts'

/** End of an account's closure after somebody else's act, in milliseconds since 1970; null: it is open. */
export interface Closed {
  codes: number | null
  secrets: number | null
}

/** A session as it is stored, with its person. Whether it is good, the sessions noun decides. */
export interface SessionRow {
  session_id: string
  browser_hash: Buffer | null
  remember: boolean
  seen_at: Date
  idle_expires_at: Date
  expires_at: Date
  /** Waits for its second step. */
  is_pending: boolean
  /** The PIN was entered: calls that let data leave the vault are allowed until then. */
  pin_until: Date | null
  /** The second factor was shown, and confirms until then. */
  factor_until: Date | null
  /** Time of the person's last activity. */
  active_at: Date
  /** Locked by hand since. */
  locked_at: Date | null
  auto_lock_minutes: number | null
  user_id: string
  name: string
  email: string
  role: Role
  must_change_password: boolean
  /** After somebody else's act. */
  secrets_closed_until: Date | null
  codes_closed_until: Date | null
  /** Its person objected to that act. */
  stopped_at: Date | null
  has_second_factor: boolean
  /** End of the grace period for setting up a required second factor. */
  second_factor_due_at: Date | null
  /** The maintenance that is under way. */
  closure: Closure | null
}

/** Distinguishes a person's actions from the page's own requests: whether it polls, and whether it only reads. */
export interface RequestKind {
  isPoll: boolean
  isRead: boolean
}

/** Kind of bearer credential: the session of a signed-in person, or a token that a person gave to a program. */
export type Opened = 'session' | 'token'

/** Finds a session by the hash of its token at a time, and with it what a call answers from the same statement; or a person's token in its place. */
export type FindSession<Found extends SessionRow = SessionRow> = (tokenHash: Buffer, now: Date, by?: Opened) => Promise<Found | undefined>

/** `find`: in place of looking for the session alone. */
export type Authentication = RequestKind & { find?: FindSession | undefined }

/** The sender of a request, as far as the platform needs it: provided by the sessions noun. */
export interface Identity {
  id: string
  name: string
  email: string
  role: 'admin' | 'user'
  sessionId: string
  stage: Stage
  /** Until then this session may let data leave the vault, in milliseconds since 1970; null: the PIN is required first. */
  pinUntil: number | null
  /** The second factor was shown in this session and confirms until then; null: it is asked for first. */
  factorUntil: number | null
  /** Locked by hand, or after the idle time that the person chose: only the PIN opens the vault. */
  isLocked: boolean
  /** Minutes of inactivity after which the vault locks; null: never. */
  autoLockMinutes: number | null
  /** The maintenance that is under way: only administrators work. */
  closure: Closure | null
  closed: Closed
  /** Signed in with *Remember me*. */
  isRemembered: boolean
  hasSecondFactor: boolean
  /** End of the grace period for setting up a required second factor, in milliseconds since 1970. */
  secondFactorDueAt: number | null
}

/** For a session without restrictions. */
export const unhindered = {
  stage: 'full',
  pinUntil: null,
  factorUntil: null,
  isLocked: false,
  autoLockMinutes: null,
  closure: null,
  closed: { codes: null, secrets: null },
  isRemembered: false,
  hasSecondFactor: false,
  secondFactorDueAt: null,
} as const satisfies Partial<Identity>

/** Stage of a sign-in. Only a `full` session has its person's rights. */
export type Stage = 'full' | 'second_factor' | 'stopped' | 'password_change' | 'enrolment'

/** The error for each stage that a call does not accept. */
export const stageErrors = {
  full: 'auth.second_factor_required',
  second_factor: 'auth.second_factor_required',
  stopped: 'auth.account_stopped',
  password_change: 'auth.password_change_required',
  enrolment: 'auth.enrolment_required',
} as const satisfies Record<Stage, ErrorCode>

/** The default of most calls. */
const onlyFull: readonly Stage[] = ['full']

export function requireStage(stage: Stage, allowed: readonly Stage[] = onlyFull): void {
  if (allowed.includes(stage)) return
  throw fail(stageErrors[stage])
}

export function requireUnlocked(isLocked: boolean): void {
  if (isLocked) throw fail('vault.locked')
}

/** A request's facts about its client. */
export interface Client {
  /** The socket's address, or the forwarded one behind a trusted proxy; not shortened. */
  address: string
  /** Key for counting: the normalized address, IPv6 by its /64. */
  network: string
  userAgent: string | undefined
  /** The languages that it would like, as `Accept-Language` has them. */
  languages: string | undefined
  /** Only browsers send `Origin` or `Sec-Fetch-Site`. */
  isBrowser: boolean
  /** The lasting mark by which a browser is known again; made and set when first asked for. Undefined for programs. */
  device(): string | undefined
}

/**
 * Credentials of a request: the two halves of a session, or a program's token, which makes any cookie irrelevant. `browserHalf`: the HttpOnly cookie
 * that binds a session to its browser. `broken`: a token with an invalid checksum.
 */
export type Credentials =
  | { bearer: string | undefined; browserHalf: string | undefined; program?: undefined }
  | { bearer: string; browserHalf: undefined; program: ProgramKind | 'broken' }
