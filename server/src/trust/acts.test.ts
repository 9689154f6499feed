import { getUser, listUserKeys } from '@twofold/contract/admin/user-detail'
import { resetUserPin, revokeUserSessions, updateUser } from '@twofold/contract/admin/users'
import { listActsOnMe } from '@twofold/contract/trust'
import { expect, test } from 'vitest'
import { startOffice } from '../testing/start-office.ts'

async function start() {
  const app = await startOffice()
  const ada = await app.administrator('ada@example.org')
  const ann = await app.signUp('ann@example.org', 'Ann Example')
  const params = { id: await app.idOf(ann.email) }
  return { app, ada, ann, params, acts: async (page = 1) => (await ann.call(listActsOnMe, { query: { page } })).body }
}

test('a person sees every act and look of administrators that concerns them, newest first, and nothing of others', async () => {
  const { app, ada, params, acts } = await start()
  await ada.call(getUser, { params })
  await ada.call(getUser, { params: { id: ada.id } })
  app.clock.advance(1000)
  await ada.call(listUserKeys, { params })
  app.clock.advance(1000)
  await ada.call(resetUserPin, { params, body: { new_pin: '9999' } })
  const { data, total, administrators } = await acts()
  expect(data.map(({ action, what, by, title }) => [action, what, by, title])).toEqual([
    ['user.pin_reset', null, 'ada', 'PIN set'],
    ['user.viewed', 'keys', 'ada', 'User looked at'],
    ['user.viewed', 'account', 'ada', 'User looked at'],
  ])
  expect([total, administrators.includes('ada')]).toEqual([3, true])
})

test('looking at the same again within an hour is one look, of another administrator or later it is another', async () => {
  const { app, ada, params, acts } = await start()
  const di = await app.administrator('di@example.org')
  for (const one of [ada, ada, di]) await one.call(getUser, { params })
  expect(new Set((await acts()).data.map(({ by }) => by))).toEqual(new Set(['ada', 'di']))
  expect((await acts()).total).toBe(2)
  app.clock.advance(60 * 60_000)
  await ada.call(getUser, { params })
  expect((await acts()).total).toBe(3)
})

test('the list has pages, and names active administrators only', async () => {
  const { app, ada, ann, params, acts } = await start()
  for (let count = 0; count < 26; count += 1) await ada.call(revokeUserSessions, { params })
  await app.db.updateTable('users').set({ is_active: false }).where('email', '=', app.admin.email).execute()
  const again = await app.enter(ann.email)
  const page = (await again.call(listActsOnMe, { query: { page: 2 } })).body
  expect([page.data.length, page.total, page.last_page, page.administrators, page.administrators_total]).toEqual([1, 26, 2, ['ada'], 1])
  await ada.call(updateUser, { params, body: { name: 'Ann Other', email: ann.email } })
  expect((await acts()).data).toBeUndefined()
  expect((await again.call(listActsOnMe, { query: {} })).body.data[0]?.title).toBe('User changed')
})
