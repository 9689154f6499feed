import { addBackupCodes, listBackupCodes } from '@twofold/contract/backup-codes'
import { addGroup, addGroupMember } from '@twofold/contract/groups'
import { getKey, listKeys } from '@twofold/contract/keys'
import { listShares, shareKey, transferKey } from '@twofold/contract/sharing'
import { expect, test } from 'vitest'
import { handOver } from '../testing/hand-over.ts'
import { startTestApp } from '../testing/start-test-app.ts'

test('a key that is handed over belongs to the other with all that is kept with it, and who had it keeps it', async () => {
  const app = await startTestApp()
  const [ann, bo, cy, di] = [
    await app.signUp('ann@example.org'),
    await app.signUp('bo@example.org'),
    await app.signUp('cy@example.org'),
    await app.signUp('di@example.org'),
  ]
  const { key } = await ann.addKey('Code host', { note: 'in the safe', type: 'hotp', counter: 3 })
  const params = { id: key.id }
  await ann.call(addBackupCodes, { params, body: { codes: ['aaaa-1111'] } })
  await ann.share(key.id, bo.email)
  await ann.share(key.id, cy.email)
  const { group } = (await ann.call(addGroup, { body: { name: 'Operations' } })).body
  for (const email of [di.email, bo.email, cy.email]) await ann.call(addGroupMember, { params: { id: group.id }, body: { email } })
  await ann.call(shareKey, { params, body: { group_id: group.id, permission: 'admin' } })

  expect((await cy.call(transferKey, { params, body: { email: cy.email } })).body.errors).toHaveProperty('email')
  expect((await cy.call(transferKey, { params, body: { email: bo.email } })).body.code).toBe('keys.owner_only')
  expect((await handOver(ann, bo, key.id)).body).toEqual({ message: 'Code host belongs to you now.', key_id: key.id })

  expect(await ann.visible()).toEqual([])
  expect((await bo.call(getKey, { params })).body.key).toMatchObject({ access: 'owner', note: 'in the safe', counter: 3 })
  expect((await bo.call(listKeys, {})).body.shared_keys).toEqual([])
  await bo.enterPin()
  expect((await bo.call(listBackupCodes, { params })).body.data).toMatchObject([{ code: 'aaaa-1111' }])
  const next = await bo.send<{ code: string }>('POST', `/api/keys/${key.id}/next-code`)
  expect(next.body.code).toMatch(/^\d{6}$/)
  for (const person of [cy, di])
    expect((await person.call(listKeys, {})).body.shared_keys).toMatchObject([{ id: key.id, permission: 'admin', group: null }])
})

test('what waited for the address of the new owner, alone or in a group, is gone: nobody shares a key with themselves', async () => {
  const app = await startTestApp()
  const ann = await app.signUp('ann@example.org')
  const { key } = await ann.addKey('Code host')
  const params = { id: key.id }
  const email = 'bo@example.org'
  const { group } = (await ann.call(addGroup, { body: { name: 'Operations' } })).body
  await ann.call(addGroupMember, { params: { id: group.id }, body: { email } })
  await ann.call(shareKey, { params, body: { group_id: group.id } })
  await ann.share(key.id, email)
  const bo = await app.signUp(email)
  expect(await bo.visible()).toEqual([])

  expect((await handOver(ann, bo, key.id)).status).toBe(200)
  expect((await bo.call(listShares, { params })).body.data).toEqual([])
  expect((await bo.call(listKeys, {})).body.own_keys).toMatchObject([{ id: key.id, shared_with: 0 }])
})

test('whoever used a key stands in its list with their present address, and gets it when it is handed to that', async () => {
  const app = await startTestApp()
  const [ann, bo] = [await app.signUp('ann@example.org'), await app.signUp('bo@example.org')]
  const { key } = await ann.addKey('Code host')
  const params = { id: key.id }
  await ann.share(key.id, bo.email)
  const listed = async () => (await ann.call(listShares, { params })).body.data.map(({ email }) => email)
  const moved = { email: 'robert@example.org', email_normalized: 'robert@example.org' }
  await app.db.updateTable('users').set(moved).where('email', '=', bo.email).execute()
  // Somebody else has the address that was typed.
  const other = await app.signUp('bo@example.org')
  expect(await listed()).toEqual(['bo@example.org'])
  await bo.codes()
  expect(await listed()).toEqual(['robert@example.org'])
  await handOver(ann, { ...bo, email: 'robert@example.org' }, key.id)
  expect([await ann.visible(), await other.visible(), await bo.visible()]).toEqual([[], [], [key.id]])
})
