import { randomUUID } from 'node:crypto'
import { addGroup, addGroupMember, changeGroupMember, deleteGroup } from '@twofold/contract/sharing/memberships'
import {
  acceptServiceAccountShare,
  addServiceAccount,
  createServiceAccountToken,
  declineServiceAccountShare,
  deleteServiceAccount,
  editServiceAccount,
  getServiceAccount,
  listServiceAccounts,
  listServiceAccountShares,
  listServiceAccountTokens,
  resumeServiceAccount,
  revokeServiceAccountToken,
  rotateServiceAccountToken,
  serviceAccountLimits,
  suspendServiceAccount,
} from '@twofold/contract/service-accounts'
import { listActivity } from '@twofold/contract/profile'
import { restoreShare, shareKey } from '@twofold/contract/sharing/grants'
import { revokeFoundToken } from '@twofold/contract/tokens'
import { expect, test } from 'vitest'
import { countWaiting } from '../testing/count-waiting.ts'
import { eventually } from '../testing/eventually.ts'
import { shareApp } from '../testing/share-app.ts'
import { createClient, startTestApp } from '../testing/start-test-app.ts'

type Person = Awaited<ReturnType<Awaited<ReturnType<typeof startTestApp>>['signUp']>>

const shared = shareApp(startTestApp)

/** Ann owns the group and its service account; Bo is in it; Cy is a stranger with a key. */
async function start() {
  const app = shared()
  const [ann, bo, cy] = [await app.signUp('ann@example.org'), await app.signUp('bo@example.org'), await app.signUp('cy@example.org')]
  for (const person of [ann, bo, cy]) await person.enterPin()
  const { group } = (await ann.call(addGroup, { body: { name: 'Releases' } })).body
  const { member_id } = (await ann.call(addGroupMember, { params: { id: group.id }, body: { email: bo.email } })).body
  const made = await ann.call(addServiceAccount, { body: { group_id: group.id, name: 'Deploy bot' } })
  const params = { id: made.body.service_account.id }
  const makeToken = async (by: Person, fields: { networks?: string[]; key_ids?: string[] } = {}) => {
    const answer = await by.call(createServiceAccountToken, { params, body: { name: 'Runner', expires_in_days: 30, ...fields } })
    const client = createClient(app.url, { authorization: `Bearer ${answer.body.secret ?? ''}` })
    const isGood = async () => (await client.send('GET', '/api/tokens/self')).status === 200
    return { ...answer, ...client, isGood }
  }
  const manage = (manages: boolean) =>
    ann.call(changeGroupMember, { params: { id: group.id, member_id: member_id ?? '' }, body: { manages_service_accounts: manages } })
  const newest = async (person: Person) => (await person.call(listActivity, { query: {} })).body.data[0]
  return { app, ann, bo, cy, group, params, makeToken, manage, newest }
}

test('the owner of a group manages its service accounts, and so do members marked as managers; for all others they are not there', async () => {
  const { ann, bo, group, params, makeToken, manage } = await start()
  expect((await bo.call(listServiceAccounts, {})).body.data).toEqual([])
  expect((await makeToken(bo)).body.code).toBe('service_accounts.not_found')
  expect((await bo.call(addServiceAccount, { body: { group_id: group.id, name: 'Mine' } })).body.code).toBe('groups.not_found')
  expect((await manage(true)).body.message).toBe(`${bo.email} manages the service accounts of Releases now.`)
  expect((await bo.call(getServiceAccount, { params })).body).toMatchObject({
    service_account: { name: 'Deploy bot', group: { name: 'Releases' }, managers: 2, tokens: 0, keys: 0 },
    managers: [
      { name: 'ann', is_owner: true },
      { name: 'bo', is_owner: false },
    ],
  })
  const token = await makeToken(bo)
  expect([token.status, await token.isGood()]).toEqual([201, true])
  await manage(false)
  expect((await bo.call(listServiceAccountTokens, { params })).body.code).toBe('service_accounts.not_found')
  // It belongs to the group, so it works on.
  expect(await token.isGood()).toBe(true)
  expect((await ann.call(listServiceAccountTokens, { params })).body.data).toMatchObject([{ name: 'Runner', created_by: 'bo' }])
})

test('a token of a service account takes the PIN, lasts at most 90 days, and there are five at most', async () => {
  const { app, ann, params, makeToken } = await start()
  const long = await ann.call(createServiceAccountToken, { params, body: { name: 'Runner', expires_in_days: 91 } })
  expect([long.status, Object.keys(long.body.errors ?? {})]).toEqual([422, ['expires_in_days']])
  const many = await Promise.all(Array.from({ length: 7 }, () => makeToken(ann)))
  expect(many.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([201, 201, 201, 201, 201, 409, 409])
  app.clock.advance(6 * 60_000)
  expect((await makeToken(ann)).body.code).toBe('pin.required')
})

test('a suspended service account’s tokens open nothing from the next call on, and none are made, until it is resumed', async () => {
  const { ann, params, makeToken } = await start()
  const token = await makeToken(ann)
  expect(await token.isGood()).toBe(true)
  await ann.call(suspendServiceAccount, { params })
  expect((await token.send('GET', '/api/tokens/self')).body.code).toBe('tokens.suspended')
  expect((await makeToken(ann)).body.code).toBe('service_accounts.suspended')
  expect((await ann.call(listServiceAccounts, {})).body.data[0]?.suspended).toMatchObject({ because: 'manager' })
  await ann.call(resumeServiceAccount, { params })
  expect(await token.isGood()).toBe(true)
})

test('tokens end when they are revoked or found, and all of them with the service account or its group', async () => {
  const { app, ann, group, params, makeToken, newest } = await start()
  const [one, two, three] = [await makeToken(ann), await makeToken(ann), await makeToken(ann)]
  await ann.call(revokeServiceAccountToken, { params: { ...params, token_id: one.body.token.id } })
  await app.call(revokeFoundToken, { body: { token: two.body.secret ?? '', reason: 'leaked' } })
  expect((await newest(ann))?.kind).toBe('service_account_token_leaked')
  expect(await Promise.all([one.isGood(), two.isGood(), three.isGood()])).toEqual([false, false, true])
  const other = await ann.call(addServiceAccount, { body: { group_id: group.id, name: 'Another' } })
  await ann.call(deleteServiceAccount, { params })
  expect(await three.isGood()).toBe(false)
  await ann.call(deleteGroup, { params: { id: group.id } })
  expect((await ann.call(getServiceAccount, { params: { id: other.body.service_account.id } })).status).toBe(404)
})

test('a token is rotated with an overlap, and keeps its bindings', async () => {
  const { app, ann, params, makeToken } = await start()
  const old = await makeToken(ann, { networks: ['127.0.0.0/8'] })
  const rotated = await ann.call(rotateServiceAccountToken, {
    params: { ...params, token_id: old.body.token.id },
    body: { overlap_hours: 1 },
  })
  expect([rotated.status, rotated.body.token.networks]).toEqual([201, ['127.0.0.0/8']])
  expect(await old.isGood()).toBe(true)
  app.clock.advance(3_600_000)
  expect(await old.isGood()).toBe(false)
})

test('a key of a known name planted on the bot waits for a manager’s accept, and a manager may decline it', async () => {
  const { app, ann, cy, params, newest } = await start()
  const { key } = await cy.addKey('Registry')
  const share = () => cy.call(shareKey, { params: { id: key.id }, body: { service_account_id: params.id } })
  const share_id = (await share()).body.share_id ?? ''
  const access = () => app.db.selectFrom('service_account_access').where('service_account_id', '=', params.id).select('key_id').execute()
  expect((await newest(ann))?.kind).toBe('service_account_key_waits')
  expect((await ann.call(listServiceAccountShares, { params })).body.data).toMatchObject([
    { id: share_id, key: { name: 'Registry', owner: { name: 'cy' } }, is_accepted: false },
  ])
  expect(await access()).toEqual([])
  expect((await cy.call(acceptServiceAccountShare, { params: { ...params, share_id } })).status).toBe(404)
  await ann.call(acceptServiceAccountShare, { params: { ...params, share_id } })
  expect(await access()).toEqual([{ key_id: key.id }])
  await ann.call(declineServiceAccountShare, { params: { ...params, share_id } })
  expect(await access()).toEqual([])
  expect(await newest(cy)).toMatchObject({ kind: 'share_revoked', actor: 'ann' })
  expect((await ann.call(acceptServiceAccountShare, { params: { ...params, share_id } })).body.code).toBe(
    'service_accounts.share_not_found',
  )
  // Nor is it planted by taking back that it ended.
  expect((await cy.call(restoreShare, { params: { id: key.id, share_id } })).status).toBe(200)
  expect(await access()).toEqual([])
  await ann.call(declineServiceAccountShare, { params: { ...params, share_id } })
  expect((await share()).body.type).toBe('success')
  expect(await access()).toEqual([])
})

test('a manager who mints a token to have colleagues’ codes is seen: the owners of its keys are notified at once', async () => {
  const { ann, cy, params, makeToken, newest } = await start()
  const { key } = await cy.addKey('Registry')
  const share_id = (await cy.call(shareKey, { params: { id: key.id }, body: { service_account_id: params.id } })).body.share_id ?? ''
  await makeToken(ann)
  expect((await newest(cy))?.kind).not.toBe('service_account_token_made_by')
  await ann.call(acceptServiceAccountShare, { params: { ...params, share_id } })
  await makeToken(ann)
  expect(await newest(cy)).toMatchObject({
    kind: 'service_account_token_made_by',
    actor: 'ann',
    description: 'ann created a token for the service account Deploy bot, which takes codes of Registry',
  })
})

test('service accounts added to a group at once: only as many as still fit are added', async () => {
  const { app, ann, group } = await start()
  const owner = (await app.db.selectFrom('users').select('id').where('email', '=', ann.email).executeTakeFirstOrThrow()).id
  const others = Array.from({ length: serviceAccountLimits.perGroup - 2 }, (_, number) => ({
    id: randomUUID(),
    group_id: group.id,
    name: `Bot ${number}`,
    description: '',
    created_by: owner,
    created_at: new Date(),
  }))
  await app.db.insertInto('service_accounts').values(others).execute()
  const adding = await app.transaction(async ({ db }) => {
    await db.selectFrom('groups').where('id', '=', group.id).select('id').forUpdate().execute()
    const two = ['One', 'Other'].map((name) => ann.call(addServiceAccount, { body: { group_id: group.id, name } }))
    await eventually(async () => expect(await countWaiting(app.db)).toBe(2))
    return { two }
  })
  const answers = await Promise.all(adding.two)
  expect(answers.map(({ status, body }) => (status < 300 ? 'added' : body.code)).sort()).toEqual([
    'added',
    'service_accounts.limit_reached',
  ])
})

test('a token is narrowed to keys that its service account has, and to no others', async () => {
  const { ann, params, makeToken } = await start()
  const [{ key }, { key: other }] = [await ann.addKey('Registry'), await ann.addKey('Bank')]
  await ann.call(shareKey, { params: { id: key.id }, body: { service_account_id: params.id } })
  expect((await makeToken(ann, { key_ids: [other.id] })).body.code).toBe('tokens.key_unknown')
  expect((await makeToken(ann, { key_ids: [key.id] })).body.token.key_ids).toEqual([key.id])
})

test('a service account lists the keys that were accepted for it, as its token is narrowed, and no code or secret', async () => {
  const { app, ann, cy, params, makeToken } = await start()
  const [{ key }, { key: other }, { key: waiting }] = [await ann.addKey('Registry'), await ann.addKey('Mirror'), await cy.addKey('Planted')]
  const body = { service_account_id: params.id, expires_at: new Date(app.clock.now() + 3_600_000).toISOString() }
  for (const { id } of [key, other]) await ann.call(shareKey, { params: { id }, body })
  await cy.call(shareKey, { params: { id: waiting.id }, body })
  const listed = async ({ send }: Pick<Awaited<ReturnType<typeof makeToken>>, 'send'>) => {
    const { body: said } = await send<{ own_keys: object[]; shared_keys: { name: string }[] }>('GET', '/api/keys')
    return [said.own_keys, said.shared_keys.map(({ name }) => name)]
  }
  const [wide, narrow] = [await makeToken(ann), await makeToken(ann, { key_ids: [other.id] })]
  expect(await listed(wide)).toEqual([[], ['Registry', 'Mirror']])
  expect(await listed(narrow)).toEqual([[], ['Mirror']])
  app.clock.advance(3_600_000)
  expect(await listed(wide)).toEqual([[], []])
})

test('a service account is renamed and described, and its keys are none of its group’s', async () => {
  const { ann, group, params } = await start()
  const { key } = await ann.addKey('Of the group')
  await ann.call(shareKey, { params: { id: key.id }, body: { group_id: group.id } })
  const { body } = await ann.call(editServiceAccount, { params, body: { name: 'Publisher', description: 'Publishes packages' } })
  expect(body.service_account).toMatchObject({ name: 'Publisher', description: 'Publishes packages', keys: 0 })
})
