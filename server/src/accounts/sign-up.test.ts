import { signUp } from '@twofold/contract/sessions'
import { expect, test } from 'vitest'
import { signUpTakes } from '../sessions/session-rules.ts'
import { eventsOf } from '../testing/queued-events.ts'
import { shareApp } from '../testing/share-app.ts'
import { startTestApp, type TestApp, testPassword, testPin } from '../testing/start-test-app.ts'
import { startWithMail, addressOfAnn } from './testing/start-with-mail.ts'

const shared = shareApp(startWithMail)

const start = (app: TestApp = shared()) => addressOfAnn(app)

test('signing up with a known address answers the same, and its person is notified', async () => {
  const { app, email, account } = start()
  const first = await app.call(signUp, { body: account })
  const again = await app.call(signUp, { body: { ...account, email: email.replace('ann', 'ANN') } })
  expect([again.status, again.body]).toEqual([first.status, first.body])
  expect(await eventsOf(app, 'user.registered.again')).toHaveLength(1)
  expect(await eventsOf(app, 'user.email_verification')).toHaveLength(1)
})

test('signing up takes its time whether or not the address has an account', async () => {
  const { app, account } = start()
  const times: number[] = []
  for (let turn = 0; turn < 2; turn++) {
    const start = performance.now()
    await app.call(signUp, { body: account })
    times.push(performance.now() - start)
  }
  expect(Math.min(...times)).toBeGreaterThanOrEqual(signUpTakes)
})

test('an invitation makes an account at the address it was sent to, once', async () => {
  const app = await startTestApp({ env: { SIGN_UP: 'invite' } })
  const link = await app.transaction((tx) => app.links.make(tx, { purpose: 'invite', userId: null, email: 'New@example.org' }))
  const token = link['link.url'].split('#token=')[1] ?? ''
  expect(link['link.url']).toContain('/invite#token=')
  const body = { token, name: 'New Person', password: testPassword, password_confirmation: testPassword, pin: testPin }
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => app.send<{ user: object }>('POST', '/api/auth/invite/accept', { body })),
  )
  const made = answers.find(({ status }) => status === 201)
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
  expect(made?.body.user).toMatchObject({ email: 'new@example.org', email_verified: true, role: 'user' })
})

test('an invitation that others may have had leaves its address unverified where something waits for it', async () => {
  const app = await startTestApp()
  const owner = await app.signUp('owner@example.org')
  const { key } = await owner.addKey('Host')
  await owner.share(key.id, 'awaited@example.org')
  const isVerified = async (email: string) => {
    const link = await app.transaction((tx) => app.links.make(tx, { purpose: 'invite', userId: null, email, isHandedOver: true }))
    const token = link['link.url'].split('#token=')[1] ?? ''
    const body = { token, name: 'New Person', password: testPassword, password_confirmation: testPassword, pin: testPin }
    return (await app.send<{ user: { email_verified: boolean } }>('POST', '/api/auth/invite/accept', { body })).body.user.email_verified
  }
  expect([await isVerified('awaited@example.org'), await isVerified('other@example.org')]).toEqual([false, true])
})

test('while sign-up is closed, only an administrator’s invitation counts', async () => {
  const app = await startTestApp({ env: { SIGN_UP: 'closed' } })
  const make = async (createdBy?: string) => {
    const link = await app.transaction((tx) =>
      app.links.make(tx, { purpose: 'invite', userId: null, email: 'ann@example.org', ...(createdBy === undefined ? {} : { createdBy }) }),
    )
    const token = link['link.url'].split('#token=')[1] ?? ''
    const body = { token, name: 'New Person', password: testPassword, password_confirmation: testPassword, pin: testPin }
    return app.send('POST', '/api/auth/invite/accept', { body })
  }
  const prepared = await app.accounts.prepare({ name: 'Boss', email: 'boss@example.org', password: testPassword })
  const boss = await app.transaction((tx) => app.accounts.create(tx, prepared, { role: 'admin', admitted: true, verified: true }))
  expect((await make()).body.code).toBe('auth.sign_up_closed')
  expect((await make(boss.id)).status).toBe(201)
})
