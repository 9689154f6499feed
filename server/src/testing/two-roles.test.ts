import { getSystemHealth } from '@twofold/contract/admin/health'
import { generateCodes } from '@twofold/contract/codes'
import { signIn } from '@twofold/contract/sessions'
import { sql } from 'kysely'
import pg from 'pg'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { migrate } from '../platform/migrate.ts'
import { useTestDatabase } from '../platform/testing/test-database.ts'
import { connectAs } from './connect-as.ts'
import { createPerson, startTestApp, testPassword } from './start-test-app.ts'

/** One that every server has, and which owns nothing. */
const role = 'pg_monitor'
const log = pino({ level: 'silent' })

test('an application whose role does not own the tables works, takes no protection away, and health has nothing to warn of', async () => {
  const app = await startTestApp({ role, work: true })
  const [ann, bo] = [await app.signUp('ann@example.org'), await app.signUp('bo@example.org')]
  const { key } = await ann.addKey('Code host')
  await ann.share(key.id, bo.email)
  expect((await bo.call(generateCodes, {})).body.codes).toHaveLength(1)
  await app.setup.makeConfigured({ email: 'admin@example.org', password: testPassword })
  const { access_token: token = '' } = (await app.call(signIn, { body: { email: 'admin@example.org', password: testPassword } })).body
  const { checks } = (await createPerson(app.url, 'admin@example.org', token).call(getSystemHealth, {})).body
  expect(checks.find(({ name }) => name === 'database_role')).toMatchObject({
    status: 'healthy',
    message: expect.stringContaining(role) as string,
  })

  const id = await app.backups.add('command', undefined)
  expect(await app.backupMaker.make(id)).toBeUndefined()

  const { rows } = await sql<{ may: string[] }>`select array_agg(word) as may
    from unnest(array['select', 'insert', 'update', 'delete', 'truncate']) word where has_table_privilege('audit_log', word)`.execute(
    app.db,
  )
  expect(rows).toEqual([{ may: ['select', 'insert'] }])
  for (const statement of [
    sql`alter table audit_log disable trigger user`,
    sql`drop trigger audit_log_is_append_only on audit_log`,
    sql`delete from audit_log`,
    sql`update audit_log set before = null`,
    sql`truncate audit_log`,
    sql`alter table users drop column pin_hash`,
    sql`delete from migrations`,
    sql`create table public.other (id int)`,
  ])
    await expect(statement.execute(app.db)).rejects.toMatchObject({ code: '42501' })
})

test('an upgrade that changes the database is left to its owner, and the sentence says how', async () => {
  const owner = await useTestDatabase()
  const connection = await connectAs(owner, role)
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

test('a role that is missing, or that owns the tables, is refused with a sentence', async () => {
  const connection = await useTestDatabase()
  await expect(migrate({ connection, log, role: 'nobody here' })).rejects.toThrow(
    'There is no role nobody here in this database. Make it first: CREATE ROLE "nobody here" LOGIN;',
  )
  await expect(migrate({ connection, log, role: connection.user })).rejects.toThrow('Name a role that has not.')
})
