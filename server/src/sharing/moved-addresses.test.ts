import { addGroup, addGroupMember, getGroup } from '@twofold/contract/sharing/memberships'
import { verifyEmail } from '@twofold/contract/links'
import { updateProfile } from '@twofold/contract/profile'
import { listContacts, listShares, shareKey } from '@twofold/contract/sharing/grants'
import { expect, test } from 'vitest'
import { addProvider, eventsOf, letMailOut, newestToken } from '../testing/queued-events.ts'
import { handOver } from '../testing/hand-over.ts'
import { shareApp } from '../testing/share-app.ts'
import { startTestApp, testPassword } from '../testing/start-test-app.ts'

// Without e-mail an address changes at once.
const shared = shareApp(startTestApp)

/** Bo has moved to another address since Ann shared with the first, which is Di's by now. */
async function start() {
  const app = shared()
  const [ann, former] = [await app.signUp('ann@example.org'), await app.signUp('bo@example.org')]
  const { key } = await ann.addKey('Code host')
  const params = { id: key.id }
  const share = async (email: string, permission: 'view' | 'admin' = 'view') =>
    (await ann.call(shareKey, { params, body: { email, permission } })).body
  const listed = async () =>
    (await ann.call(listShares, { params })).body.data.map(({ email, permission }) => `${email} ${permission}`).toSorted()
  /** Answers Bo, and Di, who signs up with the former address. */
  async function move() {
    const email = app.address('robert@example.org')
    const body = { name: 'bo', email, current_password: testPassword }
    expect((await former.call(updateProfile, { body })).body.user).toMatchObject({ email })
    return { bo: { ...former, email }, di: await app.signUp('bo@example.org') }
  }
  return { app, ann, key, params, former, share, listed, move }
}

test('the new holder of an address is given the key as well, and the first keeps it by the present address', async () => {
  const { app, ann, former, key, share, listed, move } = await start()
  await share(former.email)
  await former.codes()
  await app.usage.flush()
  const { bo, di } = await move()
  expect(await listed()).toEqual([`${bo.email} view-only`])
  expect((await ann.call(listContacts, {})).body.data.map(({ email }) => email)).toEqual([bo.email])

  expect((await share(di.email, 'admin')).message).toBe(`Key shared with ${di.email}.`)
  expect([await bo.visible(), await di.visible()]).toEqual([[key.id], [key.id]])
  expect(await listed()).toEqual([`${di.email} admin`, `${bo.email} view-only`])
  // One share for each of them.
  expect((await share(bo.email)).type).toBe('info')
  expect(await listed()).toHaveLength(2)
})

test('shared with the present address of somebody who moved, a key is theirs by one share', async () => {
  const { app, former, share, listed, move } = await start()
  await share(former.email)
  await former.codes()
  await app.usage.flush()
  const { bo } = await move()
  await share(bo.email, 'admin')
  expect(await listed()).toEqual([`${bo.email} admin`])
})

test('an unused share is with the present holder of its address when it is shared again, and the owner learns nothing of who moved', async () => {
  const { app, key, former, share, listed, move } = await start()
  await share(former.email)
  const { bo, di } = await move()
  expect((await share(bo.email)).type).toBe('success')
  const { type, share_id } = await share(di.email)
  expect([type, share_id]).toEqual(['info', expect.any(String)])
  expect([await bo.visible(), await di.visible()]).toEqual([[key.id], [key.id]])
  expect(await listed()).toEqual([`${di.email} view-only`, `${bo.email} view-only`])
  // Bo has it by the other share: no end to report.
  expect(await eventsOf(app, 'key.share.revoked')).toEqual([])
})

test('a person who has not used a share and has moved is notified when it is given to the new holder of the address', async () => {
  const { app, key, former, share, move } = await start()
  await share(former.email)
  const { bo, di } = await move()
  await share(di.email)
  expect([await bo.visible(), await di.visible()]).toEqual([[], [key.id]])
  expect(await eventsOf(app, 'key.share.revoked')).toHaveLength(1)
})

test.each([true, false])('a member of a group who moved makes room for the new holder of the address, used: %s', async (isUsed) => {
  const { app, ann, key, params, former, move } = await start()
  const { group } = (await ann.call(addGroup, { body: { name: 'Operations' } })).body
  const add = async (email: string) => (await ann.call(addGroupMember, { params: { id: group.id }, body: { email } })).body.type
  await ann.call(shareKey, { params, body: { group_id: group.id } })
  await add(former.email)
  if (isUsed) await former.codes()
  await app.usage.flush()
  const { bo, di } = await move()
  const members = async () => (await ann.call(getGroup, { params: { id: group.id } })).body.members.map(({ email }) => email).toSorted()
  expect(await members()).toEqual([isUsed ? bo.email : di.email])
  expect(await add(di.email)).toBe(isUsed ? 'success' : 'info')
  expect([await bo.visible(), await di.visible()]).toEqual([isUsed ? [key.id] : [], [key.id]])
  expect(await members()).toEqual(isUsed ? [di.email, bo.email] : [di.email])
  const ended = (await eventsOf(app, 'key.share.revoked')).map(({ data }) => [data['key.name'], data['share.by'], data['share.reason']])
  expect(ended).toEqual(isUsed ? [] : [['Code host', 'ann', 'revoked']])
  expect(await eventsOf(app, 'key.shared')).toHaveLength(2)
})

test('a key that changes hands keeps who had it through a group apart from who has their former address', async () => {
  const { app, ann, key, params, former, share, move } = await start()
  const heir = await app.signUp('eve@example.org')
  const { group } = (await ann.call(addGroup, { body: { name: 'Operations' } })).body
  await ann.call(shareKey, { params, body: { group_id: group.id, permission: 'admin' } })
  await ann.call(addGroupMember, { params: { id: group.id }, body: { email: former.email } })
  const { bo, di } = await move()
  await share(di.email)
  await handOver(ann, heir, key.id)
  const levels = (await heir.call(listShares, { params })).body.data.map(({ permission }) => permission).toSorted()
  expect([await bo.visible(), await di.visible(), levels]).toEqual([[key.id], [key.id], ['admin', 'view-only']])
})

test('a key that changes hands keeps who had it through a group and now has the address by which somebody else had it', async () => {
  const { app, ann, key, params, former, share } = await start()
  const [heir, cy] = [await app.signUp('eve@example.org'), await app.signUp('cy@example.org')]
  const { group } = (await ann.call(addGroup, { body: { name: 'Operations' } })).body
  await ann.call(shareKey, { params, body: { group_id: group.id } })
  await ann.call(addGroupMember, { params: { id: group.id }, body: { email: cy.email } })
  await share(former.email, 'admin')
  await former.call(updateProfile, { body: { name: 'bo', email: app.address('robert@example.org'), current_password: testPassword } })
  await cy.call(updateProfile, { body: { name: 'cy', email: former.email, current_password: testPassword } })
  expect((await handOver(ann, heir, key.id)).status).toBe(200)
  expect([await former.visible(), await cy.visible()]).toEqual([[key.id], [key.id]])
  await app.usage.flush()
  // They have been shown a code by now. Shared with again, each is found by their present address.
  for (const email of [app.address('robert@example.org'), former.email])
    expect((await heir.call(shareKey, { params, body: { email, permission: 'view' } })).body.type).toBe('info')
  const levels = (await heir.call(listShares, { params })).body.data.map(({ email, permission }) => `${email} ${permission}`)
  expect(levels.toSorted()).toEqual([`${former.email} view-only`, `${app.address('robert@example.org')} view-only`])
})

test('somebody who has a key by two former addresses is found by the present one, alone and in a group', async () => {
  const { app, ann, key, params, former, share, listed } = await start()
  const { group } = (await ann.call(addGroup, { body: { name: 'Operations' } })).body
  const add = async (email: string) => (await ann.call(addGroupMember, { params: { id: group.id }, body: { email } })).body.type
  await ann.call(shareKey, { params, body: { group_id: group.id } })
  const move = (email: string) => former.call(updateProfile, { body: { name: 'bo', email, current_password: testPassword } })
  const [second, third] = [app.address('second@example.org'), app.address('third@example.org')]
  const types = [(await share(former.email)).type, await add(former.email)]
  await move(second)
  types.push((await share(second)).type, await add(second))
  expect(types).toEqual(['success', 'success', 'success', 'success'])
  expect(await former.visible()).toEqual([key.id])
  await app.usage.flush()
  await move(third)
  expect([(await share(third, 'admin')).type, await add(third)]).toEqual(['info', 'info'])
  expect(await listed()).toContain(`${third} admin`)
  // The present holder of the first address gets the key by the remaining share.
  const di = await app.signUp('bo@example.org')
  expect([(await share(di.email)).type, await add(di.email)]).toEqual(['info', 'info'])
  expect([await former.visible(), await di.visible()]).toEqual([[key.id], [key.id]])
})

test('a share and a membership that waited for an address end when their owner proves that it is theirs', async () => {
  const app = await startTestApp()
  const ann = await app.signUp('ann@example.org')
  const { key } = await ann.addKey('Code host')
  const { group } = (await ann.call(addGroup, { body: { name: 'Operations' } })).body
  await ann.call(shareKey, { params: { id: key.id }, body: { group_id: group.id } })
  await addProvider(app)
  await ann.share(key.id, 'ann@example.net')
  await ann.call(addGroupMember, { params: { id: group.id }, body: { email: 'ann@example.net' } })
  await letMailOut(app, true)
  await ann.call(updateProfile, { body: { name: 'ann', email: 'ann@example.net', current_password: testPassword } })
  const token = await newestToken(app, 'user.email_verification')
  expect((await app.call(verifyEmail, { body: { token } })).status).toBe(200)
  expect((await ann.call(listShares, { params: { id: key.id } })).body.data).toMatchObject([{ group: { members: 0 } }])
  expect((await ann.visible()).length).toBe(1)
  expect(await app.db.selectFrom('shares').where('group_id', 'is', null).select('recipient_id').execute()).toEqual([{ recipient_id: null }])
})
