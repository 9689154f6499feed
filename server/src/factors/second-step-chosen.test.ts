import { expect, test } from 'vitest'
import { countWaiting } from '../testing/count-waiting.ts'
import { eventually } from '../testing/eventually.ts'
import { addProvider } from '../testing/queued-events.ts'
import { startTestApp, type TestApp } from '../testing/start-test-app.ts'
import { enterPassword } from './testing/second-factors.ts'
import { signUpWithTotp } from './testing/start-with-totp.ts'

test('a second factor that is added while the password is checked is asked for', async () => {
  const { app, ann, id, code } = await signUpWithTotp(await startTestApp())
  const confirmed = (db: Pick<TestApp['db'], 'updateTable'>, time: Date | null) =>
    db.updateTable('login_totp').set({ confirmed_at: time }).where('user_id', '=', id).execute()
  await confirmed(app.db, null)
  const { entering } = await app.transaction(async ({ db }) => {
    await db.updateTable('users').set({ page_language: 'de' }).where('id', '=', id).returning('id').execute()
    const entering = enterPassword(app, ann.email)
    await eventually(async () => expect(await countWaiting(app.db)).toBe(1))
    await confirmed(db, app.clock.date())
    return { entering }
  })
  const entered = await entering
  expect(entered.answer.body).toMatchObject({ second_factor_required: true, methods: ['totp', 'recovery_code'] })
  expect((await entered.passTotp(code())).status).toBe(200)
})

test('a sign-in takes one connection at a time, also to ask whether a link can be sent by e-mail', async () => {
  const app = await startTestApp({ env: { DATABASE_POOL: '3' } })
  const ann = await app.signUp('ann@example.org')
  await addProvider(app)
  await app.db.updateTable('users').set({ needs_proof: true, email_verified_at: app.clock.date() }).execute()
  const holdOne = <T>(work: () => Promise<T>) =>
    app.transaction(async ({ db }) => {
      await db.selectFrom('users').select('id').execute()
      return work()
    })
  const entered = await holdOne(() => holdOne(() => enterPassword(app, ann.email)))
  expect(entered.answer.body).toMatchObject({ second_factor_required: true, methods: ['email'] })
})

test('a device is known by the second step, not by the password alone', async () => {
  const { app, ann, code } = await signUpWithTotp(await startTestApp())
  await app.db.deleteFrom('known_devices').execute()
  const known = async () => (await app.db.selectFrom('known_devices').select('user_agent').execute()).length
  const entered = await enterPassword(app, ann.email)
  expect(await known()).toBe(0)
  expect((await entered.passTotp(code())).status).toBe(200)
  expect(await known()).toBe(1)
})
