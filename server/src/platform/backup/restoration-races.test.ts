import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { expect, inject, onTestFinished, test } from 'vitest'
import { migrate } from '../migrate.ts'
import { restoreBackup } from './restore-backup.ts'
import { execute, makeBackup, newRootKey, secrets, sentenceOf, silent } from './testing/make-backup.ts'

const isRunning = 'Twofold is running on this database. Stop it on every node first, then restore.'

const restore = (path: string, connection: pg.ClientConfig, role?: string) =>
  sentenceOf(
    restoreBackup({
      path,
      secrets,
      connection,
      rootKey: newRootKey().current,
      replace: true,
      now: new Date(),
      ...(role === undefined ? {} : { role }),
    }),
  )

async function connect(connection: pg.ClientConfig, name: string) {
  const client = new pg.Client({ ...connection, application_name: name })
  await client.connect()
  onTestFinished(() => client.end().catch(() => {}))
  return client
}

/** Holds a restoration where it removes what was there. Returns once it waits there, and how to let it go on. */
async function holdRestoration(connection: pg.ClientConfig) {
  const reader = await connect(connection, 'a reader of statistics')
  await reader.query('begin; lock table users in access share mode')
  return {
    async isHeld() {
      const text = `select 1 from pg_stat_activity where datname = current_database() and application_name = 'twofold-restore' and wait_event_type = 'Lock'`
      while ((await execute(connection, text)).rows.length === 0) await wait(5)
    },
    letGo: () => reader.query('commit'),
  }
}

test('while one restores, a second restoration is refused, and nodes that migrate or only look wait for the end', async () => {
  const { path, connection } = await makeBackup()
  const held = await holdRestoration(connection)
  const restoring = restore(path, connection, inject('runRole').user)
  await held.isHeld()
  expect(await restore(path, connection)).toBe('Another restoration into this database is running. Wait for its end, or stop it.')
  let started = 0
  const nodes = [connection, { ...connection, ...inject('runRole') }].map((as) =>
    migrate({ connection: as, log: silent }).finally(() => {
      started += 1
    }),
  )
  const text = `select 1 from pg_locks where locktype = 'advisory' and not granted and database = (select oid from pg_database where datname = current_database())`
  while ((await execute(connection, text)).rows.length < nodes.length) {
    expect(started).toBe(0)
    await wait(5)
  }
  await held.letGo()
  expect(await restoring).toBe('It was taken.')
  expect(await Promise.all(nodes)).toEqual([[], []])
})

test('a restoration gives way to a node that is starting', async () => {
  const { path, connection } = await makeBackup()
  const node = await connect(connection, 'twofold-migrate')
  await node.query('select pg_advisory_lock(7246835411)')
  expect(await restore(path, connection)).toBe(isRunning)
})

test.each(['twofold', 'twofold-listen'])('a session called %s that came after the look keeps what is there', async (name) => {
  const { path, connection } = await makeBackup()
  const held = await holdRestoration(connection)
  const restoring = restore(path, connection)
  await held.isHeld()
  await connect(connection, name)
  await held.letGo()
  expect(await restoring).toBe(isRunning)
  expect((await execute(connection, 'select count(*)::int as count from users')).rows).toEqual([{ count: 2000 }])
})
