import { editKey, getKey, listKeys } from '@twofold/contract/keys'
import { expect, test } from 'vitest'
import { shareApp } from '../testing/share-app.ts'
import { startTestApp } from '../testing/start-test-app.ts'

const rfcSecret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
const shared = shareApp(startTestApp)

async function startShared() {
  const app = shared()
  const [ann, bo, cy] = [await app.signUp('ann@example.org'), await app.signUp('bo@example.org'), await app.signUp('cy@example.org')]
  const { key } = await ann.addKey('Code host', { secret: rfcSecret, note: 'in the safe' })
  await ann.share(key.id, bo.email, { permission: 'admin' })
  await ann.share(key.id, cy.email, { permission: 'view' })
  return { app, ann, bo, cy, params: { id: key.id } }
}

test('the owner changes everything but kind and secret, full control changes name, tags and note, a viewer nothing', async () => {
  const { ann, bo, cy, params } = await startShared()
  const owned = await ann.call(editKey, { params, body: { issuer: 'Host', account: '', digits: 8, period: 60, algorithm: 'SHA256' } })
  expect(owned.body.key).toMatchObject({ access: 'owner', issuer: 'Host', account: null, digits: 8, period: 60, algorithm: 'SHA256' })
  const controlled = await bo.call(editKey, { params, body: { name: 'Host', tags: ['a', 'a'], note: 'in the drawer' } })
  expect(controlled.body.key).toMatchObject({ access: 'admin', name: 'Host', tags: ['a'], note: 'in the drawer' })
  expect((await bo.call(editKey, { params, body: { digits: 6 } })).body.code).toBe('keys.owner_only')
  expect((await cy.call(editKey, { params, body: { name: 'Mine' } })).body.code).toBe('keys.view_only')
  expect((await ann.call(editKey, { params, body: { counter: 4 } })).body.errors).toHaveProperty('counter')
  expect((await ann.call(getKey, { params })).body.key).toMatchObject({ name: 'Host', note: 'in the drawer' })
  expect((await cy.call(getKey, { params })).body.key).toMatchObject({ access: 'view-only', note: null, backup_codes: null })
})

test('sites of a key are set with full control, kept as browsers say them, and shown to everybody who has it', async () => {
  const { ann, bo, cy, params } = await startShared()
  expect((await ann.call(getKey, { params })).body.key.sites).toBeUndefined()
  const typed = ['GitHub.com/login', 'https://github.com', '*.Example.co.uk']
  const sites = ['https://github.com', 'https://*.example.co.uk']
  expect((await bo.call(editKey, { params, body: { sites: typed } })).body.key.sites).toEqual(sites)
  expect((await cy.call(editKey, { params, body: { sites: [] } })).body.code).toBe('keys.view_only')
  expect((await ann.call(listKeys, {})).body.own_keys[0]?.sites).toEqual(sites)
  expect((await cy.call(listKeys, {})).body.shared_keys[0]?.sites).toEqual(sites)
  for (const [site, code] of [
    ['http://github.com', 'keys.site_invalid'],
    ['*.co.uk', 'keys.site_public_suffix'],
  ] as const) {
    const refused = await ann.call(editKey, { params, body: { sites: ['https://github.com', site] } })
    expect(refused).toMatchObject({ status: 422, body: { code, errors: { sites: [expect.any(String)] } } })
  }
  expect((await ann.call(editKey, { params, body: { sites: [] } })).body.key.sites).toBeUndefined()
})

test('a favorite is everybody’s own', async () => {
  const { ann, bo, cy, params } = await startShared()
  expect((await cy.call(editKey, { params, body: { favourite: true } })).body.key.favourite).toBe(true)
  expect((await ann.call(listKeys, {})).body.own_keys[0]?.favourite).toBe(false)
  expect((await bo.call(listKeys, {})).body.shared_keys[0]?.favourite).toBe(false)
  expect((await cy.call(listKeys, {})).body.shared_keys[0]?.favourite).toBe(true)
  await ann.call(editKey, { params, body: { favourite: true } })
  await cy.call(editKey, { params, body: { favourite: false } })
  expect((await ann.call(listKeys, {})).body.own_keys[0]?.favourite).toBe(true)
  expect((await cy.call(listKeys, {})).body.shared_keys[0]?.favourite).toBe(false)
})
