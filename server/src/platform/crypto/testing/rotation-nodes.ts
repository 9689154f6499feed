import { randomBytes, randomUUID } from 'node:crypto'
import { pino } from 'pino'
import { onTestFinished } from 'vitest'
import type { Connection, Db } from '../../database.ts'
import { openTestPool, useTestDatabase } from '../../testing/test-database.ts'
import { type Crypto, openCrypto } from '../crypto.ts'
import { createDataKeyColumnRepository, dataKeyColumns } from '../data-key-columns.ts'
import { createKeyringsRepository } from '../keyrings.repository.ts'
import { parseRootKey, type RootKeys } from '../root-key.ts'
import { keyVersionOf } from '../sealed-value.ts'

export const log = pino({ level: 'silent' })

export function fail(): never {
  throw new Error('There is none.')
}

export const timing = { refresh: 20, retry: 20, lease: 300, settle: 300 }

/** Of a node that writes before a rotation begins, however long a busy machine keeps it waiting. */
export const unhurried = { ...timing, lease: 600_000 }

export const atOnce = { lease: 0, settle: 0 }

export const rootKeysOf = (text: string, previous?: RootKeys): RootKeys => ({
  current: parseRootKey(text, 'MASTER_KEY'),
  previous: previous?.current,
  origin: 'MASTER_KEY',
})

export async function setUp(nodeTiming = timing) {
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

export async function openNode(db: Db, rootKey: RootKeys, nodeTiming = timing) {
  const crypto = await openCrypto({ db, rootKey, log, timing: nodeTiming })
  onTestFinished(() => crypto.close())
  return crypto
}

export async function addUsers(db: Db, crypto: Crypto, count: number): Promise<string[]> {
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

export const listDataKeys = (db: Db) => db.selectFrom('data_keys').select(['user_id', 'sealed']).execute()

export async function findDataKey(db: Db, userId: string) {
  return (await db.selectFrom('data_keys').where('user_id', '=', userId).select('sealed').executeTakeFirstOrThrow()).sealed
}

export async function versionsOf(db: Db, purpose: string) {
  return (await createKeyringsRepository(db).list()).filter((row) => row.purpose === purpose).map(({ version }) => version)
}

/** Stores a value as the vault does. */
export async function addKey(db: Db, crypto: Crypto, owner_id: string, secret: string) {
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
export async function openAll(db: Db, crypto: Crypto) {
  const opened: [text: string, version: number][] = []
  for (const column of dataKeyColumns) {
    for (const { place, sealed, dataKey } of await createDataKeyColumnRepository(db, column).listAfter(undefined, 10_000))
      opened.push([crypto.openDataKey(dataKey, place.owner).open(place, sealed).toString(), keyVersionOf(sealed)])
  }
  return opened
}

export async function countUnder(db: Db, version: number) {
  return (await listDataKeys(db)).filter(({ sealed }) => keyVersionOf(sealed) === version).length
}
