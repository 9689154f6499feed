import pg from 'pg'
import { pino } from 'pino'
import { expect, inject, onTestFinished, test } from 'vitest'
import { type DatabaseFacts, findMissing } from './database-requirements.ts'
import { migrate } from './migrate.ts'

const log = pino({ level: 'silent' })
const good: DatabaseFacts = {
  versionNumber: 160_004,
  version: '16.4',
  role: 'twofold',
  database: 'vault',
  tableSchema: 'public',
  mayCreateTables: true,
  mayCreateInDatabase: true,
  hasTrigrams: false,
  areTrigramsAvailable: true,
  areTrigramsTrusted: true,
  isSuperuser: false,
  hasJobsSchema: false,
  mayUseJobsSchema: false,
  tableOwner: null,
}

test('PostgreSQL 16 with the rights is enough, and an older one is refused with a sentence', () => {
  expect(findMissing(good)).toEqual([])
  expect(findMissing({ ...good, versionNumber: 150_018, version: '15.18', hasTrigrams: false, mayCreateTables: false })).toEqual([
    'Twofold needs PostgreSQL 16 or newer. The server that DATABASE_URL names is PostgreSQL 15.18.',
  ])
})

test('everything that is missing is named at once, each with the statement that grants it', () => {
  expect(findMissing({ ...good, role: 'two fold', mayCreateTables: false, mayCreateInDatabase: false })).toEqual([
    'The extension pg_trgm is missing, and two fold may not create it. As a superuser, run in vault: CREATE EXTENSION pg_trgm;',
    'two fold may not create tables in vault. Run there: GRANT USAGE, CREATE ON SCHEMA "public" TO "two fold";',
    'two fold may not create the schema of the job queue. Run: GRANT CREATE ON DATABASE "vault" TO "two fold";',
  ])
  expect(findMissing({ ...good, areTrigramsAvailable: false })[0]).toMatch(/does not have the extension pg_trgm\. Install its package/)
  expect(findMissing({ ...good, areTrigramsTrusted: false })[0]).toMatch(/CREATE EXTENSION pg_trgm/)
})

test('a role without the right to create in the database does where extension and schema were made before', () => {
  const made = { ...good, mayCreateInDatabase: false, hasTrigrams: true, hasJobsSchema: true }
  expect(findMissing({ ...made, mayUseJobsSchema: true })).toEqual([])
  expect(findMissing(made)).toEqual([
    'twofold may not use the schema of the job queue. Run in vault: GRANT USAGE, CREATE ON SCHEMA pgboss TO "twofold";',
  ])
})

test('a role that may not use the tables of another yet is sent to the owner, and gets no right to make tables', () => {
  const app = { ...good, role: 'app', mayCreateTables: false, hasTrigrams: true, hasJobsSchema: true, tableOwner: 'twofold' }
  expect(findMissing(app)).toEqual([
    'The tables in vault belong to twofold, and app may not use them yet. Stop every node, then run with the DATABASE_URL of twofold: npm run migrate -- app',
  ])
})

/** An empty database, prepared by statements in it. */
async function createEmpty(...statements: string[]) {
  const server = inject('postgres')
  const name = `rights_${crypto.randomUUID().slice(0, 8)}`
  const run = async (database: string, list: string[]) => {
    const client = new pg.Client({ ...server, database })
    await client.connect()
    for (const statement of list) await client.query(statement.replaceAll('DATABASE_NAME', name))
    await client.end()
  }
  await run('postgres', [`create database ${name}`])
  onTestFinished(() => run('postgres', [`drop database ${name} with (force)`]))
  await run(name, statements)
  return { ...server, database: name }
}

test('on a real server, a start without the rights stops with these sentences and changes nothing', async () => {
  const [own, everybody] = ['revoke all on database DATABASE_NAME from current_user', 'revoke all on database DATABASE_NAME from public']
  const closed = await createEmpty(everybody, own)
  await expect(migrate({ connection: closed, log })).rejects.toThrow(
    `${closed.user} may not connect to the database ${closed.database}. Run: GRANT CONNECT ON DATABASE`,
  )
  const bare = await createEmpty(
    'revoke create on schema public from pg_database_owner',
    everybody,
    own,
    'grant connect on database DATABASE_NAME to current_user',
  )
  const failure = await migrate({ connection: bare, log }).then(
    () => '',
    (error: unknown) => String(error),
  )
  expect(failure.split('\n').map((line) => line.replace(bare.database, 'it'))).toEqual([
    expect.stringMatching(/^StartError: The extension pg_trgm is missing/),
    expect.stringMatching(/may not create tables in it\. Run there: GRANT USAGE, CREATE ON SCHEMA "public" TO "twofold";$/),
    expect.stringMatching(/may not create the schema of the job queue\. Run: GRANT CREATE ON DATABASE/),
  ])
})

test('a database whose owner made the extension and the schema of the queue beforehand needs no right to create in it', async () => {
  const prepared = await createEmpty(
    'create extension pg_trgm',
    'create schema pgboss',
    'revoke create on database DATABASE_NAME from current_user',
  )
  expect((await migrate({ connection: prepared, log })).length).toBeGreaterThan(10)
})
