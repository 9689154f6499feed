import { descriptionNames, type KeyDescription, noDescription, type WrittenDescription } from '@twofold/contract/key-fields'
import { addKey, editKey, getKey, listKeys } from '@twofold/contract/keys'
import { exportKeys, importKeys } from '@twofold/contract/transfer'
import { expect, test } from 'vitest'
import { startTestApp } from '../testing/start-test-app.ts'

/** Something to write down in each field, `which` of two. */
const written = (which: 0 | 1) =>
  Object.fromEntries(
    descriptionNames.map((name) => {
      const text = `https://${name}-${which}.example.org`
      return [name, Array.isArray(noDescription[name]) ? [text] : text]
    }),
  ) as unknown as KeyDescription
const descriptionIn = (key: WrittenDescription | undefined) => Object.fromEntries(descriptionNames.map((name) => [name, key?.[name]]))

test('whatever a key is described by is added, listed, changed, exported and imported again', async () => {
  const app = await startTestApp()
  const [ann, bo] = [await app.signUp('ann@example.org'), await app.signUp('bo@example.org')]
  const added = await ann.call(addKey, { body: { name: 'Host', ...written(0) } })
  expect(descriptionIn(added.body.key)).toEqual(written(0))
  const { id } = added.body.key
  expect(descriptionIn((await ann.call(listKeys, {})).body.own_keys[0])).toEqual(written(0))
  await ann.share(id, bo.email)
  expect(descriptionIn((await bo.call(listKeys, {})).body.shared_keys[0])).toEqual(written(0))

  await ann.call(editKey, { params: { id }, body: written(1) })
  expect(descriptionIn((await ann.call(getKey, { params: { id } })).body.key)).toEqual(written(1))
  for (const name of descriptionNames) {
    expect((await bo.call(editKey, { params: { id }, body: { [name]: written(0)[name] } })).status).toBe(403)
  }

  await ann.enterPin()
  const exported = await ann.call(exportKeys, { body: { format: 'twofold' } })
  const { keys } = exported.body
  expect(descriptionIn(keys[0])).toEqual(written(1))
  expect((await bo.call(importKeys, { body: { dry_run: false, entries: keys } })).status).toBe(200)
  expect(descriptionIn((await bo.call(listKeys, {})).body.own_keys[0])).toEqual(written(1))
})

test('no field that is stored in the clear takes a link with a secret, and each one is bounded', async () => {
  const app = await startTestApp()
  const ann = await app.signUp('ann@example.org')
  const link = 'otpauth://totp/Host:ann?secret=GEZDGNBVGY3TQOJQ&issuer=Host'
  for (const name of descriptionNames) {
    for (const text of [link, 'a'.repeat(20_000)]) {
      const value = Array.isArray(noDescription[name]) ? [text] : text
      expect([name, (await ann.call(addKey, { body: { name: 'Host', [name]: value } })).status]).toEqual([name, 422])
    }
  }
})

test('a text around which an export has blanks is imported without them', async () => {
  const app = await startTestApp()
  const ann = await app.signUp('ann@example.org')
  const blank = (value: string | string[]) => (Array.isArray(value) ? value.map((text) => ` ${text} `) : ` ${value} `)
  const entry = Object.fromEntries(descriptionNames.map((name) => [name, blank(written(0)[name])]))
  const uri = 'otpauth://totp/Host:ann?secret=GEZDGNBVGY3TQOJQ&issuer=Host'
  expect((await ann.call(importKeys, { body: { dry_run: false, entries: [{ name: 'Host', uri, ...entry }] } })).status).toBe(200)
  expect(descriptionIn((await ann.call(listKeys, {})).body.own_keys[0])).toEqual(written(0))
})
