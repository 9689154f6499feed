import {
  addGroup,
  addGroupMember,
  changeGroupMember,
  confirmGroupMember,
  deleteGroup,
  getGroup,
  leaveGroup,
  listGroups,
  removeGroupMember,
  renameGroup,
} from '@twofold/contract/sharing/memberships'
import { listKeys } from '@twofold/contract/keys'
import { limits } from '@twofold/contract/limits'
import { listActivity } from '@twofold/contract/profile'
import { leaveKey, shareKey, shareKeys } from '@twofold/contract/sharing/grants'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { countWaiting } from '../../testing/count-waiting.ts'
import { eventually } from '../../testing/eventually.ts'
import { eventsOf } from '../../testing/queued-events.ts'
import { shareApp } from '../../testing/share-app.ts'
import { startTestApp } from '../../testing/start-test-app.ts'

const shared = shareApp(startTestApp)

async function start() {
  const app = shared()
  const [ann, bo, cy] = [await app.signUp('ann@example.org'), await app.signUp('bo@example.org'), await app.signUp('cy@example.org')]
  const [host, mail] = [await ann.addKey('Code host'), await ann.addKey('Mail')]
  const { group } = (await ann.call(addGroup, { body: { name: 'Operations' } })).body
  const params = { id: group.id }
  const stranger = app.address('zz@example.org')
  const add = async (email: string) => (await ann.call(addGroupMember, { params, body: { email } })).body
  return { app, ann, bo, cy, stranger, keys: [host.key.id, mail.key.id].toSorted(), params, add }
}

test('a new member sees all keys of the group at once, a removed one none from the next call on', async () => {
  const { app, ann, bo, cy, keys, params, add } = await start()
  await add(bo.email)
  const shared = await ann.call(shareKeys, { body: { key_ids: keys, group_id: params.id, permission: 'admin' } })
  expect(shared.body).toMatchObject({ type: 'success', message: '2 keys shared with Operations.' })
  expect(await bo.visible()).toEqual(keys)
  const { member_id: member } = await add(cy.email)
  expect(await cy.visible()).toEqual(keys)
  expect((await cy.call(listKeys, {})).body.shared_keys).toMatchObject([
    { permission: 'admin', group: { id: params.id, name: 'Operations' } },
    { permission: 'admin', group: { id: params.id, name: 'Operations' } },
  ])
  await ann.call(removeGroupMember, { params: { ...params, member_id: member ?? '' } })
  expect(await cy.visible()).toEqual([])
  expect(await bo.visible()).toEqual(keys)
  expect((await eventsOf(app, 'key.shared')).map(({ data }) => data['key.name'])).toEqual(['Code host and Mail', 'Code host and Mail'])
  expect((await eventsOf(app, 'key.share.revoked')).map(({ data }) => data['key.name'])).toEqual(['Code host and Mail'])
})

test('the owner of a group marks who manages its service accounts, and takes the mark away; both are said and remembered', async () => {
  const { ann, bo, cy, params, add } = await start()
  const member_id = (await add(bo.email)).member_id ?? ''
  const mark = (manages_service_accounts: boolean, person = ann, member = member_id) =>
    person.call(changeGroupMember, { params: { ...params, member_id: member }, body: { manages_service_accounts } })
  const marks = async () => (await ann.call(getGroup, { params })).body.members.map(({ manages_service_accounts: manages }) => manages)
  const newest = async () => (await ann.call(listActivity, { query: {} })).body.data[0]

  expect((await mark(true)).body.message).toBe(`${bo.email} manages the service accounts of Operations now.`)
  expect(await marks()).toEqual([true])
  expect(await newest()).toMatchObject({
    kind: 'group_manager_added',
    description: `${bo.email} manages the service accounts of the group Operations`,
  })
  expect((await mark(false)).body.message).toBe(`${bo.email} no longer manages the service accounts of Operations.`)
  expect(await marks()).toEqual([false])
  expect(await newest()).toMatchObject({
    kind: 'group_manager_removed',
    description: `${bo.email} no longer manages the service accounts of the group Operations`,
  })

  expect((await mark(true, ann, crypto.randomUUID())).body.code).toBe('groups.member_not_found')
  for (const person of [bo, cy]) expect((await mark(true, person)).body.code).toBe('groups.not_found')
  expect(await marks()).toEqual([false])
})

test('a listed key names the groups that have it: to its owner all of them, to others those that they are in', async () => {
  const { ann, bo, cy, keys, params, add } = await start()
  const [id = ''] = keys
  await add(bo.email)
  const { group: other } = (await ann.call(addGroup, { body: { name: 'Finance' } })).body
  await ann.call(addGroupMember, { params: { id: other.id }, body: { email: cy.email } })
  for (const group_id of [params.id, other.id]) await ann.call(shareKey, { params: { id }, body: { group_id } })
  await ann.share(id, bo.email)
  const groupsOf = async (person: typeof ann) => {
    const { own_keys, shared_keys } = (await person.call(listKeys, {})).body
    return [...own_keys, ...shared_keys]
      .filter(({ groups }) => groups !== undefined)
      .map((key) => [key.id, key.groups?.map(({ name }) => name)])
  }
  expect([await groupsOf(ann), await groupsOf(bo), await groupsOf(cy)]).toEqual([
    [[id, ['Finance', 'Operations']]],
    [[id, ['Operations']]],
    [[id, ['Finance']]],
  ])
  await ann.call(deleteGroup, { params })
  expect([await groupsOf(ann), await groupsOf(bo)]).toEqual([[[id, ['Finance']]], []])
})

test('the answers to adding a known and an unknown address differ in nothing, and neither does the group', async () => {
  const { ann, bo, cy, stranger, keys, params, add } = await start()
  await ann.call(shareKey, { params: { id: keys[0] ?? '' }, body: { group_id: params.id } })
  const ask = async (email: string) =>
    JSON.stringify(await add(email))
      .replaceAll(email, '@')
      .replaceAll(/[0-9a-f-]{36}/g, 'id')
  expect(await ask(bo.email)).toBe(await ask(stranger))
  expect(await ask(bo.email)).toBe(await ask(stranger))
  expect(await add(ann.email)).toMatchObject({ type: 'warning', member_id: null })
  const { body } = await ann.call(getGroup, { params })
  expect(body.members.map(({ name }) => name)).toEqual([null, null])
  await bo.codes()
  expect((await ann.call(getGroup, { params })).body.members.map(({ name }) => name)).toEqual(['bo', null])
  for (const stranger of [bo, cy]) expect((await stranger.call(getGroup, { params })).body.code).toBe('groups.not_found')
})

test('a person who has a key twice keeps it when one way ends, and nobody notifies them that it ended', async () => {
  const { app, ann, bo, keys, params, add } = await start()
  const [id = ''] = keys
  await add(bo.email)
  await ann.call(shareKey, { params: { id }, body: { group_id: params.id, permission: 'admin' } })
  await ann.share(id, bo.email)
  expect((await bo.call(listKeys, {})).body.shared_keys).toMatchObject([{ id, permission: 'admin', group: null }])
  expect((await ann.call(listKeys, {})).body.own_keys.find((key) => key.id === id)?.shared_with).toBe(1)
  expect((await bo.call(leaveKey, { params: { id } })).body.message).toBe('You still have Code host through Operations.')
  expect((await bo.call(leaveKey, { params: { id } })).body.code).toBe('sharing.through_group')
  await ann.share(id, bo.email)
  await ann.call(deleteGroup, { params })
  expect(await bo.visible()).toEqual([id])
  expect((await eventsOf(app, 'key.share.revoked')).map(({ data }) => data['share.reason'])).toEqual(['left'])
})

test('groups are listed for their owner and their members, renamed, left and deleted', async () => {
  const { ann, bo, cy, keys, params, add } = await start()
  await ann.call(shareKeys, { body: { key_ids: keys, group_id: params.id } })
  await add(bo.email)
  await add(cy.email)
  await ann.call(renameGroup, { params, body: { name: 'Ops' } })
  expect((await ann.call(listGroups, {})).body.own_groups).toMatchObject([{ name: 'Ops', members: 2, keys: 2 }])
  expect((await bo.call(listGroups, {})).body.joined_groups).toEqual([{ id: params.id, name: 'Ops', keys: 2, owner: { name: 'ann' } }])
  expect((await ann.call(leaveGroup, { params })).body.code).toBe('groups.not_found')
  expect((await bo.call(leaveGroup, { params })).status).toBe(200)
  expect(await bo.visible()).toEqual([])
  expect((await cy.call(deleteGroup, { params })).body.code).toBe('groups.not_found')
  await ann.call(deleteGroup, { params })
  expect(await cy.visible()).toEqual([])
  expect((await cy.call(listGroups, {})).body.joined_groups).toEqual([])
})

test('a person who is taken out of a group at the moment they leave it has not left it, and its owner gets no notice of it', async () => {
  const { app, ann, bo, params, add } = await start()
  const { member_id: member } = await add(bo.email)
  const leaving = await app
    .asOwner()
    .transaction()
    .execute(async (tx) => {
      await sql`select from groups where id = ${params.id} for no key update`.execute(tx)
      const answer = bo.call(leaveGroup, { params })
      await eventually(async () => expect(await countWaiting(app.db)).toBe(1))
      await sql`delete from group_members where id = ${member}`.execute(tx)
      return { answer }
    })
  expect((await leaving.answer).body.code).toBe('groups.not_found')
  expect((await ann.call(listActivity, { query: {} })).body.data.map(({ kind }) => kind)).not.toContain('group_left')
})

test('a group of somebody else’s cannot be shared with', async () => {
  const { bo, params } = await start()
  const { key } = await bo.addKey('Mine')
  const answer = await bo.call(shareKey, { params: { id: key.id }, body: { group_id: params.id } })
  expect(answer.body.code).toBe('groups.not_found')
})

test('a person whose own share has ended cannot give a key back that they have through a group alone', async () => {
  const { app, ann, bo, keys, params, add } = await start()
  const id = keys[0] ?? ''
  await add(bo.email)
  await ann.call(shareKey, { params: { id }, body: { group_id: params.id } })
  await ann.share(id, bo.email, { expires_at: new Date(app.clock.now() + 1000).toISOString() })
  app.clock.advance(1000)
  expect((await bo.call(leaveKey, { params: { id } })).body.code).toBe('sharing.through_group')
  expect((await eventsOf(app, 'key.share.revoked')).map(({ data }) => data['share.reason'])).toEqual([])
})

test('events of a group and its members are in the activity of the people concerned', async () => {
  const { ann, bo, stranger, keys, params, add } = await start()
  const happened = async (person: typeof ann) =>
    (await person.call(listActivity, { query: {} })).body.data.map(({ description }) => description)
  await ann.call(shareKey, { params: { id: keys[0] ?? '' }, body: { group_id: params.id } })
  await add(bo.email)
  const { member_id: member } = await add(stranger)
  const removed = await ann.call(removeGroupMember, { params: { ...params, member_id: member ?? '' } })
  expect(removed.body.message).toBe(`${stranger} removed from Operations.`)
  expect((await ann.call(removeGroupMember, { params: { ...params, member_id: member ?? '' } })).body.code).toBe('groups.member_not_found')
  expect((await bo.call(leaveGroup, { params })).body.message).toBe('You have left Operations.')
  expect((await ann.call(deleteGroup, { params })).body.message).toBe('Group Operations deleted.')
  expect((await happened(ann)).slice(0, 7)).toEqual([
    'Group Operations deleted',
    'Group Operations left',
    `${stranger} removed from the group Operations`,
    `${stranger} added to the group Operations`,
    `${bo.email} added to the group Operations`,
    'Key Code host shared with Operations',
    'Group Operations added',
  ])
  expect((await happened(bo))[0]).toBe('Group Operations left')
})

test('a person who loses the keys of a group is notified with who did it and why, and nobody is notified of a group without keys', async () => {
  const { app, ann, bo, cy, stranger, keys, params, add } = await start()
  const endings = async () =>
    (await eventsOf(app, 'key.share.revoked')).map(({ data }) => [data['key.name'], data['share.by'], data['share.reason']])
  await add(bo.email)
  await bo.call(leaveGroup, { params })
  expect([await endings(), await eventsOf(app, 'key.shared'), await eventsOf(app, 'key.share.invited')]).toEqual([[], [], []])
  await ann.call(shareKeys, { body: { key_ids: keys, group_id: params.id } })
  await add(cy.email)
  await add(stranger)
  expect((await eventsOf(app, 'key.share.invited')).map(({ to }) => to)).toEqual([{ address: stranger }])
  await cy.call(leaveGroup, { params })
  const { member_id: member } = await add(bo.email)
  await ann.call(removeGroupMember, { params: { ...params, member_id: member ?? '' } })
  await add(cy.email)
  await ann.call(deleteGroup, { params })
  expect(await endings()).toEqual([
    ['Code host and Mail', 'cy', 'left'],
    ['Code host and Mail', 'ann', 'revoked'],
    ['Code host and Mail', 'ann', 'revoked'],
  ])
})

test('a person who signed up with an address of the group has its keys once the owner vouches for them', async () => {
  const { app, ann, bo, stranger, keys, params, add } = await start()
  await ann.call(shareKeys, { body: { key_ids: keys, group_id: params.id } })
  const { member_id: id } = await add(stranger)
  const confirm = { params: { ...params, member_id: id ?? '' } }
  const early = await ann.call(confirmGroupMember, confirm)
  const zz = await app.signUp('zz@example.org')
  expect(await zz.visible()).toEqual([])
  for (const [person, code] of [
    [bo, 'groups.not_found'],
    [zz, 'groups.not_found'],
  ] as const)
    expect((await person.call(confirmGroupMember, confirm)).body.code).toBe(code)
  const late = await ann.call(confirmGroupMember, confirm)
  expect(late.body).toEqual(early.body)
  expect(late.body.message).toBe(`The person who signed up as ${stranger} is in the group now.`)
  expect(await zz.visible()).toEqual(keys)
  const notices = await eventsOf(app, 'key.shared')
  expect(notices.map(({ data }) => [data['key.name'], data['share.permission']])).toEqual([['Code host and Mail', 'view']])
  // Once is enough, and nobody else comes in by it.
  await ann.call(confirmGroupMember, confirm)
  expect(await eventsOf(app, 'key.shared')).toHaveLength(1)
  const { member_id: known } = await add(bo.email)
  await ann.call(confirmGroupMember, { params: { ...params, member_id: known ?? '' } })
  expect(await eventsOf(app, 'key.shared')).toHaveLength(2)
  const nobody = { params: { ...params, member_id: crypto.randomUUID() } }
  expect((await ann.call(confirmGroupMember, nobody)).body.code).toBe('groups.member_not_found')
})

test('an owner has so many groups, and a group so many members', async () => {
  const { app, ann, bo, stranger, params, add } = await start()
  const owner = await app.db.selectFrom('groups').select(['owner_id', 'created_at']).where('id', '=', params.id).executeTakeFirstOrThrow()
  const groups = (count: number) => Array.from({ length: count }, () => ({ id: crypto.randomUUID(), name: 'Another', ...owner }))
  await app.db
    .insertInto('groups')
    .values(groups(limits.groupsPerOwner - 2))
    .execute()
  expect((await ann.call(addGroup, { body: { name: 'The last' } })).status).toBe(201)
  expect((await ann.call(addGroup, { body: { name: 'One more' } })).body.code).toBe('groups.limit_reached')
  const members = Array.from({ length: limits.membersPerGroup - 1 }, (_, index) => ({
    id: crypto.randomUUID(),
    group_id: params.id,
    user_id: null,
    email: `n${index}@example.org`,
    email_normalized: `n${index}@example.org`,
    added_at: owner.created_at,
  }))
  await app.db.insertInto('group_members').values(members).execute()
  expect(await add(bo.email)).toMatchObject({ type: 'success' })
  expect(await add(stranger)).toMatchObject({ code: 'groups.full' })
  expect(await add(bo.email)).toMatchObject({ type: 'info', message: `${bo.email} is in this group already.` })
})

test('adding an address again admits the person who has signed up with it since, and notifies them once', async () => {
  const { app, ann, stranger, keys, params, add } = await start()
  await ann.call(shareKeys, { body: { key_ids: keys, group_id: params.id } })
  const { member_id: first } = await add(stranger)
  const zz = await app.signUp('zz@example.org')
  expect(await zz.visible()).toEqual([])
  expect(await add(stranger)).toMatchObject({ type: 'info', member_id: first })
  expect(await zz.visible()).toEqual(keys)
  await add(stranger)
  expect((await eventsOf(app, 'key.shared')).map(({ data }) => data['key.name'])).toEqual(['Code host and Mail'])
  // Nobody lost a key by it.
  expect(await eventsOf(app, 'key.share.revoked')).toEqual([])
})

test('confirming a member is recorded, and notifies nobody while the group has no keys', async () => {
  const { app, ann, stranger, params, add } = await start()
  const { member_id: id } = await add(stranger)
  await app.signUp('zz@example.org')
  await ann.call(confirmGroupMember, { params: { ...params, member_id: id ?? '' } })
  const [newest] = (await ann.call(listActivity, { query: {} })).body.data
  expect(newest?.description).toBe(`You confirmed the person: ${stranger} is in the group Operations`)
  expect(await eventsOf(app, 'key.shared')).toEqual([])
})
