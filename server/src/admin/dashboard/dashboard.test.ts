import { getAdminDashboard } from '@twofold/contract/admin/dashboard'
import { expect, test } from 'vitest'
import { startEmailApp } from '../../mail-delivery/testing/start-email-app.ts'

test('the figures count people, keys and codes, in total and for the last seven days', async () => {
  const app = await startEmailApp()
  const bo = await app.signUp('bo@example.org')
  await app.signUp('cy@example.org')
  await bo.addKey('Code host')
  const old = new Date(app.clock.now() - 8 * 24 * 60 * 60 * 1000)
  await app.db
    .updateTable('users')
    .set({ created_at: old, last_login_at: old, is_active: false })
    .where('email', '=', 'cy@example.org')
    .execute()
  const { status, body } = await app.admin.call(getAdminDashboard, {})
  expect(status).toBe(200)
  expect(body.users).toEqual({
    total: 3,
    active: 2,
    admins: 1,
    deactivated: 1,
    inactive: 1,
    recent_signups: 2,
    // Sign-ins, not people: the one of the account that is now deactivated happened as well.
    recent_logins: 3,
  })
  expect(body.keys).toEqual({ total: 1, recent: 1 })
  expect(body.shares).toEqual({ total: 0, recent: 0 })
  expect(body.sessions).toEqual({ active: 2 })
  expect(body.system).toMatchObject({ node_version: process.versions.node, recovery_codes: 0, unused_recovery_codes: 0 })
  expect(body.system.database_version).toMatch(/^\d+/)
  expect(body.system.database_size).toBeGreaterThan(1)
})

test('only administrators get figures', async () => {
  const app = await startEmailApp()
  const bo = await app.signUp('bo@example.org')
  expect((await bo.call(getAdminDashboard, {})).status).toBe(403)
})

test('a change by a request is in the figures at once, any other change after a second', async () => {
  const app = await startEmailApp()
  const total = async () => (await app.admin.call(getAdminDashboard, {})).body.users.total
  expect(await total()).toBe(1)
  const bo = await app.signUp('bo@example.org')
  expect(await total()).toBe(2)
  await app.db.deleteFrom('users').where('email', '=', bo.email).execute()
  app.clock.advance(999)
  expect(await total()).toBe(2)
  app.clock.advance(1)
  expect(await total()).toBe(1)
})
