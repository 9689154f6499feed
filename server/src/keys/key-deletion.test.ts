import { deleteKey, listKeys, previewKeyDeletion, restoreKey } from '@twofold/contract/keys'
import { expect, test } from 'vitest'
import { eventsOf, runPutOff } from '../testing/queued-events.ts'
import { shareApp } from '../testing/share-app.ts'
import { startTestApp } from '../testing/start-test-app.ts'

const shared = shareApp(startTestApp)

async function startShared() {
  const app = shared()
  const [ann, bo] = [await app.signUp('ann@example.org'), await app.signUp('bo@example.org')]
  const { key } = await ann.addKey('Code host')
  await ann.share(key.id, bo.email)
  await ann.share(key.id, app.address('nobody@example.org'))
  return { app, ann, bo, params: { id: key.id } }
}

test('how many people lose a key is said before and after it is deleted, whether or not they have an account', async () => {
  const { ann, bo, params } = await startShared()
  expect((await ann.call(previewKeyDeletion, { params })).body).toEqual({ name: 'Code host', people_losing_access: 2, backup_codes: 0 })
  expect((await bo.call(previewKeyDeletion, { params })).body.code).toBe('keys.owner_only')
  expect((await bo.call(deleteKey, { params })).body.code).toBe('keys.owner_only')
  expect((await ann.call(deleteKey, { params })).body.people_losing_access).toBe(2)
  expect(await bo.visible()).toEqual([])
})

test('a deleted key can be brought back within a minute, with everybody who had it, and nobody is notified', async () => {
  const { app, ann, bo, params } = await startShared()
  await ann.call(deleteKey, { params })
  expect((await bo.call(restoreKey, { params })).status).toBe(404)
  const back = await ann.call(restoreKey, { params })
  expect(back.body.key).toMatchObject({ id: params.id, shared_with: 2 })
  expect((await ann.call(restoreKey, { params })).status).toBe(200)
  await runPutOff(app)
  expect(await eventsOf(app, 'key.deleted')).toEqual([])
  expect(await bo.visible()).toEqual([params.id])

  await ann.call(deleteKey, { params })
  app.clock.advance(60_000)
  expect((await ann.call(restoreKey, { params })).body.code).toBe('keys.not_restorable')
  await app.keyDeletion.purgeDeleted()
  expect((await ann.call(restoreKey, { params })).body.code).toBe('keys.not_found')
})

test('the owner and everybody who had the key are notified of a deletion that stays', async () => {
  const { app, ann, params } = await startShared()
  await ann.call(deleteKey, { params })
  await runPutOff(app)
  const notices = await eventsOf(app, 'key.deleted')
  expect(notices.map(({ data }) => data['key.name'])).toEqual(['Code host', 'Code host'])
  expect(new Set(notices.map(({ to }) => JSON.stringify(to))).size).toBe(2)
  expect((await ann.call(listKeys, {})).body.own_keys).toEqual([])
})
