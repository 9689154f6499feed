import { pinLimits } from '@twofold/contract/pin'
import { expect, test } from 'vitest'
import { createManualClock } from '../platform/clock.ts'
import type { Db } from '../platform/database.ts'
import type { Client, Identity } from '../platform/identity.ts'
import type { Tx } from '../platform/transaction.ts'
import { createPinChanges } from './pin-changes.service.ts'
import { createPinChecks } from './pin-checks.service.ts'
import { createPinProofs } from './pin-proofs.service.ts'
import type { GuessState } from './guesses.repository.ts'
import type { NewPin, PinServiceDeps } from './pin.service.ts'

const now = Date.UTC(2026, 0, 1)
const minute = 60_000
const at = (milliseconds: number) => new Date(now + milliseconds)
const ann = { id: 'ann', name: 'Ann', sessionId: 'a session' } as Identity
const client = { address: '192.0.2.7' } as Client
const { lockedAfter, voidAfter } = pinLimits

interface Found {
  /** With this one; null: it may not be looked at. */
  tries?: number | null
  /** The hash; null: there is no PIN. */
  stored?: string | null
  state?: Partial<GuessState>
  isRight?: boolean
  needsRehash?: boolean
  /** False: somebody else changes the PIN at the same time. */
  isUnchanged?: boolean
  passwordHash?: string | null
  factors?: string[]
  /** Milliseconds since the sign-in. */
  signedInFor?: number
  /** The invalid part of the second factor. */
  wrong?: 'totp' | 'recovery' | 'passkey' | 'record' | undefined
}

/** Every statement and event that changes something is kept, in order. */
function start(found: Found = {}) {
  const {
    tries = 1,
    stored = 'stored',
    state,
    isRight = true,
    needsRehash = false,
    isUnchanged = false,
    passwordHash = 'of the password',
    factors = [],
    signedInFor = 0,
    wrong,
  } = found
  const steps: unknown[] = []
  const note =
    <Answer>(name: string, answer?: Answer) =>
    async (...input: unknown[]) => {
      steps.push([name, ...input.filter((part) => part !== tx)])
      return answer as Answer
    }
  const tx = { db: {}, emit: note('emit'), writeLast: (write: () => Promise<unknown>) => void write() } as unknown as Tx
  const deps = {
    db: {} as Db,
    clock: createManualClock(now),
    transaction: async <T>(work: (tx: Tx) => Promise<T>) => work(tx),
    rows: {
      findHash: async () => stored,
      replaceHash: note('replaceHash'),
      lockUnchanged: async () => isUnchanged,
      put: note('put'),
    },
    guesses: () => ({
      find: async () => state && { failures: 0, locked_until: null, is_void: false, ...state },
      reservePin: note('reservePin', { stored, tries }),
      giveBack: note('giveBack'),
      clear: note('clear'),
    }),
    pins: {
      verify: async (stored: string, _userId: string, pin: string) => {
        if (stored === 'broken') throw new Error('Not a hash.')
        steps.push(['verify', pin])
        return { ok: isRight, needsRehash }
      },
      hash: async () => 'renewed',
    },
    accounts: {
      require: async () => ({ password_hash: passwordHash }),
      isPassword: async (_: unknown, password: string) => password === 'right',
    },
    sessions: { closePins: note('closePins'), isSince: async (_id: string, since: Date) => now - signedInFor >= since.getTime() },
    secondStep: { ownFactorsOf: async () => factors, reserveTry: note('reserveTry'), giveTryBack: note('giveTryBack') },
    totp: { use: async () => wrong !== 'totp' },
    recoveryCodes: { use: note('use a recovery code', wrong !== 'recovery') },
    passkeys: { proveSecondStep: async () => (wrong === 'passkey' ? undefined : { record: async () => wrong !== 'record' }) },
    trust: { acceptPin: note('acceptPin'), recordProof: note('recordProof'), closeSecrets: note('closeSecrets') },
    activity: { record: note('record') },
  } as unknown as PinServiceDeps
  const checks = createPinChecks(deps)
  const proofs = createPinProofs(deps, checks)
  const { prove, prepareFactor } = proofs
  const names = () => steps.map((step) => (step as string[])[0])
  return {
    steps,
    names,
    check: () => checks.check(ann, '0000', 'pin', client),
    change: (input: Partial<NewPin>, by = ann) => createPinChanges(deps, proofs).change(by, { new_pin: '1357', ...input }, client),
    prove: (input: Partial<NewPin>) => prove(ann, { new_pin: '1357', ...input }, client),
    show: async (input: Partial<NewPin>) => (await prepareFactor(ann, { new_pin: '1357', ...input }, client))(tx),
  }
}

const passkey = { challenge_id: 'x', assertion: {} } as unknown as NonNullable<NewPin['passkey']>

interface Refusal {
  code: string
  errors?: object
  parameters?: object
  retryAfter?: number
}
const refusalOf = (answer: Promise<unknown>) =>
  answer.then(
    () => undefined,
    (error: unknown) => error as Refusal,
  )
/** The code and the field of a refusal, or that there is none. */
const outcomeOf = async (answer: Promise<unknown>) => {
  const refusal = await refusalOf(answer)
  return refusal === undefined ? 'done' : [refusal.code, ...Object.keys(refusal.errors ?? {})].join(' ')
}

test('a PIN is counted before it is looked at, and a right one forgets those before', async () => {
  const right = start()
  await right.check()
  const rules = { ...pinLimits, lockedUntil: at(15 * minute), now: at(0) }
  expect(right.steps).toEqual([
    ['reservePin', 'ann', { lockedAfter: rules.lockedAfter, voidAfter: rules.voidAfter, lockedUntil: rules.lockedUntil, now: rules.now }],
    ['verify', '0000'],
    ['clear', 'pin', 'ann'],
  ])
})

test('a right PIN whose hash is a cheaper one than today’s is stored again', async () => {
  const { check, steps } = start({ needsRehash: true })
  await check()
  expect(steps.at(-1)).toEqual(['replaceHash', {}, 'ann', 'stored', 'renewed'])
})

test('without a PIN no try is right or wrong; a try that could not be checked does not count', async () => {
  const none = start({ stored: null, tries: null })
  expect([await outcomeOf(none.check()), none.names()]).toEqual(['pin.not_set', ['reservePin']])
  const broken = start({ stored: 'broken' })
  expect(await refusalOf(broken.check())).toMatchObject({ message: 'Not a hash.' })
  expect(broken.steps.slice(1)).toEqual([['giveBack', 'pin', 'ann']])
})

test.each([
  [1, 4],
  [lockedAfter - 1, 1],
  [lockedAfter + 1, 4],
  [voidAfter - 1, 1],
])('wrong try %i says that %i are left, on its field, and tells nobody', async (tries, left) => {
  const { check, names } = start({ isRight: false, tries })
  const refusal = await refusalOf(check())
  expect([refusal?.code, refusal?.parameters, refusal?.errors]).toEqual([
    'pin.wrong',
    { tries: left },
    { pin: [`This PIN is wrong. Attempts left: ${left}.`] },
  ])
  expect(names()).toEqual(['reservePin', 'verify'])
})

test('the fifth wrong try locks and is reported once; the tenth voids the PIN; neither is checked from then on', async () => {
  const fifth = start({ isRight: false, tries: lockedAfter, state: { locked_until: at(15 * minute) } })
  expect(await outcomeOf(fifth.check())).toBe('pin.locked')
  expect(fifth.steps.slice(2)).toEqual([
    ['record', { userId: 'ann', kind: 'pin_locked', address: client.address }],
    [
      'emit',
      'pin.failed_attempts',
      { to: { user_id: 'ann' }, data: { 'lock.until': at(15 * minute).toISOString(), 'login.ip': client.address } },
    ],
  ])
  for (const tries of [voidAfter, voidAfter + 1]) {
    const last = start({ isRight: false, tries, state: { is_void: true } })
    expect([await outcomeOf(last.check()), last.names()]).toEqual(['pin.void', ['reservePin', 'verify']])
  }
  const later = start({ tries: null, state: { is_void: true, locked_until: at(minute) } })
  expect([await outcomeOf(later.check()), later.names()]).toEqual(['pin.void', ['reservePin']])
})

test.each([
  [at(90_001), 2, 91],
  [at(2 * minute), 2, 120],
  [at(0), 1, 1],
  [null, 1, 1],
])('a PIN that is locked until %s says so in whole minutes and seconds, one at least', async (until, minutes, seconds) => {
  const { check } = start({ tries: null, state: { locked_until: until } })
  expect(await refusalOf(check())).toMatchObject({ code: 'pin.locked', parameters: { minutes }, retryAfter: seconds })
})

const password = { current_password: 'right' }
const factors: Partial<NewPin>[] = [{ totp_code: '1' }, { recovery_code: '1' }, { passkey }]

test.each<[string, string | null, Partial<NewPin>, Found, string]>([
  ['nothing, with a PIN that can be used', 'stored', {}, {}, 'pin.proof_required current_pin'],
  ['the password alone, with a PIN that can be used', 'stored', password, {}, 'pin.proof_required current_pin'],
  ['the password alone, with a void PIN', 'stored', password, { state: { is_void: true } }, 'pin.second_proof_required recovery_code'],
  ['nothing, with a void PIN', 'stored', {}, { state: { is_void: true } }, 'pin.password_required current_password'],
  ['the password, for the first PIN', null, password, {}, 'done'],
  ['a wrong password, for the first PIN', null, { current_password: 'wrong' }, {}, 'profile.password_wrong current_password'],
  ['nothing, for the first PIN', null, {}, {}, 'pin.password_required current_password'],
  ['nothing, without a password but with a factor', null, {}, { passwordHash: null, factors: ['totp'] }, 'pin.factor_required totp_code'],
  ['a sign-in of ten minutes ago, without anything else', null, {}, { passwordHash: null, signedInFor: 10 * minute }, 'done'],
  ['an older sign-in', null, {}, { passwordHash: null, signedInFor: 10 * minute + 1 }, 'pin.sign_in_again'],
  ['a fresh sign-in, with a PIN that can be used', 'stored', {}, { passwordHash: null, signedInFor: 0 }, 'pin.proof_required current_pin'],
  ['a fresh sign-in, with a void PIN', 'stored', {}, { passwordHash: null, state: { is_void: true } }, 'done'],
])('a PIN is set with %s', async (_what, stored, input, found, outcome) => {
  const { prove, steps } = start({ ...found, stored })
  expect([await outcomeOf(prove(input)), steps]).toEqual([outcome, []])
})

test.each(factors)('a second factor (%o) sets the first PIN alone, and another one with the password only', async (factor) => {
  expect(await outcomeOf(start({ stored: null }).prove(factor))).toBe('done')
  expect(await outcomeOf(start({ passwordHash: null, factors: ['totp'] }).prove(factor))).toBe('done')
  expect(await outcomeOf(start().prove(factor))).toBe('pin.password_required current_password')
  expect(await outcomeOf(start().prove({ ...factor, current_password: 'wrong' }))).toBe('profile.password_wrong current_password')
  expect(await start().prove({ ...factor, ...password })).toBe('stored')
})

test('the present PIN is proof enough, whatever else is shown', async () => {
  expect(await start({ needsRehash: true }).prove({ current_pin: '0000', current_password: 'wrong' })).toBe('stored')
  expect(await outcomeOf(start({ isRight: false }).prove({ current_pin: '0000', ...password }))).toBe('pin.wrong current_pin')
})

test('a right PIN is forgiven its try also where the change fails; without one nothing is forgiven', async () => {
  const shown = start()
  expect([await outcomeOf(shown.change({ current_pin: '0000' })), shown.names()]).toEqual([
    'pin.proof_required current_pin',
    ['reservePin', 'verify', 'acceptPin', 'clear'],
  ])
  expect(shown.steps.at(-1)).toEqual(['clear', 'pin', 'ann'])
  const other = start({ stored: null })
  expect([await outcomeOf(other.change(password)), other.names()]).toEqual(['pin.proof_required current_pin', []])
})

test.each<[string, Partial<NewPin>, Found, string[]]>([
  ['the PIN', { current_pin: '0000' }, {}, ['reservePin', 'verify', 'acceptPin', 'put', 'clear', 'closePins']],
  [
    'the PIN, and a recovery code that is not needed',
    { current_pin: '0000', recovery_code: '1' },
    {},
    ['reservePin', 'verify', 'acceptPin', 'put', 'clear', 'closePins'],
  ],
  [
    'the password and a recovery code',
    { ...password, recovery_code: '1' },
    {},
    ['reserveTry', 'use a recovery code', 'recordProof', 'put', 'clear', 'giveTryBack', 'closePins'],
  ],
  ['a first PIN and the password', password, { stored: null }, ['put', 'clear', 'closePins']],
  ['a second factor', { totp_code: '1' }, { stored: null }, ['reserveTry', 'recordProof', 'put', 'clear', 'giveTryBack', 'closePins']],
  ['a fresh sign-in for a void PIN', {}, { passwordHash: null, state: { is_void: true } }, ['closeSecrets', 'put', 'clear', 'closePins']],
])('a PIN changed with %s forgets its failed attempts, and is recorded', async (_what, input, found, expected) => {
  const { change, names, steps } = start({ ...found, isUnchanged: true })
  await change(input)
  expect(names()).toEqual([...expected, 'record', 'emit'])
  expect(steps).toContainEqual(['clear', 'pin', 'ann'])
  expect(steps).toContainEqual(['record', { userId: 'ann', kind: 'pin_changed', address: client.address }])
})

test('a locked vault gets no other PIN from a person who proves nothing', async () => {
  const found = { passwordHash: null, state: { is_void: true }, isUnchanged: true }
  const change = (input: Partial<NewPin>) => outcomeOf(start(found).change(input, { ...ann, isLocked: true }))
  expect(await Promise.all([change({}), change({ current_pin: '0000' }), change({ totp_code: '1' })])).toEqual([
    'vault.locked',
    'done',
    'done',
  ])
})

test.each<[Found['wrong'], Partial<NewPin>, string]>([
  ['totp', { totp_code: '1' }, 'factors.code_wrong totp_code'],
  ['recovery', { recovery_code: '1' }, 'pin.proof_wrong recovery_code'],
  ['passkey', { passkey }, 'auth.passkey_refused passkey'],
  ['record', { passkey }, 'auth.passkey_refused passkey'],
])('with a wrong %s, a second factor is refused on its own field; the others are not checked', async (wrong, input, outcome) => {
  expect(await outcomeOf(start({ wrong }).show(input))).toBe(outcome)
  expect(await outcomeOf(start().show(input))).toBe('done')
  for (const other of factors)
    if (Object.keys(other)[0] !== Object.keys(input)[0]) expect(await outcomeOf(start({ wrong }).show(other))).toBe('done')
})
