import { letKeysGo, listLeavers, openLeaver, tickRenewed } from '@twofold/contract/admin/leavers'
import { listAudit } from '@twofold/contract/admin/audit'
import { setUserStatus } from '@twofold/contract/admin/users'
import { listKeys } from '@twofold/contract/keys'
import { acceptOffer, listOffers, withdrawOffer } from '@twofold/contract/sharing/hand-over'
import { expect, test } from 'vitest'
import { eventsOf } from '../../testing/queued-events.ts'
import { shareApp } from '../../testing/share-app.ts'
import { startOffice, type TestOffice } from '../../testing/start-office.ts'
import { prepareLeaver, withKeys } from './testing/prepare-leaver.ts'

const shared = shareApp(startOffice)

const started = (app: TestOffice = shared()) => prepareLeaver(app)

test('activating closes the plan, which then takes no decision; leaving again makes a new one', async () => {
  const app = await started(await startOffice())
  const { own } = await withKeys(app)
  await app.leave()
  await app.admin.call(setUserStatus, { params: app.params, body: { is_active: true } })
  expect((await app.plan())?.state).toBe('reactivated')
  expect((await app.handOver(app.admin, own, app.ids.di)).body.code).toBe('leavers.closed')
  expect((await app.admin.call(openLeaver, { params: app.params })).body.code).toBe('leavers.still_active')
  await app.leave()
  expect(await app.plan())?.toMatchObject({ state: 'open', owned: { done: 0, total: 1 } })
  expect((await app.admin.call(listLeavers, { query: {} })).body.total).toBe(1)
})

test('a user who is back within seven days of a hand-over is offered the keys, and the new owners can keep them', async () => {
  const office = await startOffice()
  const app = await started(office)
  const [kept, back] = [(await app.bo.addKey('Kept')).key.id, (await app.bo.addKey('Back')).key.id]
  const late = (await app.bo.addKey('Late')).key.id
  await app.leave()
  await app.handOver(app.admin, late, app.ids.di)
  app.clock.advance(3 * 24 * 60 * 60 * 1000)
  const later = await app.enter(app.admin.email)
  for (const key of [kept, back]) await app.handOver(later, key, app.ids.di)
  app.clock.advance(5 * 24 * 60 * 60 * 1000)

  const admin = await app.enter(app.admin.email)
  expect((await admin.call(setUserStatus, { params: app.params, body: { is_active: true } })).status).toBe(200)
  const [bo, di] = [await app.enter(app.bo.email), await app.enter(app.di.email)]
  const { data: offers } = (await bo.call(listOffers, {})).body
  expect(offers.map(({ key, offered_by: by }) => [key.name, by.name])).toEqual([
    ['Back', 'Di Sample'],
    ['Kept', 'Di Sample'],
  ])
  expect((await di.call(withdrawOffer, { params: { id: kept } })).status).toBe(200)
  for (const { id } of offers) await bo.call(acceptOffer, { params: { id } })
  const names = async (person: typeof bo) => (await person.call(listKeys, {})).body.own_keys.map(({ name }) => name).toSorted()
  expect([await names(bo), await names(di)]).toEqual([['Back'], ['Kept', 'Late']])
  const notices = (await eventsOf(office, 'key.offered')).map(({ data }) => [data['key.name'], data['share.by']])
  expect(notices).toEqual([['Back and Kept', 'Di Sample']])
  expect(await app.kinds(di)).toContainEqual(['key_offered', 'Key Back, Kept offered to bo@example.org'])
  const { data: rows } = (await admin.call(listAudit, { query: { action: 'leaver.plan_closed' } })).body
  expect(rows[0]?.after).toMatchObject({ reason: 'activated again', keys_offered_back: 2 })
})

test('a plan that was done decides nothing about somebody who is back', async () => {
  const app = await started()
  const { key } = await app.bo.addKey('Own')
  await app.leave()
  await app.admin.call(letKeysGo, { params: app.params, body: { all: true } })
  await app.admin.call(tickRenewed, { params: app.params, body: { key_ids: [key.id], renewed: true } })
  expect((await app.plan())?.state).toBe('done')
  await app.admin.call(setUserStatus, { params: app.params, body: { is_active: true } })
  expect((await app.handOver(app.admin, key.id, app.ids.di)).body.code).toBe('leavers.closed')
})
