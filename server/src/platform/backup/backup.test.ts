import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { pino } from 'pino'
import { beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest'
import { openCrypto } from '../crypto/crypto.ts'
import { parseRootKey } from '../crypto/root-key.ts'
import { applyMigrations, migrate, readMigrations } from '../migrate.ts'
import { createTestDatabase, openTestPool } from '../testing/test-database.ts'
import { BackupError } from './backup.error.ts'
import { makeFileKey, openFileKey } from './file-key.ts'
import { writeHeader } from './header.ts'
import { leftOut } from './left-out.ts'
import { describeBackup, readBackup } from './read-backup.ts'
import { restoreBackup } from './restore-backup.ts'
import { listCarriedTables } from './tables.ts'
import { writeBackup } from './write-backup.ts'

const newRootKey = () => ({ current: parseRootKey(randomBytes(32).toString('base64'), 'A test'), previous: undefined, origin: 'A test' })
const password = 'correct-horse-battery'
const cheap = { memoryCost: 1024, timeCost: 1 }
const silent = pino({ level: 'silent' })

async function folder() {
  const path = await mkdtemp(join(tmpdir(), 'twofold-backup-'))
  onTestFinished(() => rm(path, { recursive: true, force: true }))
  return path
}

async function execute(connection: pg.ClientConfig, statement: string) {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    return await client.query(statement)
  } finally {
    await client.end()
  }
}

/** An empty database, not even migrated. */
async function emptyDatabase() {
  const server = inject('postgres')
  const database = `restored_${randomBytes(6).toString('hex')}`
  await execute({ ...server, database: 'postgres' }, `create database ${database}`)
  onTestFinished(() => execute({ ...server, database: 'postgres' }, `drop database ${database} with (force)`).then(() => {}))
  return { ...server, database }
}

/** A database with a person and rows that are hard to write down, and a backup of it. */
async function makeBackup(secret: 'password' | 'master_key' = 'password') {
  const { owner: connection, drop } = await createTestDatabase()
  onTestFinished(drop)
  const rootKeys = newRootKey()
  const db = openTestPool({ connection, poolSize: 2, log: silent })
  const crypto = await openCrypto({ db, rootKey: rootKeys, log: silent })
  crypto.close()
  await db.destroy()
  await execute(
    connection,
    `with made as (insert into users (id, name, email, email_normalized, created_at, updated_at)
     select gen_random_uuid(), E'Line\\nbreak \\\\ tab\\t ' || n || repeat('ü', 200), n || '@example.org', n || '@example.org', now(), now()
     from generate_series(1, 2000) n returning id)
     insert into data_keys (user_id, sealed) select id, '\\x00' from made`,
  )
  const path = join(await folder(), 'a.backup')
  await writeBackup({
    connection,
    rootKeys,
    secret: secret === 'password' ? { kind: 'password', password, cost: cheap } : { kind: 'master_key', rootKey: rootKeys.current },
    application: '0.1.0',
    now: new Date(),
    path,
  })
  return { path, connection, rootKeys }
}

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

const secrets = { password, rootKeys: [] }
const sentenceOf = (work: Promise<unknown>) =>
  work.then(
    () => 'It was taken.',
    (error: unknown) => {
      if (!(error instanceof BackupError)) throw error
      return error.message
    },
  )

describe('a backup that is not as it was written', () => {
  let whole: Buffer
  let path = ''
  beforeAll(async () => {
    const place = await mkdtemp(join(tmpdir(), 'twofold-damage-'))
    path = join(place, 'damaged.backup')
    const { owner: connection, drop } = await createTestDatabase()
    const db = openTestPool({ connection, poolSize: 1, log: silent })
    const rootKeys = newRootKey()
    const crypto = await openCrypto({ db, rootKey: rootKeys, log: silent })
    crypto.close()
    await db.destroy()
    const original = join(place, 'whole.backup')
    // With the root key: a password would be hashed for every try.
    const secret = { kind: 'master_key', rootKey: rootKeys.current } as const
    await execute(
      connection,
      `insert into notifications select gen_random_uuid(), 'info', md5(random()::text), encode(sha512(random()::text::bytea) || sha512(random()::text::bytea), 'hex'), now() from generate_series(1, 1500)`,
    )
    await writeBackup({ connection, rootKeys, secret, application: '0.1.0', now: new Date(), path: original })
    await drop()
    whole = await readFile(original)
    own.rootKeys = [rootKeys.current]
    return () => rm(place, { recursive: true, force: true })
  })
  const own: { password: undefined; rootKeys: ReturnType<typeof parseRootKey>[] } = { password: undefined, rootKeys: [] }
  const verdict = async (bytes: Buffer) => {
    await writeFile(path, bytes)
    return sentenceOf(readBackup(path, own))
  }

  test('is taken as long as nothing was changed', async () => {
    expect(whole.length).toBeGreaterThan(2 * 64 * 1024)
    expect(await verdict(whole)).toBe('It was taken.')
  })

  test('is refused with a flipped bit at whatever place', async () => {
    const headerEnd = 20 + whole.readUInt32BE(16) + 32
    const places = [
      ...Array.from({ length: headerEnd + 8 }, (_, at) => at),
      ...Array.from({ length: 60 }, () => Math.floor(Math.random() * whole.length)),
      ...Array.from({ length: 20 }, (_, at) => whole.length - 1 - at),
    ]
    for (const at of places) {
      const bytes = Buffer.from(whole)
      bytes[at] = (bytes[at] ?? 0) ^ (1 << (at % 8))
      expect(await verdict(bytes), `a bit of byte ${at}`).toMatch(/damaged|cut off|not a backup/)
    }
  }, 300_000)

  test('is refused when it was cut off at whatever place, or goes on', async () => {
    const [first, second] = chunkEnds(whole)
    const places = [
      0,
      10,
      40,
      first,
      second,
      whole.length - 1,
      ...Array.from({ length: 30 }, () => Math.floor(Math.random() * whole.length)),
    ]
    for (const at of places) expect(await verdict(whole.subarray(0, at)), `${at} bytes`).toMatch(/cut off|not a backup/)
    expect(await verdict(Buffer.concat([whole, Buffer.from('x')]))).toMatch(/goes on after its end/)
  })

  test('is refused when parts of it changed places, came twice or are missing', async () => {
    const [start, first, second] = [20 + whole.readUInt32BE(16) + 32, ...chunkEnds(whole)] as [number, number, number]
    const [head, one, two, rest] = [
      whole.subarray(0, start),
      whole.subarray(start, first),
      whole.subarray(first, second),
      whole.subarray(second),
    ]
    expect(await verdict(Buffer.concat([head, two, one, rest]))).toMatch(/part 1 was changed/)
    expect(await verdict(Buffer.concat([head, one, one, two, rest]))).toMatch(/part 2 was changed/)
    expect(await verdict(Buffer.concat([head, one, rest]))).toMatch(/part 2 was changed/)
  })
})

/** Where the first two chunks end. */
function chunkEnds(bytes: Buffer): [number, number] {
  const start = 20 + bytes.readUInt32BE(16) + 32
  const first = start + 4 + bytes.readUInt32BE(start) + 16
  return [first, first + 4 + bytes.readUInt32BE(first) + 16]
}

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
  // What the restore itself wrote down is one more.
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
  // What starts on it finds nothing left to do, and may open it.
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

test('a backup that turns out to be damaged at its very end has changed nothing', async () => {
  const { path, connection } = await makeBackup()
  await execute(connection, `delete from users where email = '1@example.org'`)
  const bytes = await readFile(path)
  await writeFile(path, bytes.subarray(0, -1))
  const restoring = restoreBackup({ path, secrets, connection, rootKey: newRootKey().current, replace: true, now: new Date() })
  expect(await sentenceOf(restoring)).toMatch(/cut off/)
  expect((await execute(connection, 'select count(*)::int as count from users')).rows).toEqual([{ count: 1999 }])
})

test('what is left out exists, and nothing that is carried refers to it', async () => {
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

test('who tries passwords on a backup pays for each as for a password of an account', async () => {
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
