import { countLeaverImpact, handOverKeys, letKeysGo } from '@twofold/contract/admin/leavers'
import { listAudit } from '@twofold/contract/admin/audit'
import { setUserStatus } from '@twofold/contract/admin/users'
import { expect, test } from 'vitest'
import { eventsOf } from '../../testing/queued-events.ts'
import { shareApp } from '../../testing/share-app.ts'
import { startOffice, type TestOffice } from '../../testing/start-office.ts'
import { prepareLeaver, withKeys } from './testing/prepare-leaver.ts'

const shared = shareApp(startOffice)

const started = (app: TestOffice = shared()) => prepareLeaver(app)

test('shares stay alive until the plan has decided; a key that is handed over stays with those who have it', async () => {
  const app = await started()
  const { own } = await withKeys(app)
  await app.leave()
  expect(await app.cy.visible()).toContain(own)
  const { body } = await app.handOver(app.admin, own, app.ids.di)
  expect(body).toMatchObject({ message: '1 of 1 done.', results: [{ name: 'Own', ok: true }], plan: { owned: { done: 1, total: 1 } } })
  expect(await app.di.visible()).toEqual([own])
  expect(await app.cy.visible()).toContain(own)
  const [entry] = (await app.admin.call(listAudit, { query: { action: 'leaver.key_handed_over' } })).body.data
  expect(entry).toMatchObject({ target: { id: app.ids.bo }, before: { owner: 'Bo Sample' }, after: { key: 'Own', owner: 'Di Sample' } })
  expect(await app.kinds(app.di)).toEqual(
    expect.arrayContaining([
      ['key_taken_over', 'Key Own was handed over to you'],
      ['secret_to_renew', 'Secret of Own should be renewed: Bo Sample, who has left, had it'],
    ]),
  )
  expect(await app.kinds(app.cy)).toContainEqual(['key_owner_changed', 'Key Own, which is shared with you, belongs to Di Sample now'])
  expect(await app.list('owned')).toMatchObject([
    { owner: { name: 'Di Sample' }, decision: { kind: 'handed_over', to: { name: 'Di Sample' } } },
  ])
})

test('all undecided keys are handed over in one go, and the new owner gets one e-mail for them', async () => {
  const office = shared()
  const app = await started(office)
  for (const name of ['One', 'Two', 'Three']) await app.bo.addKey(name)
  await app.leave()
  const { body } = await app.admin.call(handOverKeys, { params: app.params, body: { all: true, to: app.ids.di } })
  expect(body).toMatchObject({ message: '3 of 3 done.', plan: { owned: { done: 3, total: 3 } } })
  expect(await app.di.visible()).toHaveLength(3)
  expect(await eventsOf(office, 'key.handed_over')).toMatchObject([
    { to: { user_id: app.ids.di }, data: { 'key.former_owner': 'Bo Sample', 'actor.name': 'Administrator' } },
  ])
  const kinds = (await app.kinds(app.di)).map(([kind]) => kind)
  expect(kinds.filter((kind) => kind === 'key_taken_over')).toHaveLength(3)
  expect([kinds.includes('share_received'), await eventsOf(office, 'key.shared')]).toEqual([false, []])
})

test('no administrator hands keys to himself, and nobody gets them who is away, unproven or the leaver', async () => {
  const app = await started()
  const { own } = await withKeys(app)
  const other = await app.administrator('other@example.org')
  expect((await app.leave()).status).toBe(200)
  expect((await app.handOver(app.admin, own, other.id)).body.code).toBe('leavers.to_newcomer')
  await app.growOld()
  expect((await app.handOver(app.admin, own, await app.idOf(app.admin.email))).body).toMatchObject({ code: 'leavers.to_self' })
  expect((await app.handOver(app.admin, own, app.ids.bo)).body.code).toBe('leavers.to_nobody')
  expect((await app.handOver(app.admin, own, crypto.randomUUID())).body.errors).toHaveProperty('to')
  await app.db.updateTable('users').set({ email_verified_at: null, admitted_at: null }).where('id', '=', app.ids.di).execute()
  expect((await app.handOver(app.admin, own, app.ids.di)).body.code).toBe('leavers.to_nobody')
  await app.admin.call(setUserStatus, { params: { id: app.ids.cy }, body: { is_active: false } })
  expect((await app.handOver(app.admin, own, app.ids.cy)).body.code).toBe('leavers.to_nobody')
  expect((await app.handOver(app.admin, own, other.id)).body.results).toMatchObject([{ ok: true }])
})

test('only own keys are handed over: what was shared with the leaver is its owner’s', async () => {
  const app = await started()
  const { secret } = await withKeys(app)
  await app.leave()
  const { body } = await app.handOver(app.admin, secret, app.ids.di)
  expect(body.results).toMatchObject([{ ok: false, message: 'Is not theirs.' }])
  const foreign = (await app.di.addKey('Of Di')).key.id
  expect((await app.handOver(app.admin, foreign, app.ids.cy)).body.results).toEqual([])
  expect(await app.di.visible()).toEqual([foreign])
})

test('a key that is let go stays with the account: people who had it are counted before, lose it, and are notified', async () => {
  const app = await started()
  const { own } = await withKeys(app)
  await app.leave()
  const body = { key_ids: [own] }
  expect((await app.admin.call(countLeaverImpact, { params: app.params, body })).body).toEqual({ keys: 1, shared_keys: 1, people: 1 })
  expect((await app.admin.call(letKeysGo, { params: app.params, body })).body.plan.owned).toEqual({ done: 1, total: 1 })
  expect(await app.cy.visible()).not.toContain(own)
  expect(await app.kinds(app.cy)).toContainEqual(['share_ended', 'Your access to Own was ended'])
  expect((await app.handOver(app.admin, own, app.ids.di)).body.results).toMatchObject([{ ok: true }])
})
