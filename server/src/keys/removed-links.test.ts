import { dismissRemovedLinks, listRemovedLinks } from '@twofold/contract/keys'
import { expect, test } from 'vitest'
import { startTestApp } from '../testing/start-test-app.ts'

test('an owner is notified of their own keys whose name held a secret, until they have read it', async () => {
  const app = await startTestApp()
  const [ann, bo] = [await app.signUp('ann@example.org'), await app.signUp('bo@example.org')]
  const [own, theirs] = [(await ann.addKey('Mail')).key.id, (await bo.addKey('Bank')).key.id]
  await ann.share(own, bo.email, { permission: 'admin' })
  await app.db
    .insertInto('removed_links')
    .values([own, theirs].map((key_id) => ({ key_id, removed_at: app.clock.date() })))
    .execute()
  expect((await ann.call(listRemovedLinks, {})).body.data).toEqual([{ id: own, name: 'Mail' }])
  expect((await ann.call(dismissRemovedLinks, {})).status).toBe(200)
  expect((await ann.call(listRemovedLinks, {})).body.data).toEqual([])
  expect((await bo.call(listRemovedLinks, {})).body.data).toEqual([{ id: theirs, name: 'Bank' }])
})
