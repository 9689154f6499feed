import { getInstallation } from '@twofold/contract/accounts'
import { checkSetupLink, setUp, signIn, signUp } from '@twofold/contract/sessions'
import { expect, test } from 'vitest'
import { createLog } from '../platform/log.ts'
import { createNodes } from '../platform/nodes.ts'
import { startTestApp, testPassword, testPin } from '../testing/start-test-app.ts'

const admin = { name: 'Ann Example', email: 'ann@example.org', password: testPassword, password_confirmation: testPassword, pin: testPin }

test('the set-up link makes one administrator, once, and signs in', async () => {
  const app = await startTestApp()
  const token = (await app.setup.makeLink())?.token ?? ''
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

test('many people use the same set-up link at once: exactly one becomes administrator', async () => {
  const app = await startTestApp()
  const token = (await app.setup.makeLink())?.token ?? ''
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, index) => app.call(setUp, { body: { ...admin, email: `person${index}@example.org`, token } })),
  )
  expect(answers.filter((answer) => answer.status === 201)).toHaveLength(1)
  expect(await app.db.selectFrom('users').select('id').execute()).toHaveLength(1)
})

test('a set-up link is used up with the transaction of the administrator, and stays where that is rolled back', async () => {
  const app = await startTestApp()
  const token = (await app.setup.makeLink())?.token ?? ''
  const use = (then: () => void = () => {}) => app.transaction((tx) => app.setup.useLink(tx, token).then(then))
  const fails = () => {
    throw new Error('No session.')
  }
  await expect(use(fails)).rejects.toThrow('No session.')
  app.clock.advance(29 * 60_000)
  await use()
  await expect(use()).rejects.toMatchObject({ code: 'setup.link_invalid' })
})

test('a set-up link ends after 30 minutes, and with the next start', async () => {
  const app = await startTestApp()
  const first = (await app.setup.makeLink())?.token ?? ''
  const second = (await app.setup.makeLink())?.token ?? ''
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
  const token = (await app.setup.makeLink())?.token ?? ''
  const made = await Promise.all([1, 2, 3].map(() => app.setup.makeConfigured({ email: 'root@example.org', password: testPassword })))
  expect(made.filter(Boolean)).toHaveLength(1)
  expect((await app.call(setUp, { body: { ...admin, token } })).status).toBe(422)
  const entered = await app.call(signIn, { body: { email: 'root@example.org', password: testPassword } })
  expect(entered.body.redirect_to).toBe('/admin')
})

test('while another node is alive its link stays the one: printed again with what is left of its time, and made new once it was used up or ran out', async () => {
  const app = await startTestApp()
  const first = await app.setup.makeLink()
  const other = createNodes({ db: app.db, log: createLog('silent'), version: '0.1.0', roles: ['web'], connections: 0 })
  await other.join()
  app.clock.advance(20 * 60_000)
  expect(await app.setup.makeLink()).toEqual(first)
  expect((await app.call(checkSetupLink, { body: { token: first?.token ?? '' } })).body.valid).toBe(true)
  const rows = await app.db.selectFrom('setup_links').selectAll().execute()
  expect(JSON.stringify(rows.map(({ token }) => token.toString('latin1')))).not.toContain(first?.token)

  app.clock.advance(10 * 60_000)
  const second = await app.setup.makeLink()
  expect(second?.token).not.toBe(first?.token)
  await other.leave()
  expect((await app.setup.makeLink())?.token).not.toBe(second?.token)
})

test('until there is an administrator sign-up is closed for everybody else, whatever SIGN_UP says, and the installation says so', async () => {
  const app = await startTestApp({ openBeforeSetUp: false, env: { SIGN_UP: 'open' } })
  const { pin, ...bo } = { ...admin, email: 'bo@example.org' }
  const installation = async () => (await app.call(getInstallation, {})).body
  expect(await installation()).toMatchObject({ setup_required: true, sign_up: 'open' })
  const token = (await app.setup.makeLink())?.token ?? ''
  const refused = await app.call(signUp, { body: { ...bo, pin } })
  expect([refused.status, refused.body.code]).toEqual([403, 'setup.required'])
  expect(JSON.stringify([refused.body, await installation()])).not.toContain(token)
  expect(await app.db.selectFrom('users').select('id').execute()).toEqual([])

  await app.call(setUp, { body: { ...admin, token } })
  expect(await installation()).toMatchObject({ setup_required: false })
  expect((await app.call(signUp, { body: { ...bo, pin } })).status).toBe(201)
})
