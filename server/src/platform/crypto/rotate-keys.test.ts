import { spawn } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import path from 'node:path'
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { pino } from 'pino'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { Connection, Db } from '../database.ts'
import { AppError } from '../fail.ts'
import { openTestPool, useTestDatabase } from '../testing/test-database.ts'
import { openCrypto } from './crypto.ts'
import type { Crypto } from './crypto.ts'
import { createDataKeyColumnRepository, dataKeyColumns } from './data-key-columns.ts'
import { createKeyringsRepository } from './keyrings.repository.ts'
import { parseRootKey } from './root-key.ts'
import type { RootKeys } from './root-key.ts'
import { rotateKeys } from './rotate-keys.ts'
import type { RotationOptions } from './rotate-keys.ts'
import { keyVersionOf } from './seal.ts'
import { createSealedColumnsRepository } from './sealed-columns.repository.ts'
import { sealedColumns } from './sealed-columns.ts'

const log = pino({ level: 'silent' })
function fail(): never {
  throw new Error('There is none.')
}

const timing = { refresh: 20, retry: 20, lease: 300, settle: 300 }
const atOnce = { lease: 0, settle: 0 }

const rootKeysOf = (text: string, previous?: RootKeys): RootKeys => ({
  current: parseRootKey(text, 'MASTER_KEY'),
  previous: previous?.current,
  origin: 'MASTER_KEY',
})

async function setUp(nodeTiming = timing) {
  const connection = await useTestDatabase()
  const db = openDb(connection)
  const rootKeyText = randomBytes(32).toString('hex')
  const rootKey = rootKeysOf(rootKeyText)
  return { connection, db, rootKeyText, rootKey, crypto: await openNode(db, rootKey, nodeTiming) }
}

function openDb(connection: Connection) {
  const db = openTestPool({ connection, poolSize: 6, log })
  onTestFinished(() => db.destroy())
  return db
}

async function openNode(db: Db, rootKey: RootKeys, nodeTiming = timing) {
  const crypto = await openCrypto({ db, rootKey, log, timing: nodeTiming })
  onTestFinished(() => crypto.close())
  return crypto
}

async function addUsers(db: Db, crypto: Crypto, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => randomUUID())
  const now = new Date()
  await db
    .insertInto('users')
    .values(ids.map((id) => ({ id, name: 'Ann', email: id, email_normalized: id, created_at: now, updated_at: now })))
    .execute()
  await db
    .insertInto('data_keys')
    .values(ids.map((id) => ({ user_id: id, sealed: crypto.newDataKey(id) })))
    .execute()
  return ids
}

const listDataKeys = (db: Db) => db.selectFrom('data_keys').select(['user_id', 'sealed']).execute()

async function findDataKey(db: Db, userId: string) {
  return (await db.selectFrom('data_keys').where('user_id', '=', userId).select('sealed').executeTakeFirstOrThrow()).sealed
}

async function versionsOf(db: Db, purpose: string) {
  return (await createKeyringsRepository(db).list()).filter((row) => row.purpose === purpose).map(({ version }) => version)
}

/** What one of them stores, as the vault does it. */
async function addKey(db: Db, crypto: Crypto, owner_id: string, secret: string) {
  const key = { id: randomUUID(), owner_id, kind: 'totp', algorithm: 'SHA1', digits: 6, period: 30 } as const
  const place = { table: 'keys', row: key.id, owner: owner_id }
  const dataKey = crypto.openDataKey(await findDataKey(db, owner_id), owner_id)
  const now = new Date()
  await db
    .insertInto('keys')
    .values({
      ...key,
      name: secret,
      secret: dataKey.seal({ ...place, column: 'secret', context: 'totp:SHA1:6:30' }, secret),
      note: dataKey.seal({ ...place, column: 'note' }, `note of ${secret}`),
      created_at: now,
      updated_at: now,
    })
    .execute()
  const code = { id: randomUUID(), key_id: key.id, created_at: now }
  const codePlace = { table: 'backup_codes', column: 'code', row: code.id, owner: owner_id }
  await db
    .insertInto('backup_codes')
    .values({ ...code, code: dataKey.seal(codePlace, `code of ${secret}`) })
    .execute()
  return key.id
}

/** Everything that is stored with data keys, opened, with the version of the key that sealed it. */
async function openAll(db: Db, crypto: Crypto) {
  const opened: [text: string, version: number][] = []
  for (const column of dataKeyColumns) {
    for (const { place, sealed, dataKey } of await createDataKeyColumnRepository(db, column).listAfter(undefined, 10_000))
      opened.push([crypto.openDataKey(dataKey, place.owner).open(place, sealed).toString(), keyVersionOf(sealed)])
  }
  return opened
}

async function countUnder(db: Db, version: number) {
  return (await listDataKeys(db)).filter(({ sealed }) => keyVersionOf(sealed) === version).length
}

/** PostgreSQL notices a moment later that a process was killed, and only then may the next one rotate. */
async function rotationLetGo(db: Db) {
  const held = sql`select from pg_locks where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())`
  await vi.waitUntil(async () => (await held.execute(db)).rows.length === 0, { timeout: 15_000, interval: 5 })
}

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
  // Whoever kept the data key from before opens nothing with it.
  const [first = fail()] = dataKeyColumns
  const values = await createDataKeyColumnRepository(db, first).listAfter(undefined, 100)
  const { place, sealed } = values.find(({ place }) => place.owner === user) ?? fail()
  expect(() => kept.open(place, sealed)).toThrow('Version 2 of this data key')

  await rotateKeys({ db, rootKey, timing: atOnce })
  expect(new Set((await openAll(db, await openNode(db, rootKey))).map(([, version]) => version))).toEqual(new Set([3]))
})

test('who owns a value that cannot be opened keeps the old data key, and everybody else has theirs replaced', async () => {
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

test('what waits in the job queue still opens after a rotation', async () => {
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

test('two nodes that write all the while lose nothing, and read what the other wrote', async () => {
  const { db, rootKey, crypto } = await setUp()
  const nodes = [crypto, await openNode(db, rootKey)] as const
  const owners = await addUsers(db, crypto, 50)
  const rotation = new AbortController()
  const written: string[] = []
  const stored: string[] = []
  const versions = new Set<number>()

  async function writeAndRead(own: Crypto, other: Crypto) {
    while (!rotation.signal.aborted) {
      try {
        const [id = ''] = await addUsers(db, own, 1)
        written.push(id)
        const sealed = await findDataKey(db, id)
        versions.add(keyVersionOf(sealed))
        other.openDataKey(sealed, id)
        const name = randomUUID()
        await addKey(db, own, owners[stored.length % owners.length] ?? '', name)
        stored.push(name)
        // Overwrites what rotation may be about to re-encrypt.
        await db
          .updateTable('data_keys')
          .set({ sealed: own.newDataKey(id) })
          .where('user_id', '=', id)
          .execute()
      } catch (error) {
        // A busy machine may be late with its refresh; the person would be asked to try again.
        if (!(error instanceof AppError && error.code === 'server.unavailable')) throw error
        await nextTurn()
      }
    }
  }
  const writers = nodes.map((node, index) => writeAndRead(node, nodes[1 - index] as Crypto))
  const result = await rotateKeys({ db, rootKey, timing, batchSize: 5 })
  rotation.abort()
  await Promise.all(writers)

  expect(versions).toEqual(new Set([1, 2]))
  expect(result.unreadable).toEqual([])
  expect(await versionsOf(db, 'vault')).toEqual([2])
  const all = await listDataKeys(db)
  expect(all.map(({ user_id }) => user_id)).toEqual(expect.arrayContaining(written))
  const fresh = await openNode(db, rootKey)
  for (const { user_id, sealed } of all) fresh.openDataKey(sealed, user_id)
  const opened = await openAll(db, fresh)
  expect(opened.map(([text]) => text)).toEqual(expect.arrayContaining(stored))
  expect(new Set(opened.map(([, version]) => version))).toEqual(new Set([2]))
})

test('a node that is late to hear of the new keys goes on with the old ones, and nothing it wrote is lost', async () => {
  const { db, rootKey, crypto: late } = await setUp({ ...timing, refresh: 600_000, lease: 600 })
  let hearAgain = Promise.resolve()
  const onProgress = (sentence: string) => {
    // Half a lease after the keys were made, so that the node may write with the old ones until half a lease after the new ones count.
    if (sentence.startsWith('Handing')) hearAgain = wait(300).then(() => late.refresh())
  }
  const rotation = rotateKeys({ db, rootKey, timing: { lease: 600, settle: 300 }, onProgress })
  const written: number[] = []
  for (;;) {
    const [id] = await addUsers(db, late, 1).catch(() => [])
    if (id === undefined) break
    written.push(keyVersionOf(await findDataKey(db, id)))
    await hearAgain
  }
  await rotation

  expect(new Set(written)).toEqual(new Set([1]))
  expect(written.length).toBeGreaterThan(5)
  expect(await versionsOf(db, 'vault')).toEqual([2])
  const fresh = await openNode(db, rootKey)
  for (const { user_id, sealed } of await listDataKeys(db)) fresh.openDataKey(sealed, user_id)
})

test('a rotation that is killed again and again is continued, with one new version, until it is done', async () => {
  const { connection, db, rootKey, rootKeyText, crypto } = await setUp()
  await addUsers(db, crypto, 300)
  const owners = (await listDataKeys(db)).slice(0, 20).map(({ user_id }) => user_id)
  for (const owner of owners) await addKey(db, crypto, owner, owner)
  const start = () => {
    const script = path.join(import.meta.dirname, '../testing/rotate-keys-process.ts')
    const child = spawn(process.execPath, [script, JSON.stringify({ connection, rootKey: rootKeyText, batchSize: 15 })], {
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    return { child, ended: once(child, 'exit') }
  }
  const inOrder = await db.selectFrom('data_keys').select('user_id').orderBy('user_id').execute()
  for (const share of [1, 75, 180]) {
    // The rotation goes as far as this row and waits there, so that it cannot be done before it is killed.
    const { user_id: wall } = inOrder[share] ?? fail()
    await db.transaction().execute(async (tx) => {
      await tx.selectFrom('data_keys').select('user_id').where('user_id', '=', wall).forUpdate().execute()
      const { child, ended } = start()
      await vi.waitUntil(async () => (await countUnder(db, 2)) === share, { timeout: 15_000, interval: 5 })
      child.kill('SIGKILL')
      await ended
    })
    await rotationLetGo(db)
    const reader = await openNode(db, rootKey)
    for (const { user_id, sealed } of await listDataKeys(db)) reader.openDataKey(sealed, user_id)
  }
  expect(await versionsOf(db, 'vault')).toEqual([1, 2])

  for (const step of ['data_keys_made_at', 'data_keys_active_at'] as const) {
    const { child, ended } = start()
    const isDone = async () => (await db.selectFrom('key_rotations').select(step).executeTakeFirstOrThrow())[step] !== null
    await vi.waitUntil(isDone, { timeout: 30_000, interval: 2 })
    child.kill('SIGKILL')
    await ended
    await rotationLetGo(db)
    expect((await openAll(db, await openNode(db, rootKey))).map(([text]) => text)).toEqual(expect.arrayContaining(owners))
  }

  expect((await start().ended)[0]).toBe(0)

  expect(await countUnder(db, 2)).toBe(300)
  expect(await versionsOf(db, 'vault')).toEqual([2])
  const node = await openNode(db, rootKey)
  for (const { user_id, sealed } of await listDataKeys(db)) node.openDataKey(sealed, user_id)
  const opened = await openAll(db, node)
  expect(opened.map(([text]) => text)).toEqual(expect.arrayContaining(owners))
  expect(new Set(opened.map(([, version]) => version))).toEqual(new Set([2]))
})

test('only one rotation runs at a time, and the next one may start when it has ended', async () => {
  const { db, rootKey } = await setUp()
  const options: RotationOptions = { db, rootKey, timing: { lease: 100, settle: 100 } }
  const both = await Promise.allSettled([rotateKeys(options), rotateKeys(options)])
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(both.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: { name: 'StartError', message: 'Another process is rotating the keys already.' },
  })
  await rotateKeys({ db, rootKey, timing: atOnce })
  expect(await versionsOf(db, 'vault')).toEqual([3])
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

test('what somebody else wrote meanwhile is not overwritten', async () => {
  const { db, crypto } = await setUp()
  const [id = ''] = await addUsers(db, crypto, 1)
  const before = await findDataKey(db, id)
  const theirs = crypto.newDataKey(id)
  await db.updateTable('data_keys').set({ sealed: theirs }).execute()
  const column = createSealedColumnsRepository(db, sealedColumns[0] as (typeof sealedColumns)[number])
  expect(await column.replace([id], before, crypto.newDataKey(id))).toBe(false)
  expect(await findDataKey(db, id)).toEqual(theirs)
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
