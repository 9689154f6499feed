import { addBackupCodes } from '@twofold/contract/backup-codes'
import { getLeaver, handOverKeys, type LeaverKey, listLeavers, openLeaver, tickRenewed } from '@twofold/contract/admin/leavers'
import { listAudit } from '@twofold/contract/admin/audit'
import { bulkUsers, deleteUser } from '@twofold/contract/admin/users'
import { rotateKey, showSecret } from '@twofold/contract/keys'
import { leaveKey, revokeShare, shareKey } from '@twofold/contract/sharing/grants'
import { exportKeys } from '@twofold/contract/transfer'
import { Secret, TOTP } from 'otpauth'
import { expect, test } from 'vitest'
import { makeServiceAccount } from '../../machines/testing/make-token.ts'
import { handOver } from '../../testing/hand-over.ts'
import { shareApp } from '../../testing/share-app.ts'
import { startOffice, type TestOffice } from '../../testing/start-office.ts'
import { prepareLeaver, withKeys } from './testing/prepare-leaver.ts'

const newSecret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'

const shared = shareApp(startOffice)

const started = (app: TestOffice = shared()) => prepareLeaver(app)

const had = (keys: readonly LeaverKey[]) => Object.fromEntries(keys.map(({ name, had: ways }) => [name, ways]))

test('a plan counts the service accounts that take codes of a key beside the people who have it', async () => {
  const office = shared()
  const app = await started(office)
  const { own } = await withKeys(app)
  const account = await makeServiceAccount(office, app.ids.bo)
  await app.bo.call(shareKey, { params: { id: own }, body: { service_account_id: account.id, approval: 'none' } })
  await app.leave()
  expect(await app.list('owned')).toMatchObject([{ name: 'Own', people: 1, programs: 1 }])
})

test('deactivating makes a plan: every key they own, manage or were shown, with last use; secrets they had against codes only', async () => {
  const app = await started()
  await withKeys(app)
  const { body } = await app.leave()
  expect(body.leaver_plan).toEqual({ keys_to_decide: 1, secrets_to_rotate: 3 })
  expect(await app.plan())?.toMatchObject({
    user: { id: app.ids.bo, name: 'Bo Sample', is_deleted: false },
    reason: 'Left the company',
    state: 'open',
    owned: { done: 0, total: 1 },
    rotate: { done: 0, total: 3 },
    safe: 1,
  })
  expect(await app.list('owned')).toMatchObject([{ name: 'Own', level: 'owner', people: 1, owner: { name: 'Bo Sample' }, decision: null }])
  expect(had(await app.list('rotate'))).toEqual({ Own: ['added'], 'Secret seen': ['secret'], 'Backup codes seen': ['backup_codes'] })
  const [safe] = await app.list('safe')
  const time = app.clock.date().toISOString()
  expect(safe).toMatchObject({
    name: 'Codes only',
    level: 'view',
    had: [],
    last_shown_at: time,
    last_used_at: time,
    owner: { name: 'Cy Sample' },
  })
  expect((await app.list('rotate', { search: 'SECRET' })).map(({ name }) => name)).toEqual(['Secret seen'])
  expect(JSON.stringify([await app.list('owned'), await app.list('rotate')])).not.toMatch(/aaaa-1111|"secret":/)
})

test('an export counts as having had every own secret, and backup codes that one typed in as having had them', async () => {
  const app = await started()
  await app.bo.addKey('Own')
  const { key } = await app.cy.addKey('Of Cy')
  await app.cy.share(key.id, app.bo.email, { permission: 'admin' })
  await app.bo.call(addBackupCodes, { params: { id: key.id }, body: { codes: ['aaaa-1111'] } })
  await app.bo.enterPin()
  expect((await app.bo.call(exportKeys, { body: { format: 'links' } })).status).toBe(200)
  await app.leave()
  expect(had(await app.list('rotate'))).toEqual({ 'Of Cy': ['backup_codes'], Own: ['added', 'export'] })
})

test('former access counts after it has ended, and a person who was handed a key has not had its secret', async () => {
  const app = await started()
  const [seen, left] = [(await app.cy.addKey('Seen')).key.id, (await app.cy.addKey('Left')).key.id]
  const share = await app.cy.share(seen, app.bo.email, { permission: 'admin' })
  await app.cy.share(left, app.bo.email)
  await app.bo.codes()
  await app.bo.enterPin()
  await app.bo.call(showSecret, { params: { id: seen } })
  await app.cy.call(revokeShare, { params: { id: seen, share_id: share } })
  await app.bo.call(leaveKey, { params: { id: left } })
  const given = (await app.cy.addKey('Given')).key.id
  await handOver(app.cy, app.bo, given)
  const gone = (await app.bo.addKey('Given away')).key.id
  await handOver(app.bo, app.di, gone)
  await app.leave()
  const both = [...(await app.list('rotate')), ...(await app.list('safe'))]
  expect(Object.fromEntries(both.map(({ name, level, had: ways }) => [name, [level, ...ways]]))).toEqual({
    Seen: ['former', 'secret'],
    'Given away': ['former', 'added'],
    Given: ['owner'],
    Left: ['former'],
  })
})

test('the plan stays open until all is decided and every secret is renewed, with who renewed it and when; a note that is taken back opens it again', async () => {
  const app = await started(await startOffice())
  const { own, codes, secret, backup } = await withKeys(app)
  await app.leave()
  const tick = (ids: string[], renewed = true) => app.admin.call(tickRenewed, { params: app.params, body: { key_ids: ids, renewed } })
  await tick([own, secret])
  await app.handOver(app.admin, own, app.ids.di)
  expect(await app.plan())?.toMatchObject({ state: 'open', rotate: { done: 2, total: 3 } })
  expect((await tick([codes])).body.results).toMatchObject([{ ok: false, message: 'Codes only: there is nothing to rotate.' }])
  expect((await tick([backup])).body.plan).toMatchObject({ state: 'done', closed_at: app.clock.date().toISOString() })
  expect((await app.list('rotate')).map(({ renewed }) => renewed?.by?.name)).toEqual(Array(3).fill('Administrator'))
  expect(await app.kinds(app.cy)).toEqual(
    expect.arrayContaining([
      ['secret_to_renew', 'Secret of Backup codes seen, Secret seen should be renewed: Bo Sample, who has left, had it'],
      ['secret_renewed', 'Secret of Secret seen was marked as renewed by an administrator'],
    ]),
  )
  const listed = async (state: 'open' | 'closed') => (await app.admin.call(listLeavers, { query: { state } })).body.total
  expect([await listed('open'), await listed('closed')]).toEqual([0, 1])
  await tick([secret], false)
  expect(await app.plan())?.toMatchObject({ state: 'open', closed_at: null })
  const actions = (await app.admin.call(listAudit, { query: { whom: app.ids.bo } })).body.data.map(({ action }) => action)
  expect(actions).toEqual(
    expect.arrayContaining([
      'leaver.plan_opened',
      'leaver.secret_renewed',
      'leaver.plan_closed',
      'leaver.secret_not_renewed',
      'leaver.plan_reopened',
    ]),
  )
})

test('an owner who replaces a secret ticks it in every plan that asked for it, and who had the old one stays known with until when', async () => {
  const app = await started()
  const { secret, backup } = await withKeys(app)
  await app.leave()
  app.clock.advance(1000)
  await app.cy.enterPin()
  const rotate = async (id: string, body: { drop_backup_codes?: boolean } = {}) => {
    const at = app.clock.now()
    const totp = new TOTP({ secret: Secret.fromBase32(newSecret) })
    const codes: [string, string] = [totp.generate({ timestamp: at }), totp.generate({ timestamp: at + 30_000 })]
    return (await app.cy.call(rotateKey, { params: { id }, body: { secret: newSecret, codes, ...body } })).body.renewals_closed
  }
  expect((await app.plan())?.rotate).toEqual({ done: 0, total: 3 })
  expect(await rotate(secret)).toBe(1)
  // Anyone who saw the backup codes can still use them.
  expect(await rotate(backup)).toBe(0)
  const rows = await app.list('rotate')
  expect(rows.find(({ key_id: id }) => id === secret)).toMatchObject({ had: ['secret'], renewed: { by: { name: 'Cy Sample' } } })
  expect(rows.find(({ key_id: id }) => id === backup)?.renewed).toBeNull()

  const known = await app.db.selectFrom('secret_knowledge').select(['what', 'until']).where('user_id', '=', app.ids.bo).execute()
  expect(known.find(({ what }) => what === 'secret')?.until?.getTime()).toBe(app.clock.now())
  expect(known.find(({ what }) => what === 'backup_codes')?.until).toBeNull()
})

test('somebody with nothing to hand over and no secret seen leaves a plan that is done at once', async () => {
  const app = await started()
  expect((await app.leave()).body.leaver_plan).toEqual({ keys_to_decide: 0, secrets_to_rotate: 0 })
  expect((await app.plan())?.state).toBe('done')
})

test('deleting ends shares and decides about what is left, but the secrets to renew stay on the list', async () => {
  const app = await started()
  const { own, secret } = await withKeys(app)
  await app.leave()
  await app.admin.call(deleteUser, { params: app.params })
  expect(await app.cy.visible()).not.toContain(own)
  expect(await app.plan())?.toMatchObject({
    user: { is_deleted: true },
    state: 'open',
    owned: { done: 1, total: 1 },
    rotate: { done: 0, total: 3 },
  })
  expect((await app.handOver(app.admin, own, app.ids.di)).body.code).toBe('leavers.account_deleted')
  await app.db.deleteFrom('users').where('id', '=', app.ids.bo).execute()
  expect((await app.plan())?.user).toEqual({ id: app.ids.bo, name: null, is_deleted: true })
  const { body } = await app.admin.call(tickRenewed, { params: app.params, body: { key_ids: [own, secret], renewed: true } })
  expect(body.plan.rotate).toEqual({ done: 2, total: 3 })
})

test('deleting somebody active makes the plan of what they could reach until then', async () => {
  const app = await started()
  await withKeys(app)
  await app.admin.call(deleteUser, { params: app.params })
  expect(await app.plan())?.toMatchObject({ owned: { done: 1, total: 1 }, rotate: { done: 0, total: 3 }, safe: 1 })
})

test('many who are deactivated at once have a plan each, and one can be begun for who was away before there were plans', async () => {
  const app = await started(await startOffice())
  await app.bo.addKey('Own')
  await app.cy.addKey('Of Cy')
  await app.admin.call(bulkUsers, { body: { ids: [app.ids.bo, app.ids.cy], action: 'deactivate' } })
  expect((await app.admin.call(listLeavers, { query: {} })).body.total).toBe(2)
  await app.di.addKey('Of Di')
  await app.db.updateTable('users').set({ is_active: false }).where('id', '=', app.ids.di).execute()
  const params = { id: app.ids.di }
  expect((await app.admin.call(getLeaver, { params })).body.plan).toBeNull()
  expect((await app.admin.call(getLeaver, { params: { id: crypto.randomUUID() } })).body.code).toBe('users.not_found')
  for (const _ of [1, 2]) expect((await app.admin.call(openLeaver, { params })).body.plan.owned.total).toBe(1)
  expect((await app.admin.call(listLeavers, { query: {} })).body.total).toBe(3)
})

test('users reach no call about leavers', async () => {
  const app = await started()
  const { own } = await withKeys(app)
  await app.leave()
  expect((await app.cy.call(getLeaver, { params: app.params })).status).toBe(403)
  expect((await app.cy.call(handOverKeys, { params: app.params, body: { key_ids: [own], to: app.ids.cy } })).status).toBe(403)
})
