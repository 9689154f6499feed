import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createApp } from '../app.ts'
import { readConfig } from '../platform/config.ts'
import { openCrypto } from '../platform/crypto/crypto.ts'
import { loadRootKey } from '../platform/crypto/root-key.ts'
import { createDatabase } from '../platform/database.ts'
import type { PostgresConnection } from '../platform/embedded-postgres.ts'
import type { Log } from '../platform/log.ts'
import { migrate } from '../platform/migrate.ts'

/** Fills the database that every test's database is a copy of: tables, and the queues of all jobs. Runs once for a whole test run. */
export async function prepareTemplate(connection: PostgresConnection, log: Log) {
  await migrate({ connection, log })
  const dataDir = await mkdtemp(join(tmpdir(), 'twofold-template-'))
  const db = createDatabase({ connection, poolSize: 2, log })
  try {
    const config = readConfig({ DATA_DIR: dataDir })
    const rootKey = await loadRootKey({ ...config.masterKey, dataDir, db })
    const crypto = await openCrypto({ db, rootKey, log })
    const app = await createApp({ config, db, connection, crypto, rootKey, log })
    await app.jobs.start({ work: false, byClock: false })
    await app.stop(1000)
    crypto.close()
    // Each test has a root key of its own, and makes its keyrings with it.
    await db.deleteFrom('keyrings').execute()
  } finally {
    await db.destroy()
    await rm(dataDir, { recursive: true, force: true })
  }
}
