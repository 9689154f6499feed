import { getFactors, makeRecoveryCodes } from '@twofold/contract/factors'
import { verifyPin } from '@twofold/contract/pin'
import { getCurrentUser } from '@twofold/contract/sessions'
import { expect, test } from 'vitest'
import { countWaiting } from '../testing/count-waiting.ts'
import { eventually } from '../testing/eventually.ts'
import { shareApp } from '../testing/share-app.ts'
import { startTestApp, testPin } from '../testing/start-test-app.ts'
import { enrolTotp, enterPassword } from './testing/second-factors.ts'
import { signUpWithTotp } from './testing/start-with-totp.ts'

const shared = shareApp(startTestApp)

const startWithTotp = () => signUpWithTotp(shared())

test('each recovery code is valid for one sign-in; its person is notified, and case and dashes do not matter', async () => {
  const { app, ann, id, kinds, recoveryCodes } = await startWithTotp()
  expect(new Set(recoveryCodes).size).toBe(10)
  for (const code of recoveryCodes) expect(code.replaceAll('-', '')).toMatch(/^[A-Z2-7]{26}$/)
  const [first = ''] = recoveryCodes
  const entered = await enterPassword(app, ann.email)
  expect((await entered.passRecoveryCode(first.toLowerCase().replaceAll('-', ' '))).status).toBe(200)
  const again = await enterPassword(app, ann.email)
  expect((await again.passRecoveryCode(first)).status).toBe(422)
  expect((await ann.call(getFactors, {})).body.recovery_codes).toMatchObject({ available: 9, total: 10 })
  expect(await kinds()).toEqual(expect.arrayContaining(['recovery_code_used', 'signed_in_after_failures']))
  const stored = await app.db.selectFrom('recovery_codes').where('user_id', '=', id).selectAll().execute()
  expect(stored).toHaveLength(10)
  expect(JSON.stringify(stored)).not.toContain(first.replaceAll('-', ''))
})

test('two uses of a recovery code at once: one succeeds; a code of another account opens nothing', async () => {
  const { app, id, recoveryCodes } = await startWithTotp()
  const bo = await app.signUp('bo@example.org')
  const others = await enrolTotp(app, bo)
  const use = (code = '') => app.transaction((tx) => app.recoveryCodes.use(tx, id, code, '127.0.0.1'))
  const { second } = await app.transaction(async (tx) => {
    expect(await app.recoveryCodes.use(tx, id, recoveryCodes[0] ?? '', '127.0.0.1')).toBe(true)
    const second = use(recoveryCodes[0])
    await eventually(async () => expect(await countWaiting(app.db)).toBe(1))
    return { second }
  })
  expect(await second).toBe(false)
  expect(await use(others.recoveryCodes[0])).toBe(false)
  // Copied to another account in the database, it still opens nothing there.
  const { id: other } = (await bo.call(getCurrentUser, {})).body
  await app.db.updateTable('recovery_codes').set({ user_id: id }).where('user_id', '=', other).execute()
  expect(await use(others.recoveryCodes[0])).toBe(false)
})

test.each(['make', 'makeFirst'] as const)(
  'while a set of recovery codes is made, %s waits: ten codes are good, and not twenty',
  async (second) => {
    const app = shared()
    const ann = await app.signUp('ann@example.org')
    const { id } = (await ann.call(getCurrentUser, {})).body
    let isOver = false
    const { first, others } = await app.transaction(async (tx) => {
      const made = await app.recoveryCodes.makeFirst(tx, id)
      const later = second === 'make' ? app.recoveryCodes.make(id) : app.transaction((other) => app.recoveryCodes.makeFirst(other, id))
      const done = later.finally(() => (isOver = true))
      await eventually(async () => expect(isOver || (await countWaiting(app.db)) > 0).toBe(true))
      return { first: made, others: { done } }
    })
    const codes = await others.done
    expect([first?.length, codes?.length]).toEqual([10, second === 'make' ? 10 : undefined])
    expect(await app.recoveryCodes.count(id)).toMatchObject({ available: 10, total: 10 })
    const [good] = codes ?? first ?? []
    expect(await app.transaction((tx) => app.recoveryCodes.use(tx, id, good ?? '', '127.0.0.1'))).toBe(true)
  },
)

test('new recovery codes take the PIN, are shown once, and put an end to the old ones', async () => {
  const { app, ann, recoveryCodes } = await startWithTotp()
  expect((await ann.call(makeRecoveryCodes, {})).body.code).toBe('pin.required')
  await ann.call(verifyPin, { body: { pin: testPin } })
  const { codes } = (await ann.call(makeRecoveryCodes, {})).body
  expect(codes).toHaveLength(10)
  const entered = await enterPassword(app, ann.email)
  expect((await entered.passRecoveryCode(recoveryCodes[0] ?? '')).status).toBe(422)
  expect((await entered.passRecoveryCode(codes[0] ?? '')).status).toBe(200)
  expect(JSON.stringify((await ann.call(getFactors, {})).body)).not.toContain(codes[1])
})

test('recovery codes of an account without a second factor would only be one more way in: there are none', async () => {
  const app = shared()
  const ann = await app.signUp('ann@example.org')
  await ann.call(verifyPin, { body: { pin: testPin } })
  expect((await ann.call(makeRecoveryCodes, {})).body.code).toBe('factors.none')
})
