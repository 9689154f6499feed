import { expect, test } from 'vitest'
import { createManualClock } from '../platform/clock.ts'
import { hashToken } from '../platform/crypto/token.ts'
import type { Db } from '../platform/database.ts'
import type { SessionRow } from '../platform/identity.ts'
import { createSessionChecks } from './session-checks.service.ts'
import type { SessionsServiceDeps } from './sessions.service.ts'
import { plainSession } from './testing/session-row.ts'

const now = Date.UTC(2026, 0, 1)
const minute = 60_000
const hour = 60 * minute
const at = (milliseconds: number) => new Date(now + milliseconds)
const browserHalf = 'h'.repeat(43)
const credentials = { bearer: 't'.repeat(43), browserHalf: undefined }
const ofBrowser = { ...credentials, browserHalf }

/** Of a program that uses a session, and last did so a minute ago. */
const session: SessionRow = {
  ...plainSession,
  seen_at: at(-minute),
  idle_expires_at: at(hour),
  expires_at: at(hour),
  active_at: at(-minute),
}

function start(row: Partial<SessionRow> | undefined, end?: { reason: string; browser_hash: Buffer | null }) {
  const touched: object[] = []
  const asked: unknown[] = []
  const found = row === undefined ? undefined : { ...session, ...row }
  const checks = createSessionChecks({
    db: {} as Db,
    clock: createManualClock(now),
    policy: { session_idle_hours: 2, session_absolute_hours: 12, session_remember_days: 30, second_factor: 'optional' },
    sessions: () => ({
      findByToken: async (...input: unknown[]) => {
        asked.push(input)
        return found
      },
      findMany: async (...input: unknown[]) => {
        asked.push(input)
        return found === undefined ? [] : [found]
      },
      findEnd: async () => end,
      touch: async (id: string, values: object) => void touched.push([id, values]),
    }),
  } as unknown as SessionsServiceDeps)
  return { checks, touched, asked }
}

const seen = { seen_at: at(0), idle_expires_at: at(2 * hour) }
const active = { active_at: at(0) }
const bound = { browser_hash: hashToken(browserHalf) }

test.each([
  ['a program that reads', {}, { isRead: true }, { ...seen, ...active }],
  ['a program that changes something', {}, {}, { ...seen, ...active }],
  ['a poll', {}, { isPoll: true }, undefined],
  ['a browser that reads', bound, { isRead: true }, seen],
  ['a browser that changes something', bound, {}, { ...seen, ...active }],
  ['a poll of a browser', bound, { isPoll: true, isRead: true }, undefined],
  ['a vault that was locked by hand', { locked_at: at(-1) }, {}, seen],
  ['a vault that locked itself', { auto_lock_minutes: 1 }, {}, seen],
  ['a call less than a minute after the last', { seen_at: at(1 - minute), active_at: at(1 - minute) }, {}, undefined],
  ['a vault that may lock itself, after five seconds', { auto_lock_minutes: 1, seen_at: at(-5000), active_at: at(-5000) }, {}, active],
  ['the same before', { auto_lock_minutes: 1, seen_at: at(-4999), active_at: at(-4999) }, {}, undefined],
  ['a session with Remember me', { remember: true }, {}, { ...seen, ...active, idle_expires_at: at(30 * 24 * hour) }],
] as [string, Partial<SessionRow>, object, object | undefined][])(
  'a call of this kind counts as use: %s',
  async (_what, row, request, expected) => {
    const { checks, touched } = start(row)
    const identity = await checks.authenticate(ofBrowser, { isPoll: false, isRead: false, ...request })
    expect(identity).toMatchObject({ id: 'ann', sessionId: 'a session' })
    expect(touched).toEqual(expected === undefined ? [] : [['a session', expected]])
  },
)

test.each([
  ['no session', undefined, ofBrowser],
  ['one that is over', { expires_at: at(0) }, ofBrowser],
  ['one that was idle for too long', { idle_expires_at: at(0) }, ofBrowser],
  ['one of a browser without its half', bound, credentials],
  ['no bearer', {}, { bearer: undefined, browserHalf }],
] as const)('%s opens nothing, and is not used by that', async (_what, row, given) => {
  const { checks, touched, asked } = start(row)
  expect(await checks.authenticate(given, { isPoll: false, isRead: false })).toBeUndefined()
  expect(touched).toEqual([])
  expect(asked).toEqual(given.bearer === undefined ? [] : [[hashToken(credentials.bearer), at(0)]])
})

test('a session that a call finds itself is used in place of the session alone', async () => {
  const { checks, asked } = start(undefined)
  const find = async () => session
  expect(await checks.authenticate(credentials, { isPoll: true, isRead: true, find })).toMatchObject({ id: 'ann' })
  expect(asked).toEqual([])
})

test('sessions and tokens are open until their time is over; a token does not lock itself', async () => {
  const lockedItself = { active_at: at(-hour), auto_lock_minutes: 5 }
  const { checks, asked } = start(lockedItself)
  expect((await checks.findOpen(['a session'])).get('a session')).toMatchObject({ isLocked: true })
  expect((await checks.findBehindTokens(['a session'])).get('a session')).toMatchObject({ isLocked: false, autoLockMinutes: null })
  expect(asked).toEqual([
    [['a session'], at(0)],
    [['a session'], at(0), 'token'],
  ])
  await checks.findBehindToken(Buffer.from('hash'), at(1))
  expect(asked.at(-1)).toEqual([Buffer.from('hash'), at(1), 'token'])
  const over = start({ expires_at: at(0) })
  expect([(await over.checks.findOpen(['a session'])).size, (await over.checks.findBehindTokens(['a session'])).size]).toEqual([0, 0])
})

test.each([
  ['nothing is known', undefined, undefined, 'auth.unauthenticated'],
  ['its time is over', {}, undefined, 'auth.session_expired'],
  ['it waits for its second step', { is_pending: true }, undefined, 'auth.unauthenticated'],
  ['an administrator ended it', undefined, { reason: 'revoked_by_admin', browser_hash: null }, 'auth.session_revoked_by_admin'],
  ['it waits, and was ended', { is_pending: true }, { reason: 'revoked', browser_hash: null }, 'auth.session_revoked'],
  ['the reason is none that is told', undefined, { reason: 'toString', browser_hash: null }, 'auth.unauthenticated'],
  ['it was the session of another browser', undefined, { reason: 'revoked', browser_hash: hashToken('other') }, 'auth.unauthenticated'],
  ['its time is over in another browser', { browser_hash: hashToken('other') }, undefined, 'auth.unauthenticated'],
  ['the password was changed', undefined, { reason: 'password_changed', browser_hash: null }, 'auth.session_password_changed'],
  ['the role was changed', undefined, { reason: 'role_changed', browser_hash: null }, 'auth.session_role_changed'],
  ['the account was deactivated', undefined, { reason: 'deactivated', browser_hash: null }, 'auth.session_deactivated'],
  ['it was of this browser', undefined, { reason: 'deleted', ...bound }, 'auth.session_deleted'],
] as const)('why a session is over, where %s', async (_what, row, end, code) => {
  expect(await start(row, end).checks.explainEnd(ofBrowser)).toMatchObject({ code })
  const withoutBearer = await start(row, end).checks.explainEnd({ bearer: undefined, browserHalf })
  expect(withoutBearer).toMatchObject({ code: 'auth.unauthenticated' })
})
