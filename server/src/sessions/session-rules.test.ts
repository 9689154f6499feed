import { expect, test } from 'vitest'
import { hashToken } from '../platform/crypto/token.ts'
import { type Identity, requireStage, requireUnlocked, type SessionRow, unhindered } from '../platform/identity.ts'
import { closedOf } from '../trust/require-open.ts'
import { mayHaveCodes } from './may-have-codes.ts'
import { identityOf, isGood, isLocked, isOfBrowser, lifetimeOf, stageOf } from './session-rules.ts'
import { plainSession } from './testing/session-row.ts'

const now = Date.UTC(2026, 0, 1)
const minute = 60_000
const at = (milliseconds: number) => new Date(now + milliseconds)

const session: SessionRow = {
  ...plainSession,
  remember: true,
  seen_at: at(0),
  idle_expires_at: at(minute),
  expires_at: at(minute),
  active_at: at(0),
}
const withCode = (code: string) => expect.objectContaining({ code }) as Error
const nothingAsked = { second_factor: 'optional' } as const
const program = { bearer: 'a token', browserHalf: undefined }

test('a session lasts for the hours of the policy, and with Remember me for its days', () => {
  const policy = { session_idle_hours: 2, session_absolute_hours: 12, session_remember_days: 30 }
  expect(lifetimeOf(policy, false)).toEqual({ idle: 120 * minute, absolute: 720 * minute })
  expect(lifetimeOf(policy, true)).toEqual({ idle: 30 * 24 * 60 * minute, absolute: 30 * 24 * 60 * minute })
})

test('a session is good until the very millisecond in which its time or its idle time is over', () => {
  expect(isGood(session, program, now + minute - 1)).toBe(true)
  expect(isGood(session, program, now + minute)).toBe(false)
  expect(isGood({ ...session, idle_expires_at: at(2 * minute) }, program, now + minute)).toBe(false)
  expect(isGood({ ...session, expires_at: at(2 * minute) }, program, now + minute)).toBe(false)
})

test('the session of a browser is good with the half in its cookie only', () => {
  const bound = { ...session, browser_hash: hashToken('half') }
  expect(isGood(bound, program, now)).toBe(false)
  expect(isGood(bound, { ...program, browserHalf: 'another' }, now)).toBe(false)
  expect(isGood(bound, { ...program, browserHalf: 'half' }, now)).toBe(true)
  expect(isOfBrowser(null, { ...program, browserHalf: 'any' })).toBe(true)
})

test('a vault is locked by hand, or once nobody has used it for its minutes', () => {
  expect(isLocked(session, now + 1000 * minute)).toBe(false)
  expect(isLocked({ ...session, locked_at: at(0) }, now)).toBe(true)
  const locking = { ...session, auto_lock_minutes: 5 }
  expect([isLocked(locking, now + 5 * minute - 1), isLocked(locking, now + 5 * minute)]).toEqual([false, true])
  expect(() => requireUnlocked(true)).toThrow(withCode('vault.locked'))
  expect(requireUnlocked(false)).toBeUndefined()
})

test('codes are handed out in a full, unlocked session of an open account, and in maintenance to administrators only', () => {
  const open: Identity = { id: 'ann', name: 'Ann', email: 'ann@example.org', role: 'user', sessionId: 'a session', ...unhindered }
  expect(mayHaveCodes(open)).toBe(true)
  expect(mayHaveCodes({ ...open, stage: 'enrolment' })).toBe(false)
  expect(mayHaveCodes({ ...open, isLocked: true })).toBe(false)
  expect(mayHaveCodes({ ...open, closed: { codes: now, secrets: null } })).toBe(false)
  const closure = {} as never
  expect(mayHaveCodes({ ...open, closure })).toBe(false)
  expect(mayHaveCodes({ ...open, closure, role: 'admin' })).toBe(true)
})

test('the second step comes first, then the proof for a stopped account, then a new password, and all before anything else', () => {
  const stopped = { stopped_at: at(0) }
  const stages = [
    { is_pending: true, must_change_password: true, ...stopped },
    { is_pending: true, must_change_password: false, stopped_at: null },
    { is_pending: false, must_change_password: true, ...stopped },
    { is_pending: false, must_change_password: true, stopped_at: null },
    { is_pending: false, must_change_password: false, ...stopped },
    { is_pending: false, must_change_password: false, stopped_at: null },
  ].map((state) => stageOf({ ...session, ...state }, nothingAsked, now))
  expect(stages).toEqual(['second_factor', 'second_factor', 'stopped', 'password_change', 'stopped', 'full'])
  expect(requireStage('full')).toBeUndefined()
  expect(requireStage('second_factor', ['second_factor'])).toBeUndefined()
  expect(() => requireStage('second_factor')).toThrow(withCode('auth.second_factor_required'))
  expect(() => requireStage('stopped')).toThrow(withCode('auth.account_stopped'))
  expect(() => requireStage('password_change')).toThrow(withCode('auth.password_change_required'))
  expect(() => requireStage('full', [])).toThrow(withCode('auth.second_factor_required'))
})

test('a second factor that is required and overdue comes after everything else, and waits while the account is closed', () => {
  const overdue = { ...session, role: 'admin', second_factor_due_at: at(0) } as const
  const stage = (policy: 'optional' | 'encouraged' | 'admins' | 'all', row: Partial<SessionRow> = {}, time = now) =>
    stageOf({ ...overdue, ...row }, { second_factor: policy }, time)
  expect((['optional', 'encouraged', 'admins', 'all'] as const).map((policy) => stage(policy))).toEqual([
    'full',
    'full',
    'enrolment',
    'enrolment',
  ])
  expect([stage('admins', { role: 'user' }), stage('all', { role: 'user' })]).toEqual(['full', 'enrolment'])
  expect([stage('all', {}, now - 1), stage('all', { second_factor_due_at: null })]).toEqual(['full', 'full'])
  expect(stage('all', { has_second_factor: true })).toBe('full')
  expect(stage('all', { must_change_password: true })).toBe('password_change')
  expect([stage('all', { secrets_closed_until: at(1) }), stage('all', { codes_closed_until: at(1) })]).toEqual(['full', 'full'])
  expect(() => requireStage('enrolment')).toThrow(withCode('auth.enrolment_required'))
  expect(identityOf(overdue, { second_factor: 'all' }, now)).toMatchObject({ stage: 'enrolment', secondFactorDueAt: now })
})

test('a closed account is closed until its time, codes and secrets each by itself', () => {
  const closed = { codes_closed_until: at(minute), secrets_closed_until: at(2 * minute) }
  expect(closedOf(closed, now)).toEqual({ codes: now + minute, secrets: now + 2 * minute })
  expect(closedOf(closed, now + minute)).toEqual({ codes: null, secrets: now + 2 * minute })
  expect(closedOf({ codes_closed_until: null, secrets_closed_until: null }, now)).toEqual({ codes: null, secrets: null })
})

test('the second factor confirms from when it was shown until its time', () => {
  const shown = { ...session, factor_until: at(minute) }
  expect([session, shown].map((row) => identityOf(row, nothingAsked, now).factorUntil)).toEqual([null, now + minute])
  expect(identityOf(shown, nothingAsked, now + minute).factorUntil).toBeNull()
})

test('secrets are open after the PIN until its time', () => {
  const entered = { ...session, pin_until: at(minute) }
  expect([session, entered].map((row) => identityOf(row, nothingAsked, now).pinUntil)).toEqual([null, now + minute])
  expect(identityOf(entered, nothingAsked, now + minute).pinUntil).toBeNull()
  expect(identityOf({ ...session, auto_lock_minutes: 5, locked_at: at(0) }, nothingAsked, now)).toEqual({
    id: 'ann',
    name: 'Ann',
    email: 'ann@example.org',
    role: 'user',
    sessionId: 'a session',
    stage: 'full',
    pinUntil: null,
    factorUntil: null,
    isLocked: true,
    autoLockMinutes: 5,
    closure: null,
    closed: { codes: null, secrets: null },
    isRemembered: true,
    hasSecondFactor: false,
    secondFactorDueAt: null,
  })
})
