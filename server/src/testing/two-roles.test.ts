import { getSystemHealth } from '@twofold/contract/admin/health'
import { generateCodes } from '@twofold/contract/codes'
import { signIn } from '@twofold/contract/sessions'
import { sql } from 'kysely'
import pg from 'pg'
import { pino } from 'pino'
import { expect, inject, onTestFinished, test } from 'vitest'
import { migrate } from '../platform/migrate.ts'
import { createTestDatabase } from '../platform/testing/test-database.ts'
import { createPerson, startTestApp, testPassword } from './start-test-app.ts'
import { shareApp } from './share-app.ts'

const shared = shareApp(startTestApp)

const log = pino({ level: 'silent' })

test('the application works as a role that owns nothing, which may take no protection away, and health has nothing to warn of', async () => {
  const app = await startTestApp({ work: true })
  const [ann, bo] = [await app.signUp('ann@example.org'), await app.signUp('bo@example.org')]
  const { key } = await ann.addKey('Code host')
  await ann.share(key.id, bo.email)
  expect((await bo.call(generateCodes, {})).body.codes).toHaveLength(1)
  await app.setup.makeConfigured({ email: 'admin@example.org', password: testPassword })
  const { access_token: token = '' } = (await app.call(signIn, { body: { email: 'admin@example.org', password: testPassword } })).body
  const { checks } = (await createPerson(app.url, 'admin@example.org', token).call(getSystemHealth, {})).body
  expect(checks.find(({ name }) => name === 'database_role')).toMatchObject({
    status: 'healthy',
    message: expect.stringContaining(inject('runRole').user) as string,
  })

  const id = await app.backups.add('command', undefined)
  expect(await app.backupMaker.make(id)).toBeUndefined()
})

test.each(['audit_log', 'audit_chain', 'audit_checkpoints', 'audit_verifications', 'audit_beginnings'])(
  'the role of the application adds rows to %s and reads them, and can neither change nor remove one nor switch the protection off',
  async (name) => {
    const app = shared()
    const table = sql.table(name)
    const { rows } = await sql<{ may: string[] }>`select array_agg(word order by word) as may
      from unnest(array['select', 'insert', 'update', 'delete', 'truncate', 'references', 'trigger', 'maintain']) word
      where has_table_privilege(${name}, word)`.execute(app.db)
    expect(rows).toEqual([{ may: ['insert', 'select'] }])
    const { rows: columns } = await sql<{ column: string }>`select attname as column from pg_attribute
      where attrelid = ${name}::regclass and attnum > 0 and not attisdropped and attidentity = '' order by attnum`.execute(app.db)
    const [{ column } = { column: '' }] = columns
    const { rows: triggers } = await sql<{ trigger: string }>`select tgname as trigger from pg_trigger
      where tgrelid = ${name}::regclass and not tgisinternal`.execute(app.db)
    expect(triggers.length).toBeGreaterThan(0)
    const statements = [
      sql`update ${table} set ${sql.ref(column)} = ${sql.ref(column)}`,
      sql`delete from ${table}`,
      sql`truncate ${table}`,
      sql`truncate ${table} cascade`,
      sql`drop table ${table}`,
      sql`alter table ${table} disable trigger user`,
      sql`alter table ${table} rename to gone`,
      sql`alter table ${table} drop column ${sql.ref(column)}`,
      sql`alter table ${table} owner to current_user`,
      sql`create trigger mine before insert on ${table} for each row execute function suppress_redundant_updates_trigger()`,
      sql`create rule mine as on insert to ${table} do instead nothing`,
      ...triggers.map(({ trigger }) => sql`drop trigger ${sql.id(trigger)} on ${table}`),
    ]
    for (const statement of statements) await expect(statement.execute(app.db)).rejects.toMatchObject({ code: '42501' })
    await sql`grant update on ${table} to current_user`.execute(app.db).catch(() => {})
    await expect(sql`update ${table} set ${sql.ref(column)} = ${sql.ref(column)}`.execute(app.db)).rejects.toMatchObject({ code: '42501' })
  },
)

test.each([
  'set session_replication_role = replica',
  'set role twofold',
  'set session authorization twofold',
  'alter role twofold_run superuser',
  'grant twofold to twofold_run',
  'delete from migrations',
  "insert into migrations (name, checksum) values ('9999-mine.sql', '')",
  'create table public.other (id int)',
  'create schema other',
  'create or replace function refuse_to_change_the_audit_log() returns trigger language plpgsql as $$ begin return new; end $$',
  'alter function remove_audit_behind_beginning(int) security invoker',
  'drop function remove_audit_behind_beginning(int)',
  'truncate key_usage',
  'drop table key_usage_before',
  'alter table activity detach partition activity_before',
  'alter table activity_before rename to gone',
  "create table activity_2060_01 partition of activity for values from ('2060-01-01') to ('2060-02-01')",
  "select begin_months_at('activity', '2020-01-01')",
  'drop function drop_oldest_month(text, timestamptz)',
  'alter function make_month(text, timestamptz) security invoker',
  'drop schema public cascade',
  'drop owned by twofold',
  'alter database twofold owner to twofold_run',
  'copy audit_log to program $$id$$',
])('the role of the application may not: %s', async (statement) => {
  const app = shared()
  await expect(sql.raw(statement).execute(app.db)).rejects.toThrow(
    /permission denied|must be owner|must be able to SET ROLE|not have|denied/,
  )
})

test('temporary tables of the same names do not lead the protection of the audit log astray', async () => {
  const app = await startTestApp({ now: Date.UTC(2020, 0, 15) })
  for (const _ of [1, 2, 3]) await app.transaction((tx) => tx.audit({ action: 'settings.changed' }))
  await app.auditChain.linkAll()
  const count = async () => (await sql<{ count: number }>`select count(*)::int as count from audit_log`.execute(app.db)).rows[0]?.count
  const before = await count()
  expect(before).toBeGreaterThanOrEqual(3)
  /** In one session, in which `names` are tables of its own that let everything go. */
  const attempt = (names: readonly string[], what: ReturnType<typeof sql>) =>
    app.db.connection().execute(async (db) => {
      for (const name of names) await sql`create temp table ${sql.id(name)} as select * from ${sql.table(`public.${name}`)}`.execute(db)
      if (names.includes('audit_beginnings')) await sql`insert into pg_temp.audit_beginnings (sequence) values (1000000)`.execute(db)
      try {
        return (await what.execute(db)).rows
      } finally {
        await sql`discard temp`.execute(db)
      }
    })
  const remove = sql`select remove_audit_behind_beginning(100) as gone`
  for (const names of [['audit_beginnings'], ['audit_chain'], ['audit_beginnings', 'audit_chain', 'audit_checkpoints']])
    expect(await attempt(names, remove)).toEqual([{ gone: 0 }])
  const begin = sql`insert into public.audit_beginnings (sequence, hash, until, signed_at, public_key, signature)
    select 1000000, sha256(''), date_trunc('month', now() - interval '5 years', 'UTC'), now(), '', ''`
  await expect(attempt(['audit_chain', 'audit_log'], begin)).rejects.toThrow('cannot begin there')
  await attempt(
    ['audit_waiting'],
    sql`insert into public.audit_log (id, happened_at, action) values (gen_random_uuid(), now(), 'settings.changed')`,
  )
  expect((await app.auditChain.readState()).waiting).toBe(1)
  expect(await count()).toBe((before ?? 0) + 1)
})

test('no function of the owner finds a temporary table before the real one', async () => {
  const { rows } = await sql<{ name: string }>`
    select proname as name from pg_proc where prosecdef and pronamespace = current_schema()::regnamespace
      and coalesce(array_to_string(proconfig, ' '), '') !~ 'search_path=[^ ]+, pg_temp( |$)'`.execute(shared().db)
  expect(rows).toEqual([])
})

test('a trigger on a temporary table of the role of the application never acts for the owner', async () => {
  const app = await startTestApp()
  await app.signUp('ann@example.org')
  await app.transaction((tx) => tx.audit({ action: 'settings.changed' }))
  await app.db.connection().execute(async (db) => {
    await sql`create temp table user_texts as select * from public.user_texts`.execute(db)
    await sql`create function pg_temp.rewrite() returns trigger language plpgsql as $$ begin
      alter table public.audit_log disable trigger user; delete from public.audit_log; return new; end $$`.execute(db)
    await sql`create unique index on pg_temp.user_texts (user_id)`.execute(db)
    await sql`create trigger rewrite before insert on pg_temp.user_texts for each row execute function pg_temp.rewrite()`.execute(db)
    await sql`update public.users set name = 'Ann Other'`.execute(db)
    await sql`discard temp`.execute(db)
  })
  const { rows } = await sql`select action from audit_log where action = 'settings.changed'`.execute(app.db)
  expect(rows).toHaveLength(1)
})

/** Rows of the audit log, linked: those of 2020, and one of today behind them. */
async function startWithAuditOf2020() {
  const app = await startTestApp({ now: Date.UTC(2020, 0, 15) })
  const add = async (at: Date) => {
    const id = crypto.randomUUID()
    await sql`insert into audit_log (id, happened_at, action) values (${id}, ${at}, 'settings.changed')`.execute(app.db)
    await app.auditChain.linkAll()
    return id
  }
  const begin = (id: string) =>
    sql`insert into audit_beginnings (sequence, hash, until, signed_at, public_key, signature)
    select sequence, hash, date_trunc('month', now() - interval '2 years', 'UTC'), now(), '', '' from audit_chain where audit_id = ${id}`.execute(
      app.db,
    )
  const remove = async () => (await sql<{ gone: number }>`select remove_audit_behind_beginning(1000) as gone`.execute(app.db)).rows[0]?.gone
  const has = async (id: string) => (await app.db.selectFrom('audit_log').select('id').where('id', '=', id).execute()).length === 1
  return { app, add, begin, remove, has, old: new Date(Date.UTC(2020, 0, 15)) }
}

test('a row that is put in with an old time does not take the rows of today with it, which were written before it', async () => {
  const { add, begin, remove, has, old } = await startWithAuditOf2020()
  const [first, today, forged] = [await add(old), await add(new Date()), await add(old)]
  await add(new Date())
  await expect(begin(forged)).rejects.toThrow('cannot begin there')
  expect(await remove()).toBe(0)
  await begin(first)
  expect(await remove()).toBeGreaterThan(0)
  expect([await has(first), await has(today), await has(forged)]).toEqual([false, true, true])
})

test('a row of today gets no link among those that retention has removed, by which it would be removed as well', async () => {
  const { app, add, begin, remove, has, old } = await startWithAuditOf2020()
  const first = await add(old)
  await add(new Date())
  await begin(first)
  await remove()
  const today = crypto.randomUUID()
  await sql`insert into audit_log (id, happened_at, action) values (${today}, now(), 'settings.changed')`.execute(app.db)
  const link = sql`insert into audit_chain (sequence, audit_id, previous_hash, hash) values (1, ${today}, sha256(''), sha256(''))`
  await expect(link.execute(app.db)).rejects.toMatchObject({ code: '42501' })
  await remove()
  expect(await has(today)).toBe(true)
  await app.auditChain.linkAll()
  expect((await app.auditChain.readState()).waiting).toBe(0)
})

test('an upgrade that changes the database is left to its owner, and the sentence says how', async () => {
  const { owner, connection, drop } = await createTestDatabase()
  onTestFinished(drop)
  expect(await migrate({ connection, log })).toEqual([])
  const client = new pg.Client(owner)
  await client.connect()
  onTestFinished(() => client.end())
  const { rows } = await client.query<{ name: string }>(
    'delete from migrations where name = (select max(name) from migrations) returning name',
  )
  expect(rows).toHaveLength(1)
  await expect(migrate({ connection, log })).rejects.toThrow(/belongs to twofold, .*: npm run migrate -- /)
})

test('rights that were lost, or are too many, are put right at the next start, and otherwise nothing is granted again', async () => {
  const { owner, connection, drop } = await createTestDatabase()
  onTestFinished(drop)
  const client = new pg.Client(owner)
  await client.connect()
  onTestFinished(() => client.end())
  const look = async () => {
    const { rows } = await client.query<{ version: string; reads: boolean; changes: boolean }>(
      `select (select xmin::text from pg_class where oid = 'users'::regclass) as version,
        has_table_privilege($1::text, 'keys', 'select') as reads, has_table_privilege($1::text, 'audit_log', 'update') as changes`,
      [connection.user],
    )
    return rows[0]
  }
  const start = () => migrate({ connection: owner, log, role: connection.user })
  const before = await look()
  await start()
  expect(await look()).toEqual(before)
  for (const statement of [`revoke all on keys from ${connection.user}`, `grant update on audit_log to ${connection.user}`]) {
    await client.query(statement)
    await start()
    expect(await look()).toMatchObject({ reads: true, changes: false })
  }
})

test('a role that is missing, or that owns the tables, is refused with a sentence', async () => {
  const { owner: connection, drop } = await createTestDatabase()
  onTestFinished(drop)
  await expect(migrate({ connection, log, role: 'nobody here' })).rejects.toThrow(
    'There is no role nobody here in this database. Make it first: CREATE ROLE "nobody here" LOGIN;',
  )
  await expect(migrate({ connection, log, role: connection.user })).rejects.toThrow('Name a role that has not.')
})
