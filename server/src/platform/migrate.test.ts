import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { pino } from 'pino'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import type { PostgresConnection } from './embedded-postgres/embedded-postgres.ts'
import { migrate, readMigrations } from './migrate.ts'
import { useTestDatabase } from './testing/test-database.ts'

const log = pino({ level: 'silent' })
let connection: PostgresConnection
let folder: string

beforeEach(async () => {
  connection = await useTestDatabase('owner')
  await query('drop table migrations')
  folder = await mkdtemp(path.join(os.tmpdir(), 'twofold-migrations-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
})

const write = (name: string, text: string) => writeFile(path.join(folder, name), text)
const run = () => migrate({ connection, log, folder })

async function query(text: string) {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    return (await client.query(text)).rows as unknown[]
  } finally {
    await client.end()
  }
}

test('migrations run in order, each once', async () => {
  await write('0002-more.sql', 'insert into steps values (2); insert into steps values (3)')
  await write('0001-first.sql', 'create table steps (n int)')
  await write('notes.txt', 'not a migration')
  expect(await run()).toEqual(['0001-first.sql', '0002-more.sql'])
  expect(await run()).toEqual([])
  expect(await query('select n from steps order by n')).toEqual([{ n: 2 }, { n: 3 }])
})

test('each migration has a number of its own', async () => {
  const numbers = (await readMigrations()).map(({ name }) => name.slice(0, 4))
  expect(numbers.filter((number, at) => numbers.indexOf(number) !== at)).toEqual([])
})

test('nodes that start together: one migrates and all go on', async () => {
  await write('0001-first.sql', 'create table steps (n int); select pg_sleep(0.1); insert into steps values (1)')
  const applied = await Promise.all([run(), run(), run(), run()])
  expect(applied.flat()).toEqual(['0001-first.sql'])
  expect(await query('select n from steps')).toEqual([{ n: 1 }])
})

test('a migration that fails changes nothing, keeps the earlier ones, and is named', async () => {
  await write('0001-first.sql', 'create table steps (n int)')
  await write('0002-broken.sql', 'insert into steps values (1); insert into nowhere values (1)')
  await expect(run()).rejects.toThrow(/0002-broken.sql failed and changed nothing: relation "nowhere"/)
  expect(await query('select n from steps')).toEqual([])

  await write('0002-broken.sql', 'insert into steps values (2)')
  expect(await run()).toEqual(['0002-broken.sql'])
})

test('a migration that was changed after it ran is refused; other line endings are no change', async () => {
  await write('0001-first.sql', 'create table steps (\nn int)')
  await run()
  await write('0001-first.sql', 'create table steps (\r\nn int)')
  expect(await run()).toEqual([])
  await write('0001-first.sql', 'create table steps (\nn bigint)')
  await expect(run()).rejects.toThrow(/0001-first.sql was changed after it ran/)
})

test('a database that is newer than the code is refused', async () => {
  await write('0001-first.sql', 'select 1')
  await write('0002-more.sql', 'select 1')
  await run()
  await rm(path.join(folder, '0002-more.sql'))
  await expect(run()).rejects.toThrow(/newer than this version of Twofold.*0002-more.sql/)
})

test('a migration that was slipped in before one that ran is refused', async () => {
  await write('0002-more.sql', 'select 1')
  await run()
  await write('0001-late.sql', 'select 1')
  await expect(run()).rejects.toThrow(/0001-late.sql was added before 0002-more.sql/)
  await rename(path.join(folder, '0001-late.sql'), path.join(folder, '0003-late.sql'))
  expect(await run()).toEqual(['0003-late.sql'])
})

const older = (version: string) => query(`insert into nodes (id, version) values (gen_random_uuid(), '${version}')`)

test('a later migration that older versions live with is no reason to refuse; one without that mark, or for later versions, is', async () => {
  await write('0001-first.sql', 'create table steps (n int)')
  await write('0002-wider.sql', '-- expand from 0.1.0\nalter table steps add column m int')
  await run()
  await rm(path.join(folder, '0002-wider.sql'))
  expect(await run()).toEqual([])

  await query(`update migrations set min_version = '0.2.0' where min_version is not null`)
  await expect(run()).rejects.toThrow(/newer than this version of Twofold.*0002-wider.sql/)
})

test('a migration that is unknown is refused when the code has another one to make after it', async () => {
  await write('0002-wider.sql', '-- expand from 0.1.0\ncreate table steps (n int)')
  await run()
  await rm(path.join(folder, '0002-wider.sql'))
  await write('0003-ours.sql', 'select 1')
  await expect(run()).rejects.toThrow(/newer than this version of Twofold.*0002-wider.sql/)
})

test('beside an older node that is alive, only what that one lives with is done', async () => {
  await older('0.0.9')
  await write('0001-first.sql', '-- expand from 0.0.9\ncreate table steps (n int)')
  expect(await run()).toEqual(['0001-first.sql'])
  await write('0002-drop.sql', '-- contract from 0.1.0\nalter table steps drop column n')
  await expect(run()).rejects.toThrow(/Twofold 0.0.9 is running, which cannot go on with the migration 0002-drop.sql. Stop it first/)
  expect(await query('select n from steps')).toEqual([])

  await query(`update nodes set seen_at = now() - interval '31 seconds'`)
  expect(await run()).toEqual(['0002-drop.sql'])
})

test('an upgrade prepared beside a version leaves that version a way back, or is not done', async () => {
  await write('0001-first.sql', '-- expand from 0.1.0\ncreate table steps (n int)')
  const beside = (version: string) => migrate({ connection, log, folder, beside: version })
  await expect(beside('0.0.9')).rejects.toThrow('Twofold 0.0.9 cannot run with the migration 0001-first.sql')
  await expect(beside('0.0.9')).rejects.toThrow('Upgrade to 0.1.0 first.')
  expect(await beside('0.1.0')).toEqual(['0001-first.sql'])
  await write('0002-unmarked.sql', 'drop table steps')
  await expect(beside('0.1.0')).rejects.toThrow('so there would be no way back. Stop every node and start this version.')
})
