import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { openCrypto } from '../crypto/crypto.ts'
import { applyMigrations, migrate, readMigrations } from '../migrate.ts'
import { createTestDatabase, openTestPool } from '../testing/test-database.ts'
import { makeFileKey, openFileKey } from './file-key.ts'
import { writeHeader } from './header.ts'
import { describeBackup } from './read-backup.ts'
import { restoreBackup } from './restore-backup.ts'
import { writeBackup } from './write-backup.ts'
import {
  newRootKey,
  password,
  cheap,
  silent,
  folder,
  execute,
  emptyDatabase,
  makeBackup,
  secrets,
  sentenceOf,
} from './testing/make-backup.ts'

/** A backup of a database with a migration of a version to come, which `oldest` and later ones live with. */
async function widened(oldest: string) {
  const { owner: source, drop } = await createTestDatabase()
  onTestFinished(drop)
  const rootKeys = newRootKey()
  const client = new pg.Client(source)
  await client.connect()
  const sql = `-- expand from ${oldest}\nalter table users add column shoe_size int`
  await applyMigrations(client, [{ name: '9999-wider.sql', sql, checksum: 'of-later', min_version: oldest }])
  await client.query(`
    insert into users (id, name, email, email_normalized, shoe_size, created_at, updated_at)
    select gen_random_uuid(), 'Ann', n || '@example.org', n || '@example.org', n, now(), now() from generate_series(1, 3) n`)
  await client.end()
  const path = join(await folder(), 'wider.backup')
  await writeBackup({
    connection: source,
    rootKeys,
    secret: { kind: 'password', password, cost: cheap },
    application: '0.1.0',
    now: new Date(),
    path,
  })
  return { source, rootKeys, path }
}

test('a backup that an earlier version made with the root key opens with that root key', async () => {
  const rootKey = newRootKey().current
  const { earlier } = rootKey
  const made = await makeFileKey({ kind: 'master_key', rootKey: { ...earlier, earlier } })
  expect(made.key).toEqual({ kind: 'master_key', id: earlier.id })
  const opened = await openFileKey(made as never, { password: undefined, rootKeys: [newRootKey().current, rootKey] })
  expect(opened.equals(made.fileKey)).toBe(true)
})

test('a backup of a newer version is refused, by its format or by its database', async () => {
  const { path } = await makeBackup()
  const header = await describeBackup(path)
  const newer = writeHeader({ ...header, application: '9.0.0', schema: '9999-tomorrow.sql' }).bytes
  await writeFile(path, newer)
  expect(await sentenceOf(describeBackup(path))).toBe(
    'This backup was made by a newer version of Twofold (9.0.0). Restore it with that version or a later one.',
  )
  await writeFile(path, writeHeader({ ...header, format: 3 as 1, application: '9.0.0' }).bytes)
  expect(await sentenceOf(describeBackup(path))).toMatch('made by a newer version of Twofold (9.0.0)')
})

test('a backup with months that were stored once comes back into a version that divided their tables since', async () => {
  const known = await readMigrations()
  const old = await emptyDatabase()
  const client = new pg.Client(old)
  await client.connect()
  onTestFinished(() => client.end())
  await applyMigrations(
    client,
    known.filter(({ name }) => name < '0325'),
  )
  const rootKeys = newRootKey()
  const opened = openTestPool({ connection: old, poolSize: 1, log: silent })
  ;(await openCrypto({ db: opened, rootKey: rootKeys, log: silent })).close()
  await opened.destroy()
  await client.query(`
    insert into audit_log (id, happened_at, action, target_name) select gen_random_uuid(), now() - interval '3 months', 'settings.changed', repeat('x', 100)
      from generate_series(1, 12000);
    insert into email_logs (id, category, class, recipient_email, subject, message_id, queue, due_at, created_at)
      select gen_random_uuid(), 'system', 'system', 'a@example.org', 'A', n, 'done', now(), now() - interval '3 months' from generate_series(1, 12000) n`)
  const path = join(await folder(), 'parts.backup')
  const { parts } = await writeBackup({
    connection: old,
    rootKeys,
    secret: { kind: 'password', password, cost: cheap },
    application: '0.1.0',
    now: new Date(),
    path,
  })
  expect(parts).toHaveLength(2)
  const target = await emptyDatabase()
  await restoreBackup({ path, secrets, connection: target, rootKey: newRootKey().current, replace: false, now: new Date() })
  const count = 'select (select count(*)::int from audit_log) as acts, (select count(*)::int from email_logs) as mails'
  // The restore's own row adds one.
  expect((await execute(target, count)).rows).toEqual([{ acts: 12_001, mails: 12_000 }])
})

test('rows of months that the restoring database has none for get theirs, as those of a clock that was ahead', async () => {
  const { connection, rootKeys } = await makeBackup()
  const mails = 'id, category, class, recipient_email, subject, message_id, queue, due_at, created_at'
  await execute(
    connection,
    `select make_month('email_logs', '2066-01-05'), make_month('email_logs', '2066-03-05'), make_month('audit_log', '2067-01-01');
     insert into email_logs (${mails}) select gen_random_uuid(), 'system', 'system', 'a@example.org', 'A', at, 'done', at::timestamptz, at::timestamptz
       from unnest(array['2066-01-05', '2066-01-31 23:59:59Z', '2066-03-05', '2020-01-01']) at;
     insert into audit_log (id, happened_at, action) values (gen_random_uuid(), '2067-01-01', 'settings.changed')`,
  )
  const path = join(await folder(), 'ahead.backup')
  await writeBackup({
    connection,
    rootKeys,
    secret: { kind: 'password', password, cost: cheap },
    application: '0.1.0',
    now: new Date(),
    path,
  })
  const target = await emptyDatabase()
  await restoreBackup({ path, secrets, connection: target, rootKey: newRootKey().current, replace: false, now: new Date() })
  const all = `select tableoid::regclass::text as part, id, status, created_at from email_logs order by created_at`
  const { rows } = await execute(target, all)
  expect(rows).toEqual((await execute(connection, all)).rows)
  expect(rows.map(({ part }: { part: string }) => part)).toEqual([
    'email_logs_before',
    'email_logs_2066_01',
    'email_logs_2066_01',
    'email_logs_2066_03',
  ])
  const waiting =
    'select audit_id from audit_waiting join audit_log on audit_log.id = audit_id where happened_at > $$2067-01-01$$::date - 1'
  expect((await execute(target, waiting)).rows).toHaveLength(1)
  expect((await execute(target, `select from pg_class where relname like '%later'`)).rows).toEqual([])
})

test('a backup of an older version comes back brought up to this one, with what later versions compute from it', async () => {
  const known = await readMigrations()
  const old = await emptyDatabase()
  const then = known.findIndex(({ name }) => name.startsWith('0010-')) + 1
  const client = new pg.Client(old)
  await client.connect()
  await applyMigrations(client, known.slice(0, then))
  await client.end()
  const rootKeys = newRootKey()
  const opened = openTestPool({ connection: old, poolSize: 1, log: silent })
  ;(await openCrypto({ db: opened, rootKey: rootKeys, log: silent })).close()
  await opened.destroy()
  await execute(
    old,
    `insert into users (id, name, email, email_normalized, created_at, updated_at)
       values ('01900000-0000-7000-8000-000000000001', 'Ann', 'ann@example.org', 'ann@example.org', now(), now());
     insert into keys (id, owner_id, name, kind, algorithm, digits, period, secret, created_at, updated_at)
       select gen_random_uuid(), '01900000-0000-7000-8000-000000000001', 'Key ' || n, 'totp', 'SHA1', 6, 30, '\\x00', now(), now() from generate_series(1, 3) n`,
  )
  const path = join(await folder(), 'old.backup')
  await writeBackup({ connection: old, rootKeys, secret: { kind: 'password', password }, application: '0.0.9', now: new Date(), path })
  expect((await describeBackup(path)).schema).toMatch(/^0010-/)

  const target = await emptyDatabase()
  const rootKey = newRootKey()
  const restored = await restoreBackup({ path, secrets, connection: target, rootKey: rootKey.current, replace: false, now: new Date() })
  expect(restored).toMatchObject({ application: '0.0.9', migrated: known.length - then })
  const { rows } = await execute(
    target,
    'select users.name, keys_count, count(*)::int as keys from users join keys on owner_id = users.id group by 1, 2',
  )
  expect(rows).toEqual([{ name: 'Ann', keys_count: 3, keys: 3 }])
  // The next start finds nothing left to do, and may open it.
  expect(await migrate({ connection: target, log: silent })).toEqual([])
  const db = openTestPool({ connection: target, poolSize: 1, log: silent })
  onTestFinished(() => db.destroy())
  ;(await openCrypto({ db, rootKey, log: silent })).close()
})

test('a backup of a database that a newer version has widened comes back whole in a version that lives with it', async () => {
  const { source, rootKeys, path } = await widened('0.1.0')
  const target = await emptyDatabase()
  await restoreBackup({ path, secrets, connection: target, rootKey: rootKeys.current, replace: false, now: new Date() })
  const wider = 'select email, shoe_size from users order by email'
  expect((await execute(target, wider)).rows).toEqual((await execute(source, wider)).rows)
  expect(await migrate({ connection: target, log: silent })).toEqual([])
})

test('a backup of a database that a newer version has widened is refused by a version that does not live with it', async () => {
  const { rootKeys, path } = await widened('9.0.0')
  const target = await emptyDatabase()
  const restoring = restoreBackup({ path, secrets, connection: target, rootKey: rootKeys.current, replace: false, now: new Date() })
  await expect(restoring).rejects.toThrow(/newer than this version of Twofold.*9999-wider.sql/)
})
