import { changeShare, listShares, restoreShare, revokeShare, shareKey } from '@twofold/contract/sharing/grants'
import { acceptServiceAccountShare, declineServiceAccountShare } from '@twofold/contract/service-accounts'
import type { CallInput } from '@twofold/contract/endpoint'
import { expect, test } from 'vitest'
import { makeServiceAccount } from '../../machines/testing/make-token.ts'
import { shareApp } from '../../testing/share-app.ts'
import { startTestApp } from '../../testing/start-test-app.ts'
import { idOfAccount } from '../../testing/account-row.ts'

const shared = shareApp(startTestApp)

async function start() {
  const app = shared()
  const [ann, bo] = [await app.signUp('ann@example.org'), await app.signUp('bo@example.org')]
  const account = await makeServiceAccount(app, await idOfAccount(app, bo.email))
  const { key } = await ann.addKey('Registry')
  const share = (fields: Partial<CallInput<typeof shareKey>['body']> = {}) =>
    ann.call(shareKey, { params: { id: key.id }, body: { service_account_id: account.id, ...fields } })
  const accessible = () =>
    app.db
      .selectFrom('service_account_access')
      .where('service_account_id', '=', account.id)
      .select(['key_id', 'approval', 'four_eyes'])
      .execute()
  /** As its manager does. */
  const accept = () =>
    app.db.updateTable('shares').set({ accepted_at: app.clock.date() }).where('service_account_id', '=', account.id).execute()
  return { app, ann, bo, account, key, share, accept, accessible }
}

test('a key of somebody else’s waits for a manager of the service account, and gives nothing until then', async () => {
  const { ann, bo, account, key, share, accept, accessible } = await start()
  const { status, body } = await share({ approval: 'each', four_eyes: true })
  expect([status, body.message]).toEqual([200, `Key shared with ${account.id}.`])
  expect(await accessible()).toEqual([])
  const [listed] = (await ann.call(listShares, { params: { id: key.id } })).body.data
  expect(listed).toMatchObject({
    email: null,
    group: null,
    permission: 'view-only',
    service_account: { name: account.id, managers: 1, approval: 'each', four_eyes: true, is_accepted: false },
  })
  const { body: activity } = await bo.send<{ data: { kind: string; description: string }[] }>('GET', '/api/profile/activity')
  expect(activity.data[0]?.description).toContain('shares the key Registry with the service account Deploy bot')
  await accept()
  expect(await accessible()).toEqual([{ key_id: key.id, approval: 'each', four_eyes: true }])
})

test('anyone who knows the id of a service account can offer a key, and reads its name once a manager has accepted one', async () => {
  const { ann, bo, account, key, share } = await start()
  const params = { id: key.id, share_id: (await share()).body.share_id ?? '' }
  const answered: object[] = [
    (await share({ approval: 'each' })).body,
    (await ann.call(changeShare, { params, body: { four_eyes: true } })).body,
    (await ann.call(revokeShare, { params })).body,
    (await ann.call(restoreShare, { params })).body,
    (await ann.call(listShares, { params })).body,
  ]
  expect((await bo.call(declineServiceAccountShare, { params: { id: account.id, share_id: params.share_id } })).status).toBe(200)
  answered.push((await ann.send<object>('GET', '/api/profile/activity')).body)
  const text = JSON.stringify(answered)
  expect(text).toContain(`Access of ${account.id} to Registry ended`)
  expect(text).not.toContain('Deploy bot')

  const { body: again } = await share()
  await bo.call(acceptServiceAccountShare, { params: { id: account.id, share_id: again.share_id ?? '' } })
  const { key: other } = await ann.addKey('Other')
  const { body } = await ann.call(shareKey, { params: { id: other.id }, body: { service_account_id: account.id } })
  expect(body.message).toBe('Key shared with Deploy bot.')
  expect((await ann.call(listShares, { params })).body.data[0]?.service_account?.name).toBe('Deploy bot')
})

test('a manager who shares a key of their own has accepted it', async () => {
  const { bo, account, accessible } = await start()
  const { key } = await bo.addKey('Own')
  await bo.call(shareKey, { params: { id: key.id }, body: { service_account_id: account.id } })
  expect(await accessible()).toEqual([{ key_id: key.id, approval: 'none', four_eyes: false }])
})

test('no person gets anything by a share with a service account, and it counts among no people', async () => {
  const { app, ann, bo, key, share, accept } = await start()
  await share()
  await accept()
  expect(await bo.visible()).toEqual([])
  const { body } = await ann.send<{ own_keys: { shared_with: number }[] }>('GET', '/api/keys')
  expect(body.own_keys[0]?.shared_with).toBe(0)
  const { body: profile } = await ann.send<{ stats: object }>('GET', '/api/profile/stats')
  expect(profile.stats).toMatchObject({ keys_shared_by_me: 0 })
  expect(
    await app.db.selectFrom('access_history').select('via').where('key_id', '=', key.id).where('via', '<>', 'owner').execute(),
  ).toEqual([])
  expect(await app.db.selectFrom('granted_shares').where('key_id', '=', key.id).selectAll().execute()).toEqual([])
})

test.each<[string, (all: Awaited<ReturnType<typeof start>>, shareId: string) => unknown]>([
  ['is revoked', ({ ann, key }, share_id) => ann.call(revokeShare, { params: { id: key.id, share_id } })],
  ['is of a deleted key', ({ ann, key }) => ann.send('DELETE', `/api/keys/details/${key.id}`)],
  [
    'is of a deleted owner',
    ({ app, ann }) =>
      app.db.updateTable('users').set({ deleted_at: new Date(), is_active: false }).where('email', '=', ann.email).execute(),
  ],
  ['is of a deleted group', ({ app, account }) => app.db.deleteFrom('groups').where('id', '=', account.group_id).execute()],
  ['has expired', ({ app }) => (app.clock.advance(3_600_000), app.grants.endExpired())],
])('a share that %s gives the service account nothing', async (_how, end) => {
  const all = await start()
  const { app, share, accept, accessible } = all
  const { body } = await share({ expires_at: new Date(app.clock.now() + 3_600_000).toISOString() })
  await accept()
  expect(await accessible()).toHaveLength(1)
  await end(all, body.share_id ?? '')
  expect(await accessible()).toEqual([])
})

test('a service account never gets full control, and its terms are no people’s', async () => {
  const { app, ann, bo, key, share } = await start()
  expect((await share({ permission: 'admin' })).body.code).toBe('sharing.codes_only')
  const { body } = await share()
  const params = { id: key.id, share_id: body.share_id ?? '' }
  expect((await ann.call(changeShare, { params, body: { permission: 'admin' } })).body.code).toBe('sharing.codes_only')
  const boShare = await ann.share(key.id, bo.email)
  for (const terms of [{ approval: 'each' as const }, { four_eyes: true }])
    expect((await ann.call(changeShare, { params: { id: key.id, share_id: boShare }, body: terms })).body.code).toBe('sharing.for_programs')
  const withBo = (fields: object) => ann.send('POST', `/api/keys/${key.id}/share`, { body: { email: bo.email, ...fields } })
  expect((await withBo({ approval: 'each' })).body.code).toBe('sharing.for_programs')
  expect((await withBo({ four_eyes: false })).body.code).toBe('sharing.for_programs')
  expect((await withBo({ service_account_id: crypto.randomUUID() })).status).toBe(422)
  const nobody = { service_account_id: crypto.randomUUID() }
  expect((await ann.send('POST', `/api/keys/${key.id}/share`, { body: nobody })).body.code).toBe('service_accounts.not_found')
  expect(await app.db.selectFrom('shares').where('key_id', '=', key.id).select('id').execute()).toHaveLength(2)
})

test('sharing again changes the terms, and what a manager accepted stays accepted', async () => {
  const { share, accept, accessible } = await start()
  await share()
  await accept()
  expect((await share({ approval: 'per_run' })).body.type).toBe('info')
  expect(await accessible()).toMatchObject([{ approval: 'per_run' }])
})

test('the owner changes alone whether a service account has to ask, and the rest of the share stays', async () => {
  const { app, ann, bo, key, share, accept, accessible } = await start()
  const until = new Date(app.clock.now() + 3_600_000).toISOString()
  const { body } = await share({ expires_at: until })
  await accept()
  const params = { id: key.id, share_id: body.share_id ?? '' }
  const terms = { approval: 'per_run' as const, four_eyes: true }
  expect((await bo.call(changeShare, { params, body: terms })).status).toBe(404)
  expect((await ann.call(changeShare, { params, body: terms })).body.message).toBe('Access changed.')
  expect(await accessible()).toEqual([{ key_id: key.id, ...terms }])
  await ann.call(changeShare, { params, body: { approval: 'none' } })
  expect(await accessible()).toEqual([{ key_id: key.id, approval: 'none', four_eyes: true }])
  const [listed] = (await ann.call(listShares, { params: { id: key.id } })).body.data
  expect(listed).toMatchObject({ permission: 'view-only', expires_at: until, service_account: { is_accepted: true } })
})
