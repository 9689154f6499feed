import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import path from 'node:path'
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import type { Db } from '../database.ts'
import { AppError } from '../fail.ts'
import { testTimeoutMs } from '../testing/test-database.ts'
import type { Crypto } from './crypto.ts'
import { rotateKeys, type RotationOptions } from './rotate-keys.ts'
import { keyVersionOf } from './sealed-value.ts'
import { createSealedColumnsRepository } from './sealed-columns.repository.ts'
import { sealedColumns } from './sealed-columns.ts'
import {
  fail,
  timing,
  unhurried,
  atOnce,
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

/** PostgreSQL notices a moment later that a process was killed, and only then may the next one rotate. */
async function rotationLetGo(db: Db) {
  const held = sql`select from pg_locks where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())`
  await vi.waitUntil(async () => (await held.execute(db)).rows.length === 0, { timeout: 100_000, interval: 5 })
}

test('two nodes that write all the while lose nothing, and read what the other wrote', async () => {
  const { db, rootKey, crypto } = await setUp()
  const nodes = [crypto, await openNode(db, rootKey)] as const
  const owners = await addUsers(db, await openNode(db, rootKey, unhurried), 50)
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
  expect(written.length).toBeGreaterThan(0)
  expect(await versionsOf(db, 'vault')).toEqual([2])
  const fresh = await openNode(db, rootKey)
  for (const { user_id, sealed } of await listDataKeys(db)) fresh.openDataKey(sealed, user_id)
})

test('a rotation that is killed again and again is continued, with one new version, until it is done', async () => {
  const { connection, db, rootKey, rootKeyText, crypto } = await setUp(unhurried)
  await addUsers(db, crypto, 300)
  const owners = (await listDataKeys(db)).slice(0, 20).map(({ user_id }) => user_id)
  for (const owner of owners) await addKey(db, crypto, owner, owner)
  const start = () => {
    const script = path.join(import.meta.dirname, '../testing/rotate-keys-process.ts')
    const child = spawn(
      process.execPath,
      [script, JSON.stringify({ connection, rootKey: rootKeyText, batchSize: 15, timeoutMs: testTimeoutMs })],
      {
        stdio: ['ignore', 'ignore', 'inherit'],
      },
    )
    const ended = once(child, 'exit')
    // A rotation that ended before will not get there.
    const reaches = (isThere: () => Promise<boolean>, interval: number) =>
      Promise.race([
        vi.waitUntil(isThere, { timeout: 100_000, interval }),
        ended.then(async ([code]) => expect(await isThere(), `the rotation ended with ${code}`).toBe(true)),
      ])
    return { child, ended, reaches }
  }
  const inOrder = await db.selectFrom('data_keys').select('user_id').orderBy('user_id').execute()
  for (const share of [1, 75, 180]) {
    // The rotation goes as far as this row and waits there, so that it cannot be done before it is killed.
    const { user_id: wall } = inOrder[share] ?? fail()
    await db.transaction().execute(async (tx) => {
      await tx.selectFrom('data_keys').select('user_id').where('user_id', '=', wall).forUpdate().execute()
      const { child, ended, reaches } = start()
      await reaches(async () => (await countUnder(db, 2)) === share, 5)
      child.kill('SIGKILL')
      await ended
    })
    await rotationLetGo(db)
    const reader = await openNode(db, rootKey)
    for (const { user_id, sealed } of await listDataKeys(db)) reader.openDataKey(sealed, user_id)
  }
  expect(await versionsOf(db, 'vault')).toEqual([1, 2])

  for (const step of ['data_keys_made_at', 'data_keys_active_at'] as const) {
    const { child, ended, reaches } = start()
    const isDone = async () => (await db.selectFrom('key_rotations').select(step).executeTakeFirstOrThrow())[step] !== null
    await reaches(isDone, 2)
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

test('a value that somebody else wrote meanwhile is not overwritten', async () => {
  const { db, crypto } = await setUp()
  const [id = ''] = await addUsers(db, crypto, 1)
  const before = await findDataKey(db, id)
  const theirs = crypto.newDataKey(id)
  await db.updateTable('data_keys').set({ sealed: theirs }).execute()
  const column = createSealedColumnsRepository(db, sealedColumns[0] as (typeof sealedColumns)[number])
  expect(await column.replace([id], before, crypto.newDataKey(id))).toBe(false)
  expect(await findDataKey(db, id)).toEqual(theirs)
})
