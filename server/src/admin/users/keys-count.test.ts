import { listUsers } from '@twofold/contract/admin/users'
import { expect, test } from 'vitest'
import { handOver } from '../../testing/hand-over.ts'
import { startEmailApp } from '../../mail-delivery/testing/start-email-app.ts'

async function started() {
  const app = await startEmailApp()
  const [ann, bo] = [await app.signUp('ann@example.org'), await app.signUp('bo@example.org')]
  const counts = async () => {
    const { data } = (await app.admin.call(listUsers, { query: { sort: 'two_fa_keys_count', direction: 'desc' } })).body
    return data.filter(({ role }) => role === 'user').map(({ name, two_fa_keys_count: count }) => [name, count])
  }
  return { ...app, ann, bo, counts }
}

test('the count of keys follows what is added, deleted, brought back, handed over and destroyed', async () => {
  const app = await started()
  const [{ key: first }, { key: second }] = [await app.ann.addKey('One'), await app.ann.addKey('Two')]
  await app.bo.addKey('Three')
  expect(await app.counts()).toEqual([
    ['ann', 2],
    ['bo', 1],
  ])
  await app.ann.send('DELETE', `/api/keys/details/${first.id}`)
  await app.ann.send('DELETE', `/api/keys/details/${second.id}`)
  expect(await app.counts()).toEqual([
    ['bo', 1],
    ['ann', 0],
  ])
  await app.ann.send('POST', `/api/keys/${second.id}/restore`)
  await app.db.deleteFrom('keys').where('deleted_at', 'is not', null).execute()
  expect(await app.counts()).toContainEqual(['ann', 1])
  const handed = await handOver(app.ann, app.bo, second.id)
  expect(handed.status).toBe(200)
  expect(await app.counts()).toEqual([
    ['bo', 2],
    ['ann', 0],
  ])
})

test('two people who hand keys to each other at once wait for nobody for ever', async () => {
  const app = await started()
  const [ofAnn, ofBo] = [await app.ann.addKey('One'), await app.bo.addKey('Two')]
  const answers = await Promise.all([handOver(app.ann, app.bo, ofAnn.key.id), handOver(app.bo, app.ann, ofBo.key.id)])
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  expect(await app.counts()).toEqual([
    ['bo', 1],
    ['ann', 1],
  ])
})

test('an account that is removed for good takes its keys with it', async () => {
  const app = await started()
  await app.ann.addKey('One')
  await app.db.deleteFrom('users').where('email', '=', app.ann.email).execute()
  expect(await app.counts()).toEqual([['bo', 0]])
})
