import { expect, test } from 'vitest'
import { createManualClock } from '../platform/clock.ts'
import type { Db } from '../platform/database.ts'
import { type Identity, unhindered } from '../platform/identity.ts'
import type { Principal } from '../platform/principal.ts'
import { createTakeAuthorization, type TakeAuthorizationDeps, takerOf } from './take-authorization.service.ts'
import type { Taker } from './takes.repository.ts'

const now = new Date(Date.UTC(2026, 0, 1))
const db = {} as Db
const ann: Identity = { id: 'ann', name: 'Ann', email: 'ann@example.org', role: 'user', sessionId: 'a session', ...unhindered }
const nobody: Taker = { user_id: null, service_account_id: null, session_id: null, token_id: null }
const inSession: Taker = { ...nobody, user_id: 'ann', session_id: 'a session' }
const byToken: Taker = { ...nobody, user_id: 'ann', token_id: 'a token of Ann' }
const program: Taker = { ...nobody, service_account_id: 'bot', token_id: 'a token of the bot' }

/** Open: the session, Ann's token and the account's. `as`: who is in the session and behind the token of a person. */
function start(as: Partial<Identity> = {}) {
  const steps: unknown[] = []
  const people = (id: string) => new Map([[id, { ...ann, ...as }]])
  const note =
    <T>(name: string, answer: T) =>
    async (...input: unknown[]) => {
      steps.push([name, ...input])
      return answer
    }
  const authorization = createTakeAuthorization({
    db,
    clock: { ...createManualClock(now) },
    access: {
      hold: note('hold', undefined),
      require: note('require', 'view'),
      requireProgram: note('requireProgram', { approval: 'each', four_eyes: true }),
    },
    sessions: {
      findOpen: note('findOpen', people('a session')),
      findBehindTokens: note('findBehindTokens', people('a token of Ann')),
      openOfFound: (_found: unknown, by: string) => people(by === 'token' ? 'a token of Ann' : 'a session'),
    },
    tokens: { findOpen: note('findPrograms', ['a token of the bot']), hold: note('holdToken', undefined) },
    holdSession: note('holdSession', undefined),
    takes: () => ({
      watch: async () => ({
        takes: [inSession, byToken, program].map((taker, id) => ({ ...taker, id })),
        sessions: [],
        persons: [],
        programs: ['a token of the bot'],
      }),
    }),
    behind: () => ({}),
  } as unknown as TakeAuthorizationDeps)
  return { authorization, steps }
}

test('a taker with an open session, an open token, or an account with a valid one may be handed codes', async () => {
  const { authorization, steps } = start()
  expect(await authorization.findEntitled([inSession, byToken, program, inSession], db)).toEqual([inSession, byToken, program, inSession])
  // Each session and token is asked for once, and each kind where it belongs.
  expect(steps).toEqual([
    ['findOpen', ['a session'], db],
    ['findBehindTokens', ['a token of Ann'], db],
    ['findPrograms', db, ['a token of the bot'], now],
  ])
})

test.each([
  ['another session', { ...inSession, session_id: 'another' }],
  ['no session', { ...inSession, session_id: null }],
  ['the session of somebody else', { ...inSession, user_id: 'bo' }],
  ['another token', { ...byToken, token_id: 'another' }],
  ['a token that is somebody else’s', { ...byToken, user_id: 'bo' }],
  ['a token of the account, said to be their own', { ...byToken, token_id: 'a token of the bot' }],
  ['a token that is over, of an account', { ...program, token_id: 'another' }],
  ['no token, of an account', { ...program, token_id: null }],
  ['a token of a person, for an account', { ...program, token_id: 'a token of Ann' }],
  // The token they came with is over; that their session is open does not help.
  ['a token that is over beside an open session', { ...inSession, token_id: 'another' }],
])('a taker with %s is handed nothing', async (_what, taker) => {
  expect(await start().authorization.findEntitled([taker])).toEqual([])
})

test.each([
  ['is at the second step', { stage: 'second_factor' }],
  ['has to change the password', { stage: 'password_change' }],
  ['has to add a second factor', { stage: 'enrolment' }],
  ['objected to an act', { stage: 'stopped' }],
  ['has locked the vault', { isLocked: true }],
  ['has codes closed', { closed: { codes: 1, secrets: null } }],
  ['is no administrator, in maintenance,', { closure: {} as never }],
] as [string, Partial<Identity>][])('a taker who %s is handed nothing, neither in a session nor by a token', async (_what, as) => {
  const { authorization } = start(as)
  expect(await authorization.findEntitled([inSession, byToken, program])).toEqual([program])
  expect((await authorization.watch(['0', '1', '2'])).map((take) => take.is_entitled)).toEqual([false, false, true])
})

test('closed secrets close no codes, and administrators work in maintenance', async () => {
  for (const as of [{ closed: { codes: null, secrets: 1 } }, { closure: {} as never, role: 'admin' as const }]) {
    const { authorization } = start(as)
    expect(await authorization.findEntitled([inSession, byToken])).toEqual([inSession, byToken])
    expect((await authorization.watch(['0', '1', '2'])).map((take) => take.is_entitled)).toEqual([true, true, true])
  }
})

test('nothing is asked for where nobody is', async () => {
  const { authorization, steps } = start()
  expect([await authorization.findEntitled([]), steps]).toEqual([[], []])
})

test('a person needs the key at the level of codes, and takes without asking; an account has the terms of its share', async () => {
  const { authorization, steps } = start()
  expect(await authorization.lockAccess(db, inSession, 'key')).toEqual({ approval: 'none', four_eyes: false })
  expect(await authorization.lockAccess(db, program, 'key')).toEqual({ approval: 'each', four_eyes: true })
  expect(steps).toEqual([
    ['hold', db, 'key'],
    ['require', db, 'ann', 'key', 'view'],
    ['hold', db, 'key'],
    ['requireProgram', db, 'bot', 'key'],
  ])
})

test('the authorization of a taker is held: their session, or their token', async () => {
  const { authorization, steps } = start()
  for (const taker of [inSession, byToken, program]) await authorization.hold(db, taker)
  expect(steps).toEqual([
    ['holdSession', db, inSession],
    ['holdToken', db, 'a token of Ann'],
    ['holdToken', db, 'a token of the bot'],
  ])
})

test('a taker is a person with their session, a person with a token in its place, or an account with one', () => {
  const of = (principal: object) => takerOf(principal as Principal)
  expect(of({ kind: 'session', user: ann })).toEqual(inSession)
  expect(of({ user: ann, token: { id: 'a token of Ann' } })).toEqual(byToken)
  expect(of({ serviceAccount: { id: 'bot' }, token: { id: 'a token of the bot' } })).toEqual(program)
})
