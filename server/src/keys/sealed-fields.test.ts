import { mapSealed, sealedNames } from '@twofold/contract/sealed-fields'
import { addKey, editKey, getKey, listKeys } from '@twofold/contract/keys'
import { exportKeys, importKeys } from '@twofold/contract/transfer'
import { expect, test } from 'vitest'
import { dataKeyColumns } from '../platform/crypto/data-key-columns.ts'
import { handOver } from '../testing/hand-over.ts'
import { startTestApp } from '../testing/start-test-app.ts'

const written = (which: number) => mapSealed((field) => `canary-${field}-${which}`)
const none = mapSealed(() => null)

test('whatever is sealed with a key is added, changed, handed over, exported and imported, and in no list and no row', async () => {
  const app = await startTestApp()
  const [ann, bo, cy] = [await app.signUp('ann@example.org'), await app.signUp('bo@example.org'), await app.signUp('cy@example.org')]
  const added = await ann.call(addKey, { body: { name: 'Host', ...written(0) } })
  const params = { id: added.body.key.id }
  const opened = async (person: typeof ann) => (await person.call(getKey, { params })).body.key
  expect(await opened(ann)).toMatchObject(written(0))

  await ann.share(params.id, bo.email, { permission: 'admin' })
  await ann.share(params.id, cy.email, { permission: 'view' })
  expect((await bo.call(editKey, { params, body: written(1) })).body.key).toMatchObject(written(1))
  expect(await opened(cy)).toMatchObject(none)
  for (const field of sealedNames) {
    expect((await cy.call(editKey, { params, body: { [field]: 'mine' } })).body.code).toBe('keys.view_only')
  }

  expect((await handOver(ann, bo, params.id)).status).toBe(200)
  expect(await opened(bo)).toMatchObject(written(1))

  for (const person of [ann, bo, cy]) {
    expect(JSON.stringify((await person.call(listKeys, {})).body)).not.toContain('canary')
  }
  const row = await app.db.selectFrom('keys').where('id', '=', params.id).selectAll().executeTakeFirstOrThrow()
  for (const value of Object.values(row)) expect(Buffer.isBuffer(value) ? value.toString('latin1') : String(value)).not.toContain('canary')

  await bo.enterPin()
  const { keys } = (await bo.call(exportKeys, { body: { format: 'twofold' } })).body
  expect(keys[0]).toMatchObject(written(1))
  const di = await app.signUp('di@example.org')
  expect((await di.call(importKeys, { body: { dry_run: false, entries: keys } })).status).toBe(200)
  const imported = (await di.call(listKeys, {})).body.own_keys[0]?.id ?? ''
  expect((await di.call(getKey, { params: { id: imported } })).body.key).toMatchObject(written(1))

  await bo.call(editKey, { params, body: mapSealed(() => '') })
  expect(await opened(bo)).toMatchObject(none)
})

test('every sealed column of keys is a field that the contract lists, or the secret', () => {
  const columns = dataKeyColumns.filter(({ table }) => table === 'keys').map(({ column }) => column)
  expect(columns.sort()).toEqual(['secret', ...sealedNames].sort())
})
