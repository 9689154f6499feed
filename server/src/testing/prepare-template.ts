import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createApp } from '../app.ts'
import { readConfig } from '../platform/config.ts'
import { openCrypto } from '../platform/crypto/crypto.ts'
import { loadRootKey } from '../platform/crypto/root-key.ts'
import { createDatabase, type Db } from '../platform/database.ts'
import type { PostgresConnection } from '../platform/embedded-postgres/embedded-postgres.ts'
import type { Log } from '../platform/log.ts'
import { migrate } from '../platform/migrate.ts'

/**
 * Fills the database that a test's bare database is a copy of: tables, and the queues of all jobs. Runs once for a whole test run. As in the
 * product, `owner` makes the tables and `connection` uses them.
 */
export async function prepareTemplate({ connection, owner }: { connection: PostgresConnection; owner: PostgresConnection }, log: Log) {
  await migrate({ connection: owner, log, role: connection.user })
  await withApp({ connection, log }, async ({ app, db }) => {
    await app.jobs.start({ work: false, byClock: false })
    // Each test that opens it makes keyrings with a root key of its own.
    await db.deleteFrom('keyrings').execute()
  })
}

/**
 * Fills a copy of that one with what every application makes at its first start: keyrings, templates of e-mails. Answers the file of the root key
 * that opens it.
 */
export async function prepareAppTemplate(connection: PostgresConnection, log: Log): Promise<string> {
  return withApp({ connection, log }, async ({ app, dataDir }) => {
    await app.jobs.start({ work: false, byClock: false })
    await app.mailDelivery.start({ work: false })
    return readFile(join(dataDir, 'master.key'), 'utf8')
  })
}

interface Started {
  app: Awaited<ReturnType<typeof createApp>>
  db: Db
  dataDir: string
}

/** Milliseconds. A busy machine is late, and without the template no test runs. */
const longestWaitMs = 30_000

async function withApp<T>({ connection, log }: { connection: PostgresConnection; log: Log }, prepare: (started: Started) => Promise<T>) {
  const dataDir = await mkdtemp(join(tmpdir(), 'twofold-template-'))
  const db = createDatabase({ connection, poolSize: 2, log, timeoutMs: longestWaitMs })
  try {
    const config = readConfig({ DATA_DIR: dataDir })
    const rootKey = await loadRootKey({ ...config.masterKey, dataDir, db })
    const crypto = await openCrypto({ db, rootKey, log })
    const app = await createApp({ config, db, connection, crypto, rootKey, log })
    const prepared = await prepare({ app, db, dataDir })
    await app.stop(1000)
    crypto.close()
    return prepared
  } finally {
    await db.destroy()
    await rm(dataDir, { recursive: true, force: true })
  }
}
