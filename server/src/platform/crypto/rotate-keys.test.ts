import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openCrypto } from './crypto.ts'
import { createDataKeyColumnRepository, dataKeyColumns } from './data-key-columns.ts'
import { rotateKeys } from './rotate-keys.ts'
import {
  log,
  fail,
  atOnce,
  rootKeysOf,
  setUp,
  openNode,
  addUsers,
  listDataKeys,
  findDataKey,
  versionsOf,
  addKey,
  openAll,
  countUnder,
} from './testing/rotation-nodes.ts'

test('everything is under the new keys, the old ones are gone, and peppers stay', async () => {
  const { db, rootKey, crypto } = await setUp()
  const [user = ''] = await addUsers(db, crypto, 25)
  const pepper = crypto.mac('pin-pepper', user, '1234')

  const result = await rotateKeys({ db, rootKey, timing: atOnce, batchSize: 10 })

  expect(result).toEqual({ resealed: 25, retired: 5, unreadable: [] })
  expect(await countUnder(db, 2)).toBe(25)
  expect(await versionsOf(db, 'vault')).toEqual([2])
  expect(await versionsOf(db, 'pin-pepper')).toEqual([1])
  const node = await openNode(db, rootKey)
  for (const { user_id, sealed } of await listDataKeys(db)) node.openDataKey(sealed, user_id)
  expect(node.mac('pin-pepper', user, '1234')).toEqual(pepper)
})

test('every person gets a new data key, and what they store is encrypted with it', async () => {
  const { db, rootKey, crypto } = await setUp()
  const users = await addUsers(db, crypto, 5)
  for (const user of users) for (const name of ['one', 'two', 'three']) await addKey(db, crypto, user, name)
  const [user = ''] = users
  const kept = crypto.openDataKey(await findDataKey(db, user), user)

  const result = await rotateKeys({ db, rootKey, timing: atOnce, batchSize: 2 })

  expect(result).toMatchObject({ resealed: 5 + 3 * 15, unreadable: [] })
  const opened = await openAll(db, await openNode(db, rootKey))
  const texts = ['one', 'two', 'three'].flatMap((name) => [name, `note of ${name}`, `code of ${name}`])
  expect(opened.map(([text]) => text).toSorted()).toEqual(texts.flatMap((text) => users.map(() => text)).toSorted())
  expect(new Set(opened.map(([, version]) => version))).toEqual(new Set([2]))
  // The former data key opens nothing.
  const [first = fail()] = dataKeyColumns
  const values = await createDataKeyColumnRepository(db, first).listAfter(undefined, 100)
  const { place, sealed } = values.find(({ place }) => place.owner === user) ?? fail()
  expect(() => kept.open(place, sealed)).toThrow('Version 2 of this data key')

  await rotateKeys({ db, rootKey, timing: atOnce })
  expect(new Set((await openAll(db, await openNode(db, rootKey))).map(([, version]) => version))).toEqual(new Set([3]))
})

test('the owner of a value that cannot be opened keeps the old data key, and everybody else has theirs replaced', async () => {
  const { db, rootKey, crypto } = await setUp()
  const [ann = '', bo = ''] = await addUsers(db, crypto, 2)
  const damaged = await addKey(db, crypto, ann, 'damaged')
  await addKey(db, crypto, ann, 'whole')
  await addKey(db, crypto, bo, 'other')
  const flip = sql`update keys set secret = set_byte(secret, 20, get_byte(secret, 20) # 1) where id = ${damaged}`
  await flip.execute(db)

  const result = await rotateKeys({ db, rootKey, timing: atOnce })

  expect(result.unreadable).toEqual([{ table: 'keys', column: 'secret', row: damaged }])
  await flip.execute(db)
  const opened = await openAll(db, await openNode(db, rootKey))
  expect(opened.filter(([, version]) => version === 1)).toEqual([['damaged', 1]])
  expect(opened).toHaveLength(9)
  expect((await findDataKey(db, ann)).length).toBeGreaterThan((await findDataKey(db, bo)).length)
})

test('data that waits in the job queue still opens after a rotation', async () => {
  const { db, rootKey, crypto } = await setUp()
  const place = { table: 'pgboss.job', column: 'data', row: 'e', owner: '' }
  const sealed = crypto.seal('event', place, 'a link')
  await rotateKeys({ db, rootKey, timing: atOnce })
  expect(await versionsOf(db, 'event')).toEqual([1, 2])
  expect((await openNode(db, rootKey)).open('event', place, sealed).toString()).toBe('a link')
  await sql`update keyrings set activated_at = now() - interval '31 days' where version = 2`.execute(db)
  await rotateKeys({ db, rootKey, timing: atOnce })
  expect(await versionsOf(db, 'event')).toEqual([2, 3])
})

test('columns with a primary key of several columns, and rows without a value, are walked through to the end', async () => {
  const { db, rootKey, crypto } = await setUp()
  const [first = '', second = ''] = await addUsers(db, crypto, 2)
  const place = (owner: string) => ({ table: 'idempotency_keys', column: 'answer', row: 'POST /keys', owner })
  const rows = [first, second].flatMap((user_id) =>
    Array.from({ length: 7 }, (_, index) => ({
      user_id,
      call: 'POST /keys',
      key: `key ${index}, with 'quotes'`,
      body_hash: Buffer.alloc(32),
      claimed_at: new Date(),
      answer: index === 3 ? null : crypto.seal('answer', place(user_id), `answer ${index}`),
    })),
  )
  await db.insertInto('idempotency_keys').values(rows).execute()

  await rotateKeys({ db, rootKey, timing: atOnce, batchSize: 2 })

  const node = await openNode(db, rootKey)
  const kept = await db.selectFrom('idempotency_keys').select(['user_id', 'key', 'answer']).orderBy('user_id').orderBy('key').execute()
  const answers = kept.map(({ user_id, answer }) => answer && node.open('answer', place(user_id), answer).toString())
  const expected = Array.from({ length: 7 }, (_, index) => (index === 3 ? null : `answer ${index}`))
  expect(answers).toEqual([...expected, ...expected])
  expect(await versionsOf(db, 'answer')).toEqual([2])
})

test('a value that cannot be opened is reported, and the keys of its purpose stay', async () => {
  const { db, rootKey, crypto } = await setUp()
  const [damaged = ''] = await addUsers(db, crypto, 3)
  await sql`update data_keys set sealed = set_byte(sealed, 20, get_byte(sealed, 20) # 1) where user_id = ${damaged}`.execute(db)
  const result = await rotateKeys({ db, rootKey, timing: atOnce })
  expect(result).toMatchObject({ resealed: 2, unreadable: [{ table: 'data_keys', column: 'sealed', row: damaged }] })
  expect(await versionsOf(db, 'vault')).toEqual([1, 2])
  expect(await versionsOf(db, 'mail')).toEqual([2])
})

test('a new root key takes over: afterwards the previous one is not needed and opens nothing', async () => {
  const { db, rootKey: previous, crypto } = await setUp()
  await addUsers(db, crypto, 3)
  const text = randomBytes(32).toString('hex')

  await rotateKeys({ db, rootKey: rootKeysOf(text, previous), timing: atOnce })

  const node = await openNode(db, rootKeysOf(text))
  for (const { user_id, sealed } of await listDataKeys(db)) node.openDataKey(sealed, user_id)
  await expect(openCrypto({ db, rootKey: previous, log })).rejects.toThrow('is not the root key of this database')
})
