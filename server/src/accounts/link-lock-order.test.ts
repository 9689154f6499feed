import { requestPasswordReset, requestVerification, signUp } from '@twofold/contract/sessions'
import { resetPassword, verifyEmail } from '@twofold/contract/links'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { countWaiting } from '../testing/count-waiting.ts'
import { eventually } from '../testing/eventually.ts'
import { newestToken, runPutOff } from '../testing/queued-events.ts'
import { shareApp } from '../testing/share-app.ts'
import { type TestApp, testPassword } from '../testing/start-test-app.ts'
import { addressOfAnn, startWithMail } from './testing/start-with-mail.ts'

const shared = shareApp(startWithMail)

const asked = {
  reset: async (app: TestApp, email: string) => {
    await app.call(requestPasswordReset, { body: { email } })
    await runPutOff(app)
    const token = await newestToken(app, 'user.password.reset_requested')
    const password = `${testPassword}-two`
    return () => app.call(resetPassword, { body: { token, password, password_confirmation: password } })
  },
  verify: async (app: TestApp, email: string) => {
    await app.call(requestVerification, { body: { email } })
    await runPutOff(app)
    const token = await newestToken(app, 'user.email_verification')
    return () => app.call(verifyEmail, { body: { token } })
  },
}

test.for(['reset', 'verify'] as const)('a link followed while its account closes waits for the account, then is void: %s', async (kind) => {
  const { app, email, account } = addressOfAnn(shared())
  await app.call(signUp, { body: account })
  const follow = await asked[kind](app, email)
  const following = await app.db.transaction().execute(async (db) => {
    await sql`select from users where email = ${email} for no key update`.execute(db)
    const answer = follow()
    await eventually(async () => expect(await countWaiting(app.db)).toBe(1))
    // A trigger voids the links: it would wait for a call that holds one of them and waits for the account.
    await sql`update users set is_active = false where email = ${email}`.execute(db)
    return { answer }
  })
  expect((await following.answer).body).toMatchObject({ code: 'links.expired' })
  expect(app.logged()).not.toContain('gave way')
})
