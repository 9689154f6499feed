import {
  changeGroupMember,
  confirmGroupMember,
  deleteGroup,
  getGroup,
  leaveGroup,
  removeGroupMember,
} from '@twofold/contract/sharing/memberships'
import { listKeys } from '@twofold/contract/keys'
import { listActivity } from '@twofold/contract/profile'
import { shareKey, shareKeys } from '@twofold/contract/sharing/grants'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { countWaiting } from '../../testing/count-waiting.ts'
import { eventually } from '../../testing/eventually.ts'
import { eventsOf } from '../../testing/queued-events.ts'
import { shareApp } from '../../testing/share-app.ts'
import { startTestApp } from '../../testing/start-test-app.ts'
import { startGroup } from '../testing/start-group.ts'

const shared = shareApp(startTestApp)
const start = () => startGroup(shared())

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

test('a person who is taken out of a group at the moment they leave it has not left it, and its owner gets no notice', async () => {
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
  expect((await eventsOf(app, 'key.share.invited')).map(({ to }) => to)).toMatchObject([{ address: stranger }])
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
