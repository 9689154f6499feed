import { searchOffice } from '@twofold/contract/admin/search'
import { expect, test } from 'vitest'
import { startOffice } from '../../testing/start-office.ts'

async function started() {
  const app = await startOffice()
  const bo = await app.signUp('bo@example.org', 'Bo Sample')
  const find = async (q: string) => (await app.admin.call(searchOffice, { query: { q } })).body
  return { ...app, bo, find }
}

test('a part of a name finds users, keys with their owners, and templates, whatever its case', async () => {
  const app = await started()
  const { key } = await app.bo.addKey('Sample door', { secret: 'GEZDGNBVGY3TQOJQ', note: 'In the safe', tags: ['sample-tag'] })
  const id = await app.idOf(app.bo.email)
  expect(await app.find('SAMPLE')).toEqual({
    users: [{ id, name: 'Bo Sample', email: 'bo@example.org' }],
    keys: [{ id: key.id, name: 'Sample door', owner: { id, name: 'Bo Sample' } }],
    templates: [],
  })
  expect((await app.find('key shared')).templates.map(({ slug }) => slug)).toContain('key-shared')
  expect((await app.find('bo@exam')).users).toHaveLength(1)
  for (const hidden of ['GEZDG', 'In the safe', 'sample-tag'])
    expect(await app.find(hidden)).toEqual({ users: [], keys: [], templates: [] })
})

test('a deleted row is not found, a wildcard is a letter like others, and a letter or two find nothing', async () => {
  const app = await started()
  const { key } = await app.bo.addKey('Sample door')
  await app.db.updateTable('keys').set({ deleted_at: app.clock.date() }).where('id', '=', key.id).execute()
  await app.bo.addKey('100 % cotton')
  expect((await app.find('sample')).keys).toEqual([])
  expect((await app.find('0 %')).keys.map(({ name }) => name)).toEqual(['100 % cotton'])
  expect((await app.find('%%%')).keys).toEqual([])
  expect(await app.find('bo')).toEqual({ users: [], keys: [], templates: [] })
})

test('at most five of each kind are found', async () => {
  const app = await started()
  for (let number = 0; number < 7; number += 1) await app.bo.addKey(`Door ${number}`)
  expect((await app.find('door')).keys.map(({ name }) => name)).toEqual(['Door 0', 'Door 1', 'Door 2', 'Door 3', 'Door 4'])
})

test('it is limited, and closed to users', async () => {
  const app = await startOffice({ rateLimitFactor: 1 })
  const bo = await app.signUp('bo@example.org')
  expect((await bo.call(searchOffice, { query: { q: 'sample' } })).status).toBe(403)
  const statuses = []
  for (let call = 0; call < 61; call += 1) statuses.push((await app.admin.call(searchOffice, { query: { q: 'x' } })).status)
  expect(statuses.filter((status) => status === 429)).toHaveLength(1)
})
