import { sql } from 'kysely'
import pg from 'pg'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { eventually } from '../testing/eventually.ts'
import { findPort } from './testing/ports.ts'
import { startPrimaryAndStandby } from '../testing/primary-and-standby.ts'
import { createClient } from './connection.ts'
import { createDatabase, isDatabaseUnavailable, type Db } from './database.ts'
import { addressesOf, hostsOf } from './database-hosts.ts'
import { listen } from './listen.ts'
import { readProcessFigures } from './metrics/process-figures.ts'

const log = pino({ level: 'silent' })

test.each([
  [
    'postgres://ann:p%40ss@one:5432,two/vault?ssl=true',
    ['postgres://ann:p%40ss@one:5432/vault?ssl=true', 'postgres://ann:p%40ss@two/vault?ssl=true'],
  ],
  ['postgresql://[::1]:1,[::2]:2/vault', ['postgresql://[::1]:1/vault', 'postgresql://[::2]:2/vault']],
  ['postgres://one/vault', ['postgres://one/vault']],
  ['postgres:///vault?host=/a,/b', ['postgres:///vault?host=%2Fa', 'postgres:///vault?host=%2Fb']],
  ['postgres://x/vault?host=/a,/b&port=1,2', ['postgres://x/vault?host=%2Fa&port=1', 'postgres://x/vault?host=%2Fb&port=2']],
])('%s lists %j', (url, addresses) => {
  expect(addressesOf(url)).toEqual(addresses)
})

const failovers = () => readProcessFigures().find(({ name }) => name === 'twofold_database_failovers_total')?.value ?? 0

const portOf = async (db: Db) => (await sql<{ port: number }>`select inet_server_port() as port`.execute(db)).rows[0]?.port

async function portReached(connection: string, connectionTimeoutMillis = 0) {
  const client = createClient(connection, { connectionTimeoutMillis })
  await client.connect()
  await client.end()
  return client.port
}

test('connections go to the host that can be written to, move when another one is promoted, and never go back to the one that was left behind', async () => {
  const { a, b, url } = await startPrimaryAndStandby()
  // The standby stands first in the list.
  const hosts = url.replace(`127.0.0.1:${a.port},127.0.0.1:${b.port}`, `127.0.0.1:${b.port},127.0.0.1:${a.port}`)
  const db = createDatabase({ connection: hosts, poolSize: 2, log })
  onTestFinished(() => db.destroy())
  const heard: string[] = []
  const listening = await listen({
    connection: hosts,
    channel: 'moves',
    log,
    onNotification: (payload) => void heard.push(payload),
    onSubscribed: () => void heard.push('subscribed'),
  })
  onTestFinished(() => listening.close())
  expect(await portOf(db)).toBe(a.port)
  expect(failovers()).toBe(0)

  // Frozen, it neither answers nor refuses; afterwards it would still take writes.
  a.freeze()
  await b.promote()
  await expect(portOf(db)).rejects.toSatisfy(isDatabaseUnavailable)
  expect(await eventually(() => portOf(db))).toBe(b.port)
  expect(failovers()).toBe(1)
  a.thaw()
  expect(await a.query('select pg_is_in_recovery() as standby')).toEqual([{ standby: false }])
  // A first question in the other order finds the same.
  expect(await portReached(url)).toBe(b.port)
  b.freeze()
  hostsOf(hosts).wake()
  // A connection that found it before it froze waits for it in vain.
  const found: (string | number)[] = []
  await eventually(async () => {
    found.push(await portReached(hosts, 2_500).catch(String))
    expect(found.at(-1)).toContain(`127.0.0.1:${a.port}: was left behind by a promotion`)
  })
  expect(found).not.toContain(a.port)
  b.thaw()
  expect(await portReached(hosts)).toBe(b.port)

  // Its connection was cut, and it listens where writes are possible.
  await b.query(`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'twofold-listen'`)
  await a.kill()
  await eventually(async () => {
    await sql`select pg_notify('moves', 'from b')`.execute(db)
    expect(heard).toContain('from b')
  })

  await b.kill()
  // Until its end is noticed, connections are still sent to the one that is gone.
  await eventually(async () => {
    const error: unknown = await portReached(hosts, 2_500).catch((thrown: unknown) => thrown)
    expect(isDatabaseUnavailable(error)).toBe(true)
    expect(String(error)).toContain(`127.0.0.1:${a.port}: connect ECONNREFUSED`)
  })
})

test('while no host can be written to, a connection waits for one as long as it may, and hears why there is none', async () => {
  const ports = [await findPort(), await findPort()]
  const hosts = `postgres://twofold@127.0.0.1:${ports[0]},127.0.0.1:${ports[1]}/twofold`
  const error: unknown = await portReached(hosts, 2_500).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(Error)
  expect([isDatabaseUnavailable(error), error instanceof pg.DatabaseError]).toEqual([true, false])
  expect(String(error)).toMatch(/No host of the database can be written to \(127\.0\.0\.1:\d+: connect ECONNREFUSED/)
})
