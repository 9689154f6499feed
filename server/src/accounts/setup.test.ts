import { checkSetupLink, setUp, signIn } from '@twofold/contract/sessions'
import { expect, test } from 'vitest'
import { startTestApp, testPassword, testPin } from '../testing/start-test-app.ts'

const admin = { name: 'Ann Example', email: 'ann@example.org', password: testPassword, password_confirmation: testPassword, pin: testPin }

test('the set-up link makes one administrator, once, and signs in', async () => {
  const app = await startTestApp()
  const token = (await app.setup.makeLink()) ?? ''
  expect((await app.call(checkSetupLink, { body: { token } })).body.valid).toBe(true)
  const made = await app.call(setUp, { body: { ...admin, token } })
  expect(made.status).toBe(201)
  expect(made.body).toMatchObject({ redirect_to: '/admin', user: { role: 'admin' } })
  expect((await app.call(checkSetupLink, { body: { token } })).body.valid).toBe(false)
  const again = await app.call(setUp, { body: { ...admin, email: 'bo@example.org', token } })
  expect(again.status).toBe(422)
  expect(again.body).toMatchObject({ code: 'setup.link_invalid' })
  expect(await app.setup.makeLink()).toBeUndefined()
})

test('of many people using the same set-up link at once exactly one becomes administrator', async () => {
  const app = await startTestApp()
  const token = (await app.setup.makeLink()) ?? ''
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, index) => app.call(setUp, { body: { ...admin, email: `person${index}@example.org`, token } })),
  )
  expect(answers.filter((answer) => answer.status === 201)).toHaveLength(1)
  expect(await app.db.selectFrom('users').select('id').execute()).toHaveLength(1)
})

test('a set-up link ends after 30 minutes, and with the next start', async () => {
  const app = await startTestApp()
  const first = (await app.setup.makeLink()) ?? ''
  const second = (await app.setup.makeLink()) ?? ''
  expect((await app.call(checkSetupLink, { body: { token: first } })).body.valid).toBe(false)
  app.clock.advance(29 * 60_000)
  expect((await app.call(checkSetupLink, { body: { token: second } })).body.valid).toBe(true)
  app.clock.advance(60_000)
  expect((await app.call(setUp, { body: { ...admin, token: second } })).status).toBe(422)
})

test('the first visitor who signs up is not made administrator', async () => {
  const app = await startTestApp()
  await app.signUp('visitor@example.org')
  expect(await app.db.selectFrom('users').select('role').execute()).toEqual([{ role: 'user' }])
  expect(await app.setup.makeLink()).toBeDefined()
})

test('the configured administrator is made once, also when several nodes start together, and ends the set-up link', async () => {
  const app = await startTestApp()
  const token = (await app.setup.makeLink()) ?? ''
  const made = await Promise.all([1, 2, 3].map(() => app.setup.makeConfigured({ email: 'root@example.org', password: testPassword })))
  expect(made.filter(Boolean)).toHaveLength(1)
  expect((await app.call(setUp, { body: { ...admin, token } })).status).toBe(422)
  const entered = await app.call(signIn, { body: { email: 'root@example.org', password: testPassword } })
  expect(entered.body.redirect_to).toBe('/admin')
})
