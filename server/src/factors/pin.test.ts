import { makeRecoveryCodes, passkeyOptions } from '@twofold/contract/factors'
import { showSecret } from '@twofold/contract/keys'
import { lockVault, verifyPin } from '@twofold/contract/pin'
import { changePin } from '@twofold/contract/profile'
import { getCurrentUser } from '@twofold/contract/sessions'
import { expect, test } from 'vitest'
import type { CallInput } from '@twofold/contract/endpoint'
import { createPasswordHasher } from '../platform/password-hash.ts'
import { createPepper } from '../platform/crypto/sealers.ts'
import { eventsOf } from '../testing/queued-events.ts'
import { shareApp } from '../testing/share-app.ts'
import { startTestApp, type TestApp, testPassword, testPin } from '../testing/start-test-app.ts'
import { createSoftwareAuthenticator } from './testing/software-authenticator.ts'
import { codeAt, enrolPasskey, enrolTotp, enterPassword } from './testing/second-factors.ts'

const minute = 60_000
const shared = shareApp(startTestApp)
type Person = Awaited<ReturnType<TestApp['signUp']>>

async function start() {
  const app = shared()
  const ann = await app.signUp('ann@example.org')
  const { id } = (await ann.call(getCurrentUser, {})).body
  const kinds = async () => (await app.db.selectFrom('activity').where('user_id', '=', id).select('kind').execute()).map(({ kind }) => kind)
  return { app, ann, id, kinds }
}

const tryPin = (person: Pick<Person, 'call'>, pin = '0000') => person.call(verifyPin, { body: { pin } })
const setPin = (person: Person, fields: Partial<CallInput<typeof changePin>['body']>, pin = '1357') =>
  person.call(changePin, { body: { ...fields, new_pin: pin, new_pin_confirmation: pin } })

async function makeVoid(app: TestApp, person: Person) {
  for (let count = 0; count < 5; count++) await tryPin(person)
  app.clock.advance(15 * minute)
  for (let count = 0; count < 5; count++) await tryPin(person)
}

test('a right PIN opens what leaves the vault for five minutes, in that session only', async () => {
  const { app, ann, id } = await start()
  await enrolTotp(app, ann)
  const right = await tryPin(ann, testPin)
  expect(right.body).toEqual({ valid_until: new Date(app.clock.now() + 5 * minute).toISOString() })
  expect((await ann.call(makeRecoveryCodes, {})).status).toBe(200)
  const other = await app.db.selectFrom('sessions').where('user_id', '=', id).select('pin_until').execute()
  expect(other.filter(({ pin_until }) => pin_until !== null)).toHaveLength(1)
  app.clock.advance(5 * minute)
  expect((await ann.call(makeRecoveryCodes, {})).body.code).toBe('pin.required')
})

test('a wrong PIN says how many tries are left; the fifth locks it for 15 minutes, and its person is notified', async () => {
  const { app, ann, kinds } = await start()
  const tries: (string | undefined)[] = []
  for (let count = 0; count < 5; count++) tries.push((await tryPin(ann)).body.message)
  expect(tries).toEqual([
    'This PIN is wrong. Attempts left: 4.',
    'This PIN is wrong. Attempts left: 3.',
    'This PIN is wrong. Attempts left: 2.',
    'This PIN is wrong. Attempts left: 1.',
    'PIN locked. Please try again in 15 minutes.',
  ])
  const refused = await tryPin(ann, testPin)
  expect([refused.status, refused.body.code, refused.headers.get('retry-after')]).toEqual([429, 'pin.locked', '900'])
  app.clock.advance(15 * minute)
  expect((await tryPin(ann, testPin)).status).toBe(200)
  expect((await kinds()).filter((kind) => kind === 'pin_locked')).toHaveLength(1)
})

test('after a lock, wrong PINs count down to the one that makes it void', async () => {
  const { app, ann } = await start()
  for (let count = 0; count < 5; count++) await tryPin(ann)
  app.clock.advance(15 * minute)
  const tries: (string | undefined)[] = []
  for (let count = 0; count < 2; count++) tries.push((await tryPin(ann)).body.message)
  expect(tries).toEqual(['This PIN is wrong. Attempts left: 4.', 'This PIN is wrong. Attempts left: 3.'])
})

test('guesses at the present PIN where it is changed count with all others, and lock it too', async () => {
  const { ann } = await start()
  for (let count = 0; count < 2; count++) await tryPin(ann)
  for (const left of [2, 1])
    expect((await setPin(ann, { current_pin: '0000' })).body.message).toBe(`This PIN is wrong. Attempts left: ${left}.`)
  expect((await setPin(ann, { current_pin: '0000' })).body.code).toBe('pin.locked')
  expect((await tryPin(ann, testPin)).body.code).toBe('pin.locked')
})

test('a right PIN forgets the wrong ones before it', async () => {
  const { ann } = await start()
  for (let round = 0; round < 3; round++) {
    for (let count = 0; count < 4; count++) expect((await tryPin(ann)).status).toBe(422)
    expect((await tryPin(ann, testPin)).status).toBe(200)
  }
})

test('after ten wrong ones a PIN is void, also the right one, until a new one is set with the password and a recovery code', async () => {
  const { app, ann } = await start()
  const { recoveryCodes } = await enrolTotp(app, ann)
  await makeVoid(app, ann)
  app.clock.advance(60 * minute)
  expect((await tryPin(ann, testPin)).body.code).toBe('pin.void')
  expect((await setPin(ann, { current_pin: testPin })).body.code).toBe('pin.void')
  const wrong = await setPin(ann, { current_password: 'not-the-password' })
  expect([wrong.status, Object.keys(wrong.body.errors ?? {})]).toEqual([422, ['current_password']])
  const alone = await setPin(ann, { current_password: testPassword })
  expect([alone.status, alone.body.code, Object.keys(alone.body.errors ?? {})]).toEqual([
    422,
    'pin.second_proof_required',
    ['recovery_code'],
  ])
  const [recovery_code = ''] = recoveryCodes
  expect((await setPin(ann, { current_password: testPassword, recovery_code })).status).toBe(200)
  expect((await tryPin(ann, '1357')).status).toBe(200)
})

test('a hundred wrong PINs at once: five are looked at', async () => {
  const { app, ann, id } = await start()
  const sessions = await Promise.all(Array.from({ length: 4 }, () => enterPassword(app, ann.email)))
  const people = [ann, ...sessions]
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, index) => tryPin(people[index % 5] ?? ann, String(index).padStart(4, '0'))),
  )
  const looked = answers.filter(({ body }) => body.code === 'pin.wrong')
  expect(looked).toHaveLength(4) // and the fifth, whose answer is that it is locked now
  expect(answers.filter(({ body }) => body.code === 'pin.locked')).toHaveLength(96)
  const counted = await app.db.selectFrom('guess_counters').where('user_id', '=', id).where('kind', '=', 'pin').select('failures').execute()
  expect(counted).toEqual([{ failures: 5 }])
})

test('a PIN is changed with the present one, and what the old one opened is closed', async () => {
  const { app, ann, id, kinds } = await start()
  await tryPin(ann, testPin)
  const wrong = await setPin(ann, { current_pin: '0000' })
  expect([wrong.body.code, Object.keys(wrong.body.errors ?? {})]).toEqual(['pin.wrong', ['current_pin']])
  expect((await setPin(ann, { current_pin: testPin })).body.message).toBe('PIN changed successfully')
  expect((await tryPin(ann, testPin)).body.code).toBe('pin.wrong')
  const open = await app.db.selectFrom('sessions').where('user_id', '=', id).where('pin_until', 'is not', null).select('id').execute()
  expect(open).toEqual([])
  expect(await kinds()).toContain('pin_changed')
})

test('a PIN whose hash was made at another cost is changed at the first try', async () => {
  const { app, ann, id } = await start()
  const earlier = createPasswordHasher({ pepper: createPepper(app.crypto, 'pin-pepper'), cost: { memoryCost: 2048, timeCost: 1 } })
  await app.db
    .updateTable('users')
    .set({ pin_hash: await earlier.hash(id, testPin) })
    .where('id', '=', id)
    .execute()
  expect((await setPin(ann, { current_pin: testPin })).status).toBe(200)
  expect((await tryPin(ann, '1357')).status).toBe(200)
})

test('a forgotten PIN is replaced at once by the password and the second factor, or by the password and a recovery code, once', async () => {
  const { app, ann } = await start()
  const { secret, recoveryCodes } = await enrolTotp(app, ann)
  app.clock.advance(minute)
  expect(Object.keys((await setPin(ann, {})).body.errors ?? {})).toEqual(['current_pin'])
  expect((await setPin(ann, { current_password: testPassword })).body.code).toBe('pin.proof_required')
  const [recovery_code = ''] = recoveryCodes
  for (const factor of [{ recovery_code }, { totp_code: codeAt(secret, app.clock.now()) }]) {
    const alone = await setPin(ann, factor)
    expect([alone.status, Object.keys(alone.body.errors ?? {})]).toEqual([422, ['current_password']])
    const wrong = await setPin(ann, { current_password: 'not-the-password', ...factor })
    expect([wrong.status, Object.keys(wrong.body.errors ?? {})]).toEqual([422, ['current_password']])
    expect((await setPin(ann, { current_password: testPassword, ...factor })).status).toBe(200)
  }
  const again = await setPin(ann, { current_password: testPassword, recovery_code }, '9753')
  expect(again.body.code).toBe('pin.proof_wrong')
  expect((await tryPin(ann, '1357')).status).toBe(200)
  // Both were proofs: nothing is closed.
  const { key } = await ann.addKey('Code host')
  expect((await ann.call(showSecret, { params: { id: key.id } })).status).toBe(200)
})

test('a forgotten PIN is replaced by the password and a passkey of one’s own, once, also while the vault is locked', async () => {
  const { app, ann } = await start()
  const { authenticator } = await enrolPasskey(app, ann)
  const bob = await app.signUp('bob@example.org')
  const other = await enrolPasskey(app, bob)
  const ask = async (by = authenticator) => {
    const { challenge_id, options } = (await ann.call(passkeyOptions, {})).body
    return { challenge_id, assertion: by.assert(options) }
  }
  await ann.call(lockVault, {})
  const alone = await setPin(ann, { passkey: await ask() })
  expect(Object.keys(alone.body.errors ?? {})).toEqual(['current_password'])
  const current_password = testPassword
  expect((await setPin(ann, { current_password, passkey: await ask(other.authenticator) })).body.code).toBe('auth.passkey_refused')
  const stranger = createSoftwareAuthenticator(app.config.appUrl)
  expect((await setPin(ann, { current_password, passkey: await ask(stranger) })).body.code).toBe('auth.passkey_refused')
  expect((await tryPin(ann, testPin)).status).toBe(200)
  await ann.call(lockVault, {})
  const passkey = await ask()
  expect((await setPin(ann, { current_password, passkey })).body.message).toBe('PIN changed successfully')
  expect((await setPin(ann, { current_password, passkey }, '9753')).body.code).toBe('auth.passkey_refused')
  expect((await tryPin(ann, '1357')).status).toBe(200)
  const { key } = await ann.addKey('Code host')
  expect((await ann.call(showSecret, { params: { id: key.id } })).status).toBe(200)
})

test.each(['passkey', 'totp_code', 'recovery_code'] as const)(
  'ten new PINs sent at once with one and the same %s: one is set',
  async (kind) => {
    const { app, ann } = await start()
    const { secret, recoveryCodes } = await enrolTotp(app, ann)
    const { authenticator } = await enrolPasskey(app, ann)
    app.clock.advance(minute)
    const { challenge_id, options } = (await ann.call(passkeyOptions, {})).body
    const proofs = {
      passkey: { challenge_id, assertion: authenticator.assert(options) },
      totp_code: codeAt(secret, app.clock.now()),
      recovery_code: recoveryCodes[0],
    }
    const pins = Array.from({ length: 10 }, (_, index) => `135${index}`)
    const proof = { current_password: testPassword, [kind]: proofs[kind] }
    const answers = await Promise.all(pins.map((pin) => setPin(ann, proof, pin)))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, ...Array.from({ length: 9 }, () => 422)])
    expect(await eventsOf(app, 'pin.changed')).toHaveLength(1)
    const set = pins[answers.findIndex(({ status }) => status === 200)]
    expect((await tryPin(ann, set)).status).toBe(200)
  },
)

test('an account without a PIN sets one with its password or its second factor', async () => {
  const { app, ann, id } = await start()
  const { secret } = await enrolTotp(app, ann)
  app.clock.advance(minute)
  const forget = () => app.db.updateTable('users').set({ pin_hash: null }).where('id', '=', id).execute()
  await forget()
  expect((await tryPin(ann, testPin)).body.code).toBe('pin.not_set')
  expect(
    await app.db.selectFrom('guess_counters').where('user_id', '=', id).where('kind', '=', 'pin').select('failures').execute(),
  ).toEqual([])
  expect(Object.keys((await setPin(ann, {})).body.errors ?? {})).toEqual(['current_password'])
  expect((await setPin(ann, { current_password: testPassword })).status).toBe(200)
  await forget()
  expect((await setPin(ann, { totp_code: '000000' })).body.code).toBe('factors.code_wrong')
  expect((await setPin(ann, { totp_code: codeAt(secret, app.clock.now()) })).status).toBe(200)
  await forget()
  await app.db.updateTable('users').set({ password_hash: null }).where('id', '=', id).execute()
  expect(Object.keys((await setPin(ann, {})).body.errors ?? {})).toEqual(['totp_code'])
})

test('an account that has nothing but its sign-in at an issuer sets its first PIN with that', async () => {
  const { app, ann, id } = await start()
  await app.db.updateTable('users').set({ pin_hash: null, password_hash: null }).where('id', '=', id).execute()
  expect((await setPin(ann, {})).status).toBe(200)
  expect((await tryPin(ann, '1357')).status).toBe(200)
})

test('such an account sets another PIN only when it signed in within ten minutes, so that nobody voids the PIN of an open session to choose one', async () => {
  const { app, ann, id } = await start()
  await app.db.updateTable('users').set({ password_hash: null }).where('id', '=', id).execute()
  app.clock.advance(10 * minute + 1)
  for (let turn = 0; turn < 10; turn++) {
    await tryPin(ann, '9999')
    app.clock.advance(16 * minute)
  }
  expect((await tryPin(ann, testPin)).body.code).toBe('pin.void')
  const refused = await setPin(ann, {})
  expect([refused.status, refused.body.code]).toEqual([403, 'pin.sign_in_again'])
})

test('guesses of recovery codes for a new PIN are counted with those of the second step', async () => {
  const { app, ann } = await start()
  await enrolTotp(app, ann)
  for (let count = 0; count < 10; count++)
    expect((await setPin(ann, { current_password: testPassword, recovery_code: 'A'.repeat(26) })).status).toBe(422)
  expect((await setPin(ann, { current_password: testPassword, recovery_code: 'A'.repeat(26) })).status).toBe(429)
})
