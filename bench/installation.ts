import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '@twofold/server/src/platform/config.ts'
import { startEmbeddedPostgres } from '@twofold/server/src/platform/embedded-postgres/embedded-postgres.ts'
import { createLog } from '@twofold/server/src/platform/log.ts'
import { start } from '@twofold/server/src/start.ts'

export const admin = { email: 'admin@example.org', password: 'correct-horse-battery' }

/**
 * A throw-away installation whose database several processes share: this one, which emits events and looks into the tables, and those that are
 * measured, which get `environment`. Its data stay in `keptIn`, and are found there the next time.
 */
export async function startInstallation(keptIn?: string) {
  const dataDir = keptIn ?? (await mkdtemp(join(tmpdir(), 'twofold-bench-')))
  const log = createLog('error')
  const { owner: connection, stop } = await startEmbeddedPostgres({ dataDir, log })
  const { host, port, user, password, database } = connection
  const environment = {
    DATABASE_URL: `postgres://${user}:${encodeURIComponent(password)}@localhost/${database}?host=${encodeURIComponent(host)}&port=${port}`,
    DATA_DIR: dataDir,
    PORT: '0',
    HOST: '127.0.0.1',
    EMAIL_ALLOW_PRIVATE_HOSTS: '127.0.0.1',
    ADMIN_EMAIL: admin.email,
    ADMIN_PASSWORD: admin.password,
  }
  const app = await start({ config: readConfig({ ...environment, ROLES: 'web' }), log })
  return {
    app,
    environment,
    async stop() {
      await app.stop()
      await stop()
      if (keptIn === undefined) await rm(dataDir, { recursive: true, force: true })
    },
  }
}
