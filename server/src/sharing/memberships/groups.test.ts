import {
  addGroup,
  addGroupMember,
  deleteGroup,
  leaveGroup,
  listGroups,
  removeGroupMember,
  renameGroup,
} from '@twofold/contract/sharing/memberships'
import { listKeys } from '@twofold/contract/keys'
import { limits } from '@twofold/contract/limits'
import { listActivity } from '@twofold/contract/profile'
import { leaveKey, shareKey, shareKeys } from '@twofold/contract/sharing/grants'
import { expect, test } from 'vitest'
import { eventsOf } from '../../testing/queued-events.ts'
import { shareApp } from '../../testing/share-app.ts'
import { startTestApp } from '../../testing/start-test-app.ts'
import { startGroup } from '../testing/start-group.ts'

const shared = shareApp(startTestApp)
const start = () => startGroup(shared())

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
