import type { Endpoint } from '@twofold/contract/endpoint'
import type { ErrorCode } from '@twofold/contract/errors'
import type { Programs } from '../principal.ts'
import { type Stage, stageErrors } from '../identity.ts'

/** The options of a route that errors follow from. */
interface Declared {
  role: 'public' | 'user' | 'admin' | 'principal'
  programs?: Programs | undefined
  stages?: readonly Stage[]
  whileLocked?: boolean
  duringMaintenance?: true
  needsPin?: boolean
}

/** Verdicts on this call by the nouns that guard every call. */
interface Guards {
  /** The call approves another administrator's act. */
  isAgreement: boolean
  /** Its act may have to wait for a second administrator. */
  mayWait: boolean
  /** Refused like that while the caller's account is closed. */
  whenClosed: ErrorCode | undefined
  setsPassword: boolean
}

/** Any call: it is counted, has a turn, is checked against its schema, and is closed to tokens of other kinds. */
const ofEveryCall: readonly ErrorCode[] = [
  'rate.limited',
  'rate.too_many_at_once',
  'request.invalid',
  'request.too_many_parts',
  'server.busy',
  'server.failed',
  'server.unavailable',
  'tokens.invalid',
  'tokens.not_allowed',
]

const ofWrites: readonly ErrorCode[] = ['request.cross_site', 'request.xsrf']

const ofBodies: readonly ErrorCode[] = ['request.malformed', 'request.not_json', 'request.too_large']

const ofSessions: readonly ErrorCode[] = [
  'auth.unauthenticated',
  'auth.session_expired',
  'auth.session_revoked',
  'auth.session_revoked_by_admin',
  'auth.session_password_changed',
  'auth.session_role_changed',
  'auth.session_deactivated',
  'auth.session_deleted',
]

/** A token opens as little as its person's session while the account is closed. */
const ofTokens: readonly ErrorCode[] = ['keys.codes_closed', 'tokens.expired', 'tokens.network', 'tokens.suspended']

const ofIdempotency: readonly ErrorCode[] = ['idempotency.answer_lost', 'idempotency.in_progress', 'idempotency.mismatch']

/** Every code that a call can answer: those that it declares, and those that follow from the rest of its declaration. */
export function answersOf(endpoint: Endpoint, route: Declared, guards: Guards): ReadonlySet<ErrorCode> {
  const isPublic = route.role === 'public'
  const given = (codes: readonly ErrorCode[], when: boolean) => (when ? codes : [])
  const stages = Object.entries(stageErrors).flatMap(([stage, code]) => ((route.stages ?? ['full']).includes(stage as Stage) ? [] : [code]))
  return new Set<ErrorCode>([
    ...endpoint.errors,
    ...ofEveryCall,
    ...given(ofWrites, endpoint.method !== 'GET'),
    ...given(ofBodies, endpoint.method !== 'GET'),
    ...given(['auth.password_too_short'], guards.setsPassword),
    ...given(ofIdempotency, endpoint.idempotent === true),
    ...given(['maintenance.active'], route.duringMaintenance !== true),
    ...given([...ofSessions, ...stages], !isPublic),
    ...given(['vault.locked'], !isPublic && route.whileLocked !== true),
    ...given(['auth.forbidden'], route.role === 'admin'),
    ...given(ofTokens, route.programs !== undefined),
    ...given(['tokens.scope'], (route.programs?.scope ?? null) !== null),
    ...given(['keys.not_found'], route.programs !== undefined && /^\/keys\/(details\/)?\{id\}/.test(endpoint.path)),
    ...given(['pin.required'], route.needsPin === true || guards.isAgreement || route.programs?.needsPin === true),
    ...given(['factors.proof_required'], guards.isAgreement),
    ...given(['requests.already_waiting', 'auth.no_longer_administrator'], guards.mayWait),
    ...(guards.whenClosed === undefined || isPublic ? [] : [guards.whenClosed]),
  ])
}
