import { handOverKeys, listLeaverKeys } from '@twofold/contract/admin/leavers'
import { resetUserPassword, setUserRole, setUserStatus, updateUser } from '@twofold/contract/admin/users'
import { expect, test } from 'vitest'
import { shareApp } from '../testing/share-app.ts'
import { day, prepareAnn, type Started, startInstallation, theirs } from '../testing/insiders.ts'
import { joinByLink } from './testing/join-by-link.ts'

/*
 * The ways by which one malicious administrator with a second account reached codes and secrets of somebody else
 * (docs/decisions/0073-hands-close-an-account.md), walked through the real API as they would.
 */

const shared = shareApp(startInstallation)

const startShared = () => prepareAnn(shared())

const leave = (app: Started, isActive: boolean) =>
  app.admin.call(setUserStatus, { params: { id: app.id }, body: { is_active: isActive, reason: 'Holiday' } })

const handOver = async (app: Started, to: string) => app.admin.call(handOverKeys, { params: { id: app.id }, body: { all: true, to } })

async function sinceYesterday(app: Started, email: string): Promise<string> {
  const created_at = new Date(app.clock.now() - day)
  await app.db.updateTable('users').set({ created_at }).where('email', '=', email).execute()
  return app.idOf(email)
}

const heirs: Record<string, (app: Started) => Promise<string>> = {
  'made yesterday': async (app) => {
    const { email } = await app.signUp('fresh@example.org')
    return sinceYesterday(app, email)
  },
  'invited yesterday': async (app) => {
    const { email } = await joinByLink(app)
    return sinceYesterday(app, email)
  },
  'of old, deactivated and activated again': async (app) => {
    const id = await app.idOf(app.second.email)
    for (const is_active of [false, true]) await app.admin.call(setUserStatus, { params: { id }, body: { is_active, reason: '' } })
    return id
  },
  'of old, whose password an administrator set': async (app) => {
    const id = await app.idOf(app.second.email)
    await app.admin.call(resetUserPassword, { params: { id }, body: { new_password: theirs } })
    return id
  },
  'of old, whose address an administrator changed': async (app) => {
    const id = await app.idOf(app.second.email)
    await app.admin.call(updateUser, { params: { id }, body: { name: 'Second', email: app.address('third@example.org') } })
    return id
  },
  'of old, whose role an administrator changed': async (app) => {
    const id = await app.idOf(app.second.email)
    await app.admin.call(setUserRole, { params: { id }, body: { role: 'admin' } })
    return id
  },
}

test.each(Object.keys(heirs))('way 5, a leaver’s keys to a second account (%s): the hand-over is refused', async (name) => {
  const app = await startShared()
  const to = (await heirs[name]?.(app)) ?? ''
  await leave(app, false)
  const answer = await handOver(app, to)
  expect([answer.status, answer.body.errors]).toEqual([422, { to: [expect.stringContaining('within the last 30 days')] }])
  await leave(app, true)
  expect(await app.db.selectFrom('keys').where('id', '=', app.key).select('owner_id').execute()).toEqual([{ owner_id: app.id }])
})

test('way 5: somebody who has been here for long, and who no administrator touched, takes the keys over', async () => {
  const app = await startShared()
  await leave(app, false)
  expect((await app.admin.call(listLeaverKeys, { params: { id: app.id }, query: { list: 'owned' } })).status).toBe(200)
  const answer = await handOver(app, await app.idOf(app.second.email))
  expect(answer.body.results?.map(({ ok }) => ok)).toEqual([true])
})
