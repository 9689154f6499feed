import { randomBytes, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { pino } from 'pino'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { Db } from '../database.ts'
import { StartError } from '../start-error.ts'
import { openTestPool, useTestDatabase } from '../testing/test-database.ts'
import { openCrypto } from './crypto.ts'
import { createKeyringsRepository } from './keyrings.repository.ts'
import { makeKeyring } from './keyring-box.ts'
import type { KeyringTiming } from './keyrings.ts'
import { allPurposes } from './purposes.ts'
import { parseRootKey, type RootKeys } from './root-key.ts'
import { rewrapAll } from './rotate-keys.ts'
import { keyVersionOf, UnsealError } from './sealed-value.ts'
import { eventually } from '../../testing/eventually.ts'

const log = pino({ level: 'silent' })

const newRootKey = (previous?: RootKeys): RootKeys => ({
  current: parseRootKey(randomBytes(32).toString('hex'), 'MASTER_KEY'),
  previous: previous?.current,
  origin: 'MASTER_KEY',
})

async function useDb() {
  const db = openTestPool({ connection: await useTestDatabase('owner'), poolSize: 6, log })
  onTestFinished(() => db.destroy())
  return db
}

async function open(db: Db, rootKey: RootKeys, timing: Partial<KeyringTiming> = {}) {
  const crypto = await openCrypto({ db, rootKey, log, timing })
  onTestFinished(() => crypto.close())
  return crypto
}

const listKeyrings = (db: Db) => createKeyringsRepository(db).list()

describe('opening', () => {
  test('makes one keyring per purpose, and the next start opens what the first sealed', async () => {
    const [db, rootKey] = [await useDb(), newRootKey()]
    const [user, place] = [randomUUID(), { table: 'keys', column: 'secret', row: 'r', owner: 'o' }]
    const first = await open(db, rootKey)
    const dataKey = first.newDataKey(user)
    const sealed = first.openDataKey(dataKey, user).seal(place, 'secret')
    const provider = first.seal('provider', place, 'password')

    const second = await open(db, rootKey)

    expect((await listKeyrings(db)).map(({ purpose }) => purpose)).toEqual([...allPurposes].sort())
    expect(second.openDataKey(dataKey, user).open(place, sealed).toString()).toBe('secret')
    expect(second.open('provider', place, provider).toString()).toBe('password')
  })

  test('by several nodes at once makes one set of keyrings', async () => {
    const [db, rootKey] = [await useDb(), newRootKey()]
    const nodes = await Promise.all(Array.from({ length: 5 }, () => open(db, rootKey)))
    const user = randomUUID()
    const sealed = nodes.map((node) => node.newDataKey(user))
    for (const node of nodes) for (const dataKey of sealed) expect(() => node.openDataKey(dataKey, user)).not.toThrow()
    expect(await listKeyrings(db)).toHaveLength(allPurposes.length)
  })

  test('with another root key is refused with a sentence, and changes nothing', async () => {
    const [db, rootKey, other] = [await useDb(), newRootKey(), newRootKey()]
    await open(db, rootKey)
    const before = await listKeyrings(db)
    await expect(open(db, other)).rejects.toThrow(StartError)
    await expect(open(db, other)).rejects.toThrow(
      `MASTER_KEY is not the root key of this database: its data were encrypted with the one whose id is ${rootKey.current.id}`,
    )
    expect(await listKeyrings(db)).toEqual(before)
  })

  test('with the right root key, but with keyrings that were changed or swapped, is refused', async () => {
    const [db, rootKey] = [await useDb(), newRootKey()]
    await open(db, rootKey)
    await sql`update keyrings set sealed = (select sealed from keyrings where purpose = 'mail') where purpose = 'vault'`.execute(db)
    await expect(open(db, rootKey)).rejects.toThrow('The keyring vault, version 1, is damaged in the database.')
  })

  test('with the new root key and the previous one opens what the previous one wraps', async () => {
    const [db, rootKey] = [await useDb(), newRootKey()]
    const sealed = (await open(db, rootKey)).newDataKey('u')
    expect((await open(db, newRootKey(rootKey))).openDataKey(sealed, 'u')).toBeDefined()
  })

  test('adds the keyring of a purpose that a newer version of the application brings', async () => {
    const [db, rootKey] = [await useDb(), newRootKey()]
    const sealed = (await open(db, rootKey)).newDataKey('u')
    await sql`delete from keyrings where purpose = 'mail'`.execute(db)
    const crypto = await open(db, rootKey)
    expect(() => crypto.seal('mail', { table: 't', column: 'c', row: 'r', owner: '' }, 'x')).not.toThrow()
    expect(() => crypto.openDataKey(sealed, 'u')).not.toThrow()
  })
})

test('keyrings that an earlier version wrapped with the root key itself open, and are wrapped again while the application runs', async () => {
  const [db, rootKey] = [await useDb(), newRootKey()]
  const { earlier } = rootKey.current
  const asBefore = { ...rootKey, current: { ...earlier, earlier } }
  const sealed = (await open(db, asBefore)).newDataKey('ann')
  const ids = async () => new Set((await createKeyringsRepository(db).list()).map(({ root_key_id: id }) => id))
  expect(await ids()).toEqual(new Set([earlier.id]))

  const node = await open(db, rootKey)
  expect(node.openDataKey(sealed, 'ann')).toBeDefined()
  await rewrapAll(createKeyringsRepository(db), rootKey)

  expect(await ids()).toEqual(new Set([rootKey.current.id]))
  await node.refresh()
  expect(node.openDataKey(sealed, 'ann')).toBeDefined()
  expect((await open(db, rootKey)).openDataKey(sealed, 'ann')).toBeDefined()
})

describe('a data key', () => {
  test('opens for its own person only', async () => {
    const crypto = await open(await useDb(), newRootKey())
    const sealed = crypto.newDataKey('ann')
    expect(() => crypto.openDataKey(sealed, 'bob')).toThrow(UnsealError)
  })

  test('opens nothing of another person', async () => {
    const crypto = await open(await useDb(), newRootKey())
    const place = { table: 'keys', column: 'secret', row: 'r', owner: 'ann' }
    const [ann, bob] = [crypto.openDataKey(crypto.newDataKey('ann'), 'ann'), crypto.openDataKey(crypto.newDataKey('bob'), 'bob')]
    expect(() => bob.open(place, ann.seal(place, 'x'))).toThrow(UnsealError)
  })
})

describe('keyrings', () => {
  test('are not interchangeable: what one purpose sealed does not open for another', async () => {
    const crypto = await open(await useDb(), newRootKey())
    const place = { table: 't', column: 'c', row: 'r', owner: '' }
    expect(() => crypto.open('mail', place, crypto.seal('provider', place, 'x'))).toThrow(UnsealError)
  })

  test('reach a running node before anyone writes with them, and are then written with', async () => {
    const [db, rootKey] = [await useDb(), newRootKey()]
    const place = { table: 't', column: 'c', row: 'r', owner: '' }
    const [one, other] = [await open(db, rootKey), await open(db, rootKey, { refresh: 20 })]
    const old = one.seal('mail', place, 'x')
    const repository = createKeyringsRepository(db)

    await repository.put({ ...makeKeyring(rootKey.current, 'mail', 2), is_active: false })
    await one.refresh()
    expect(keyVersionOf(one.seal('mail', place, 'x'))).toBe(keyVersionOf(old))

    await repository.activateAll()
    await one.refresh()
    const fresh = one.seal('mail', place, 'new')
    expect(keyVersionOf(fresh)).toBe(keyVersionOf(old) + 1)
    expect(one.open('mail', place, old).toString()).toBe('x')
    await eventually(() => expect(other.open('mail', place, fresh).toString()).toBe('new'))
  })

  test('that a node does not know yet are asked for, and meanwhile the answer is 503', async () => {
    const [db, rootKey] = [await useDb(), newRootKey()]
    const place = { table: 't', column: 'c', row: 'r', owner: '' }
    const [one, cutOff] = [await open(db, rootKey), await open(db, rootKey)]
    await createKeyringsRepository(db).put({ ...makeKeyring(rootKey.current, 'mail', 2), is_active: true })
    await one.refresh()
    const sealed = one.seal('mail', place, 'new')
    expect(() => cutOff.open('mail', place, sealed)).toThrow(expect.objectContaining({ code: 'server.unavailable' }))
    await eventually(() => expect(cutOff.open('mail', place, sealed).toString()).toBe('new'))
  })

  test('that the database has not confirmed for long encrypt nothing, still decrypt, and recover by themselves', async () => {
    const [db, rootKey] = [await useDb(), newRootKey()]
    const place = { table: 't', column: 'c', row: 'r', owner: '' }
    const crypto = await open(db, rootKey, { refresh: 10, retry: 10, lease: 60 })
    // Refused where the machine stood still for longer than the lease, until the next refresh.
    const sealed = await eventually(() => crypto.seal('mail', place, 'x'))
    await sql`alter table keyrings rename to keyrings_gone`.execute(db)
    await eventually(() => expect(() => crypto.seal('mail', place, 'x')).toThrow(expect.objectContaining({ code: 'server.unavailable' })))
    expect(crypto.open('mail', place, sealed).toString()).toBe('x')
    expect(crypto.mac('index', 'x').version).toBe(1)
    await sql`alter table keyrings_gone rename to keyrings`.execute(db)
    await eventually(() => expect(() => crypto.seal('mail', place, 'x')).not.toThrow())
  })
})

describe('a MAC', () => {
  test('is the same for the same parts, in every node and after a restart', async () => {
    const [db, rootKey] = [await useDb(), newRootKey()]
    const [one, other] = [await open(db, rootKey), await open(db, rootKey)]
    const { version, mac } = one.mac('pin-pepper', 'user', '1234')
    expect(other.macWith('pin-pepper', version, 'user', Buffer.from('1234'))).toEqual(mac)
  })

  test('differs when parts run differently, and between purposes and installations', async () => {
    const [crypto, stranger] = [await open(await useDb(), newRootKey()), await open(await useDb(), newRootKey())]
    const macs = [
      crypto.mac('pin-pepper', 'ab', 'c'),
      crypto.mac('pin-pepper', 'a', 'bc'),
      crypto.mac('pin-pepper', 'abc'),
      crypto.mac('pin-pepper', 'abc', ''),
      crypto.mac('password-pepper', 'ab', 'c'),
      stranger.mac('pin-pepper', 'ab', 'c'),
    ].map(({ mac }) => mac.toString('hex'))
    expect(new Set(macs).size).toBe(macs.length)
  })

  test('under a version that does not exist is undefined', async () => {
    const crypto = await open(await useDb(), newRootKey())
    expect(crypto.macWith('index', 7, 'x')).toBeUndefined()
  })
})
