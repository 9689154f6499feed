import { getKey, listKeys } from '@twofold/contract/keys'
import { getKeyIcon, removeKeyIcon, setKeyIcon } from '@twofold/contract/key-icons'
import { listActivity } from '@twofold/contract/profile'
import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { shareApp } from '../testing/share-app.ts'
import { startTestApp } from '../testing/start-test-app.ts'

/** Four pixels: two with red and green, two with blue and nothing. */
const picture =
  'iVBORw0KGgoAAAANSUhEUgAAAAIAAAACAgMAAAAP2OW3AAAADFBMVEUA/wBMaXEAAP//AADyUgY8AAAAAnRSTlOAAE0QVXMAAAAJcEhZcwAAA+gAAAPoAbV7UmsAAAAMSURBVAiZYzjAMAEAAtQBUX20th0AAAAASUVORK5CYII='
const other =
  'iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAFklEQVQImWNgYGAICAhgWLBgwf///wEX2AXOhw2xCwAAAABJRU5ErkJggg=='

const shared = shareApp(startTestApp)

async function start() {
  const app = shared()
  const [ann, bo, cy, stranger] = await Promise.all(['ann', 'bo', 'cy', 'stranger'].map((name) => app.signUp(`${name}@example.org`)))
  if (!ann || !bo || !cy || !stranger) throw new Error('Nobody signed up.')
  const { key } = await ann.addKey('Code host')
  await ann.share(key.id, bo.email, { permission: 'admin' })
  await ann.share(key.id, cy.email)
  return { app, ann, bo, cy, stranger, key, params: { id: key.id } }
}

test('a picture is seen by everybody who has the key and by nobody else, and changed by those with full control', async () => {
  const { ann, bo, cy, stranger, params } = await start()
  expect((await ann.call(getKeyIcon, { params })).body.code).toBe('keys.icon_not_found')
  const set = await bo.call(setKeyIcon, { params, body: { png: picture } })
  expect([set.status, set.body.message]).toEqual([200, '"Code host" has a new picture.'])
  for (const person of [ann, bo, cy]) {
    const { body } = await person.call(getKeyIcon, { params })
    expect([person.email, body.icon]).toEqual([person.email, set.body.icon])
    // Rewritten by the server: the resolution that the picture had is gone.
    expect(Buffer.from(body.png, 'base64').includes('pHYs')).toBe(false)
  }
  const lists = await Promise.all([ann, bo].map((person) => person.call(listKeys, {})))
  expect(lists.flatMap(({ body }) => [...body.own_keys, ...body.shared_keys]).map(({ icon }) => icon)).toEqual([
    set.body.icon,
    set.body.icon,
  ])
  expect((await cy.call(getKey, { params })).body.key.icon).toBe(set.body.icon)

  expect((await cy.call(setKeyIcon, { params, body: { png: other } })).body.code).toBe('keys.view_only')
  expect((await cy.call(removeKeyIcon, { params })).body.code).toBe('keys.view_only')
  for (const call of [getKeyIcon, removeKeyIcon]) expect((await stranger.call(call, { params })).body.code).toBe('keys.not_found')
  expect((await stranger.call(setKeyIcon, { params, body: { png: other } })).body.code).toBe('keys.not_found')
  expect((await ann.call(listActivity, { query: {} })).body.data[0]).toMatchObject({ kind: 'key_edited', actor: 'bo' })
})

test('another picture has another name, and one that is taken away is gone for everybody', async () => {
  const { app, ann, cy, params } = await start()
  const first = (await ann.call(setKeyIcon, { params, body: { png: picture } })).body.icon
  const second = (await ann.call(setKeyIcon, { params, body: { png: other } })).body.icon
  expect(second).not.toBe(first)
  expect((await ann.call(setKeyIcon, { params, body: { png: picture } })).body.icon).toBe(first)
  expect((await ann.call(removeKeyIcon, { params })).body.message).toBe('The picture of "Code host" is removed.')
  expect((await ann.call(removeKeyIcon, { params })).status).toBe(200)
  expect((await cy.call(getKeyIcon, { params })).body.code).toBe('keys.icon_not_found')
  expect((await cy.call(listKeys, {})).body.shared_keys[0]?.icon).toBeUndefined()
  expect(await app.db.selectFrom('key_icons').where('key_id', '=', params.id).selectAll().execute()).toEqual([])
})

test('a file that is no small PNG is refused by its field, and the previous picture stays', async () => {
  const { ann, params } = await start()
  const { icon } = (await ann.call(setKeyIcon, { params, body: { png: picture } })).body
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>').toString('base64')
  for (const png of [svg, randomBytes(500).toString('base64'), picture.slice(0, 120), 'not base64 %', '', 'A'.repeat(100_000)]) {
    const answer = await ann.call(setKeyIcon, { params, body: { png } })
    expect([png.slice(0, 12), answer.status, Object.keys(answer.body.errors ?? {})]).toEqual([
      png.slice(0, 12),
      answer.status === 413 ? 413 : 422,
      answer.status === 413 ? [] : ['png'],
    ])
  }
  expect((await ann.call(getKeyIcon, { params })).body.icon).toBe(icon)
})
