import { crc32, deflateSync } from 'node:zlib'
import { getKeyIcon } from '@twofold/contract/key-icons'
import { listKeys } from '@twofold/contract/keys'
import { transferLimits } from '@twofold/contract/transfer-limits'
import { exportKeys, importKeys } from '@twofold/contract/transfer'
import { sql } from 'kysely'
import { Secret } from 'otpauth'
import { expect, test } from 'vitest'
import { createIconsRepository } from '../keys/icons.repository.ts'
import { shareApp } from '../testing/share-app.ts'
import { picture } from '../testing/test-picture.ts'
import { startTestApp } from '../testing/start-test-app.ts'

const entryOf = (number: number, icon?: string) => {
  const { base32 } = new Secret({ buffer: new TextEncoder().encode(`secret-${number}`.padEnd(20)).buffer })
  return { name: `Key ${number}`, uri: `otpauth://totp/Host:ann?secret=${base32}&issuer=Host`, ...(icon !== undefined && { icon }) }
}

/** A gray PNG with these sides, as another program may write it; `noise` makes another one of it. */
function pngOf(side: number, noise = 0): string {
  const chunk = (type: string, data: Buffer) => {
    const [body, length, checksum] = [Buffer.concat([Buffer.from(type), data]), Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(data.length)
    checksum.writeUInt32BE(crc32(body))
    return Buffer.concat([length, body, checksum])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side)
  header.writeUInt32BE(side, 4)
  header.set([16, 0], 8)
  const rows = Buffer.alloc(side * (1 + 2 * side))
  rows.writeUInt16BE(noise, 1)
  const parts = [
    chunk('IHDR', header),
    chunk('tEXt', Buffer.from('Author\0Ann')),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]
  return Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), ...parts]).toString('base64')
}

const shared = shareApp(startTestApp)

async function start(app = shared()) {
  const ann = await app.signUp('ann@example.org')
  const take = async (entries: (ReturnType<typeof entryOf> & { favourite?: true })[], dryRun = false) =>
    (await ann.call(importKeys, { body: { dry_run: dryRun, entries } })).body
  const own = async () => (await ann.call(listKeys, {})).body.own_keys
  const pictureOf = async (id = '') => (await ann.call(getKeyIcon, { params: { id } })).body
  return { app, ann, take, own, pictureOf }
}

test('a picture comes in with its key, written from its pixels, and a dry run keeps none', async () => {
  const { app, take, own, pictureOf } = await start()
  const entries = [entryOf(1, pngOf(4)), entryOf(2), entryOf(3, pngOf(4))]
  const icons = () => app.db.selectFrom('key_icons').selectAll().execute()
  const before = await icons()
  expect(await take(entries, true)).toMatchObject({ added: 3, icons_left_out: 0 })
  expect(await icons()).toEqual(before)
  expect(await take(entries)).toMatchObject({ added: 3, icons_left_out: 0 })
  const [first, second, third] = await own()
  expect([typeof first?.icon, second?.icon, third?.icon]).toEqual(['string', undefined, first?.icon])
  const { icon, png } = await pictureOf(first?.id)
  expect(icon).toBe(first?.icon)
  expect(Buffer.from(png, 'base64').includes('Author')).toBe(false)
  // The key is a duplicate now: what it has stays, and nothing is left out.
  expect(await take([entryOf(1, picture)])).toMatchObject({ duplicates: 1, icons_left_out: 0 })
  expect((await pictureOf(first?.id)).icon).toBe(icon)
})

test('a picture that cannot be kept is left out, and its key comes in', async () => {
  const { take, own } = await start()
  const bad = [Buffer.from('<svg/>').toString('base64'), '', 'no Base64 %', pngOf(257), picture.slice(0, 90), 'A'.repeat(90_000)]
  const answer = await take([...bad.map((icon, number) => entryOf(number, icon)), entryOf(100, picture)])
  expect(answer).toMatchObject({ added: bad.length + 1, refused: 0, icons_left_out: bad.length })
  expect((await own()).filter(({ icon }) => icon !== undefined).map(({ name }) => name)).toEqual(['Key 100'])
})

test('one import takes a bounded number of pictures along, the same one as often as it comes', async () => {
  const { take, own } = await start()
  const entries = Array.from({ length: transferLimits.importIcons + 2 }, (_, number) => entryOf(number, pngOf(1, number)))
  const answer = await take([...entries, entryOf(5000, pngOf(1, 0))])
  expect(answer).toMatchObject({ added: transferLimits.importIcons + 3, icons_left_out: 2 })
  expect((await own()).find(({ name }) => name === 'Key 5000')?.icon).toBeDefined()
})

test('keys and their pictures come in together or not at all', async () => {
  const { app, take, own } = await start(await startTestApp())
  await app
    .asOwner()
    .schema.alterTable('key_icons')
    .addCheckConstraint('no_picture', sql`false`)
    .execute()
  await take([entryOf(1, picture), entryOf(2)])
  expect(await own()).toEqual([])
})

test('forms that have a place for it carry the picture and the favorite, and they come back', async () => {
  const { app, ann, take, own } = await start()
  await take([entryOf(1, picture), { ...entryOf(2), favourite: true }])
  await ann.enterPin()
  const exported = async (format: 'twofold' | 'aegis' | 'keepass' | 'links') =>
    (await ann.call(exportKeys, { body: { format } })).body.keys.map(({ icon, favourite }) => [icon !== undefined, favourite])
  for (const format of ['twofold', 'aegis', 'keepass'] as const) {
    expect([format, ...(await exported(format))]).toEqual([format, [true, undefined], [false, true]])
  }
  expect(await exported('links')).toEqual([
    [false, undefined],
    [false, true],
  ])
  const bo = await app.signUp('bo@example.org')
  const { keys } = (await ann.call(exportKeys, { body: { format: 'twofold' } })).body
  await bo.call(importKeys, { body: { dry_run: false, entries: keys } })
  const theirs = (await bo.call(listKeys, {})).body.own_keys
  expect(theirs.map(({ icon, favourite }) => [icon, favourite])).toEqual((await own()).map(({ icon, favourite }) => [icon, favourite]))
})

test('an export holds pictures up to its size, and those beyond it are counted', async () => {
  const { app, take, own } = await start()
  await take([1, 2, 3].map((number) => entryOf(number, picture)))
  const icons = createIconsRepository(app.db)
  const ids = (await own()).map(({ id }) => id)
  const [{ picture: one } = { picture: null }] = await icons.listWithin(ids, transferLimits.exportIconBytes)
  const rows = await icons.listWithin(ids, 2 * (one?.length ?? 0))
  expect(rows.map((row) => row.picture === null)).toEqual([false, false, true])
})
