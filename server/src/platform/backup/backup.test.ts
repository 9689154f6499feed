import { readFile, writeFile } from 'node:fs/promises'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { openCrypto } from '../crypto/crypto.ts'
import { createTestDatabase, openTestPool } from '../testing/test-database.ts'
import { makeFileKey } from './file-key.ts'
import { writeHeader } from './header.ts'
import { leftOut } from './tables-left-out.ts'
import { describeBackup, readBackup } from './read-backup.ts'
import { restoreBackup } from './restore-backup.ts'
import { listCarriedTables } from './tables.ts'
import { newRootKey, password, silent, execute, emptyDatabase, makeBackup, secrets, sentenceOf } from './testing/make-backup.ts'

test('a wrong password or root key is refused, and so is a missing one, with a sentence that names what is asked for', async () => {
  const withPassword = await makeBackup()
  expect(await sentenceOf(readBackup(withPassword.path, { ...secrets, password: 'wrong-horse-battery' }))).toMatch(
    /password is not the one/,
  )
  expect(await sentenceOf(readBackup(withPassword.path, { password: undefined, rootKeys: [withPassword.rootKeys.current] }))).toMatch(
    /made with a password. Set BACKUP_PASSWORD/,
  )
  const withRootKey = await makeBackup('master_key')
  const other = newRootKey().current
  const { id } = withRootKey.rootKeys.current
  expect(await sentenceOf(readBackup(withRootKey.path, { password, rootKeys: [other] }))).toMatch(`whose id is ${id}; here is ${other.id}`)
  expect(await sentenceOf(readBackup(withRootKey.path, { password, rootKeys: [other, withRootKey.rootKeys.current] }))).toBe(
    'It was taken.',
  )
})

test('the file says in the open only what is needed to open it, and no two have the same key', async () => {
  const { path, rootKeys } = await makeBackup()
  const header = await describeBackup(path)
  expect(Object.keys(header).toSorted()).toEqual(['application', 'created_at', 'format', 'key', 'schema', 'wrapped_key'])
  const bytes = await readFile(path)
  for (const hidden of ['example.org', password, rootKeys.current.id]) expect(bytes.includes(hidden)).toBe(false)
  expect((await describeBackup((await makeBackup()).path)).wrapped_key).not.toBe(header.wrapped_key)
})

test('every row comes back as it was, into an empty database, under another root key', async () => {
  const { path, connection } = await makeBackup()
  const target = await emptyDatabase()
  const rootKeys = newRootKey()
  const options = { path, secrets, connection: target, rootKey: rootKeys.current, replace: false, now: new Date() }
  await restoreBackup(options)
  const users = 'select * from users order by id'
  expect((await execute(target, users)).rows).toEqual((await execute(connection, users)).rows)
  const db = openTestPool({ connection: target, poolSize: 2, log: silent })
  onTestFinished(() => db.destroy())
  const crypto = await openCrypto({ db, rootKey: rootKeys, log: silent })
  crypto.close()
  await expect(openCrypto({ db, rootKey: newRootKey(), log: silent })).rejects.toThrow(/not the root key of this database/)
})

test('a database that is not empty is left alone unless it is to be replaced, and one that is in use or of another application always', async () => {
  const { path, connection } = await makeBackup()
  const rootKey = newRootKey().current
  const restore = (target: pg.ClientConfig, replace: boolean) =>
    sentenceOf(restoreBackup({ path, secrets, connection: target, rootKey, replace, now: new Date() }))
  expect(await restore(connection, false)).toMatch(/not empty: it has 2000 accounts.*--replace/)

  const working = new pg.Client({ ...connection, application_name: 'twofold' })
  await working.connect()
  expect(await restore(connection, true)).toBe('Twofold is running on this database. Stop it on every node first, then restore.')
  await working.end()

  await execute(connection, `delete from users where email = '1@example.org'`)
  expect(await restore(connection, true)).toBe('It was taken.')
  expect((await execute(connection, 'select count(*)::int as count from users')).rows).toEqual([{ count: 2000 }])

  const foreign = await emptyDatabase()
  await execute(foreign, 'create table invoices (id int)')
  expect(await restore(foreign, true)).toMatch(/tables of another application/)
})

test('tables that are left out exist, and no table that is carried refers to them', async () => {
  const { owner: connection, drop } = await createTestDatabase()
  onTestFinished(drop)
  const client = new pg.Client(connection)
  await client.connect()
  onTestFinished(() => client.end())
  const { rows } = await client.query<{ name: string; refers_to: string }>(`
    select conrelid::regclass::text as name, confrelid::regclass::text as refers_to from pg_constraint where contype = 'f'`)
  const all = await client.query<{ name: string }>(`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition`)
  const carried = (await listCarriedTables(client)).map(({ name }) => name)
  expect(carried).toEqual(
    expect.arrayContaining(['users', 'data_keys', 'keys', 'shares', 'audit_log', 'email_logs', 'installation_settings']),
  )
  expect([...carried, ...Object.keys(leftOut)].sort()).toEqual(all.rows.map(({ name }) => name).sort())
  for (const { name, refers_to } of rows) if (carried.includes(name)) expect(carried, `${name} → ${refers_to}`).toContain(refers_to)
})

test('an attacker who tries passwords on a backup pays for each as for a password of an account', async () => {
  const { key } = await makeFileKey({ kind: 'password', password })
  expect(key).toMatchObject({ kdf: 'argon2id', memory_kib: 64 * 1024, passes: 3 })
})

test('a header that asks for a key of absurd cost is not believed', async () => {
  const { path } = await makeBackup()
  const header = await describeBackup(path)
  if (header.key.kind !== 'password') throw new Error('Expected a password.')
  await writeFile(path, writeHeader({ ...header, key: { ...header.key, memory_kib: 2 ** 31 } }).bytes)
  expect(await sentenceOf(describeBackup(path))).toMatch(/header cannot be understood/)
})
