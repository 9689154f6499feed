import { previewRestore, restoreUser } from '@twofold/contract/admin/restored-users'
import { addGroup, addGroupMember } from '@twofold/contract/sharing/memberships'
import { deleteKey, listKeys } from '@twofold/contract/keys'
import { getCurrentUser } from '@twofold/contract/sessions'
import { revokeShare, shareKey } from '@twofold/contract/sharing/grants'
import { expect, test } from 'vitest'
import { shareApp } from '../../testing/share-app.ts'
import { startOffice, type TestOffice } from '../../testing/start-office.ts'
import { testPassword } from '../../testing/start-test-app.ts'
import { day, prepareRestoration } from './testing/prepare-restoration.ts'

const shared = shareApp(startOffice)

const started = (app: TestOffice = shared()) => prepareRestoration(app)

test('keys and shares come back as they were where they are still valid; sessions and what ended before do not', async () => {
  const app = await started(await startOffice())
  const { bo, cy, di } = app
  const [host, mail, gone] = [await bo.addKey('Code host'), await bo.addKey('Mail'), await bo.addKey('Gone')]
  await bo.share(host.key.id, cy.email, { permission: 'admin' })
  await bo.share(mail.key.id, cy.email, { expires_at: new Date(app.clock.now() + day).toISOString() })
  const before = await bo.share(host.key.id, di.email)
  await bo.call(revokeShare, { params: { id: host.key.id, share_id: before ?? '' } })
  await bo.share(gone.key.id, cy.email)
  const waiting = await bo.share(host.key.id, 'nobody-yet@example.org')
  const own = (await bo.call(addGroup, { body: { name: 'Mine' } })).body.group
  await bo.call(addGroupMember, { params: { id: own.id }, body: { email: di.email } })
  await bo.call(shareKey, { params: { id: mail.key.id }, body: { group_id: own.id } })
  const [ofCy, ofDi, endsBefore] = [await cy.addKey('Of Cy'), await di.addKey('Of Di'), await di.addKey('Ended by Di')]
  await cy.share(ofCy.key.id, bo.email)
  await di.share(endsBefore.key.id, bo.email)
  const group = (await di.call(addGroup, { body: { name: 'Operations' } })).body.group
  await di.call(addGroupMember, { params: { id: group.id }, body: { email: bo.email } })
  await di.call(shareKey, { params: { id: ofDi.key.id }, body: { group_id: group.id } })
  const had = { bo: await bo.visible(), di: await di.visible() }

  await bo.call(deleteKey, { params: { id: gone.key.id } })
  await app.remove()
  expect(await cy.visible()).toEqual([ofCy.key.id])
  await di.call(deleteKey, { params: { id: endsBefore.key.id } })
  app.clock.advance(2 * day)
  // The one with Mail ran out meanwhile, and so did every session.
  const again = { cy: await app.enter(cy.email, testPassword), di: await app.enter(di.email, testPassword) }
  const admin = (await app.enter(app.admin.email, testPassword)).person
  const { body: counted } = await admin.call(previewRestore, { params: app.params })
  expect(counted).toMatchObject({ keys: 2, shares_given: 3, shares_received: 1, groups: 1, is_address_taken: false, is_deactivated: false })

  const restored = await admin.call(restoreUser, { params: app.params, body: {} })
  expect([restored.status, restored.body.message]).toEqual([
    200,
    'The user is restored. E-mail is not set up: make a reset link and hand it over.',
  ])
  expect(await again.cy.person.visible()).toEqual([host.key.id, ofCy.key.id].toSorted())
  expect((await again.cy.person.call(listKeys, {})).body.shared_keys).toMatchObject([{ id: host.key.id, permission: 'admin' }])
  expect(await again.di.person.visible()).toEqual(had.di.filter((id) => id !== endsBefore.key.id))
  const { data: members } = {
    data: await app.db.selectFrom('group_members').where('user_id', '=', app.ids.bo).select('group_id').execute(),
  }
  expect(members).toEqual([{ group_id: group.id }])
  const shares = await app.db.selectFrom('shares').where('revoked_at', 'is', null).select('id').execute()
  expect(shares.map(({ id }) => id)).toContain(waiting)
  expect((await bo.call(getCurrentUser, {})).status).toBe(401)
  expect(await app.db.selectFrom('sessions').where('user_id', '=', app.ids.bo).select('id').execute()).toEqual([])
  // Bo sees the same keys as before, except for deleted ones.
  const { rows } = { rows: await app.db.selectFrom('key_access').where('user_id', '=', app.ids.bo).select('key_id').distinct().execute() }
  expect(rows.map(({ key_id: id }) => id).toSorted()).toEqual(had.bo.filter((id) => id !== gone.key.id && id !== endsBefore.key.id))
  for (const table of ['shares_ended_with_account', 'memberships_ended_with_account', 'account_deletions'] as const) {
    expect(await app.db.selectFrom(table).select('user_id').execute()).toEqual([])
  }
})

test('a share between two deleted people is restored once both of them are', async () => {
  const app = await started()
  const { key } = await app.bo.addKey('Code host')
  await app.bo.share(key.id, app.cy.email)
  const other = await app.cy.addKey('Of Cy')
  await app.cy.share(other.key.id, app.bo.email)
  const grants = async () =>
    (
      await app.db
        .selectFrom('live_shares')
        .where('key_id', 'in', [key.id, other.key.id])
        .select(['key_id', 'recipient_id'])
        .orderBy('key_id')
        .execute()
    ).map(({ key_id: id }) => id)
  const both = await grants()
  await app.remove(app.ids.bo)
  await app.remove(app.ids.cy)
  expect(await app.preview(app.ids.bo)).toMatchObject({ shares_given: 0, shares_received: 0 })
  await app.restore(app.ids.bo)
  expect(await grants()).toEqual([])
  await app.restore(app.ids.cy)
  expect(await grants()).toEqual(both)
})

test('a key that an owner shared again with the address, or handed over, is not shared with the restored account as well', async () => {
  const app = await started()
  const [host, moved] = [await app.cy.addKey('Host'), await app.cy.addKey('Moved')]
  await app.cy.share(host.key.id, app.bo.email)
  await app.cy.share(moved.key.id, app.bo.email)
  await app.remove()
  await app.cy.share(host.key.id, app.bo.email)
  await app.db.updateTable('keys').set({ owner_id: app.ids.di }).where('id', '=', moved.key.id).execute()
  expect((await app.restore()).status).toBe(200)
  expect(await app.db.selectFrom('live_shares').where('recipient_id', '=', app.ids.bo).select('key_id').execute()).toEqual([])
})

test('two shares with one address, each ended by the deletion of another side: the last comes back', async () => {
  const app = await started()
  const { key } = await app.cy.addKey('Host')
  await app.cy.share(key.id, app.bo.email)
  await app.remove()
  const last = await app.cy.share(key.id, app.bo.email, { permission: 'admin' })
  await app.remove(app.ids.cy)
  for (const id of [app.ids.bo, app.ids.cy]) expect((await app.restore(id)).status).toBe(200)
  const standing = await app.db.selectFrom('live_shares').where('key_id', '=', key.id).select(['id', 'recipient_id']).execute()
  expect(standing).toEqual([{ id: last, recipient_id: app.ids.bo }])
})

test('a share that waited for an address is with the person who has proven it while the owner was away', async () => {
  const app = await started()
  const { key } = await app.bo.addKey('Host')
  await app.bo.share(key.id, app.address('new@example.org'))
  await app.remove()
  const person = await app.signUp('new@example.org')
  await app.restore()
  expect(await person.visible()).toEqual([key.id])
})

test('a user who is restored before the owner of a group is in it again when its owner is back', async () => {
  const app = await started()
  const { key } = await app.cy.addKey('Host')
  const { group } = (await app.cy.call(addGroup, { body: { name: 'Operations' } })).body
  await app.cy.call(addGroupMember, { params: { id: group.id }, body: { email: app.bo.email } })
  await app.cy.call(shareKey, { params: { id: key.id }, body: { group_id: group.id } })
  const visible = () => app.db.selectFrom('live_shares').where('recipient_id', '=', app.ids.bo).select('key_id').execute()
  await app.remove()
  await app.remove(app.ids.cy)
  expect((await app.preview()).groups).toBe(0)
  await app.restore()
  expect(await visible()).toEqual([])
  await app.restore(app.ids.cy)
  expect(await visible()).toEqual([{ key_id: key.id }])
})
