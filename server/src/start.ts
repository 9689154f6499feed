import { mkdir } from 'node:fs/promises'
import type { Config } from './platform/config.ts'
import { systemClock } from './platform/clock.ts'
import type { Clock } from './platform/clock.ts'
import { openCrypto } from './platform/crypto/crypto.ts'
import { loadRootKey } from './platform/crypto/root-key.ts'
import { createDatabase } from './platform/database.ts'
import type { Connection } from './platform/database.ts'
import { findRunningEmbeddedPostgres, startEmbeddedPostgres } from './platform/embedded-postgres.ts'
import type { Log } from './platform/log.ts'
import { migrate } from './platform/migrate.ts'
import { createApp } from './app.ts'
import type { AppDeps, Application } from './app.ts'

/** Milliseconds for which a stopping node keeps connections that carry no request, since a client may be sending one. */
const quietMs = 500

export interface StartOptions {
  config: Config
  log: Log
  clock?: Clock
  /** False: a throw-away database that a power failure may destroy. */
  durable?: boolean
  tuning?: Pick<AppDeps, 'cost' | 'rateLimitFactor' | 'openBeforeSetUp'>
}

/** Where the data are, and how to let go of them. */
export async function reachDatabase({
  config,
  log,
  durable = true,
}: DataOptions): Promise<{ connection: Connection; close: () => Promise<void> }> {
  if (config.databaseUrl !== undefined) return { connection: config.databaseUrl, close: () => Promise.resolve() }
  await mkdir(config.dataDir, { recursive: true, mode: 0o700 })
  const { connection, stop } = await startEmbeddedPostgres({ dataDir: config.dataDir, log, durable })
  return { connection, close: stop }
}

/** For a command beside a running application: uses the database that this one has started, else starts it. */
export async function reachRunningDatabase(options: DataOptions) {
  const running =
    options.config.databaseUrl === undefined ? await findRunningEmbeddedPostgres(options.config.dataDir).catch(() => undefined) : undefined
  return running === undefined ? reachDatabase(options) : { connection: running, close: () => Promise.resolve() }
}

type DataOptions = Pick<StartOptions, 'config' | 'log' | 'durable'>

/** The database, ready and migrated, and the keys that open what is in it. What every command needs. */
export async function openData(options: DataOptions, reach = reachDatabase) {
  const { config, log } = options
  const { connection, close: release } = await reach(options)
  const db = createDatabase({ connection, poolSize: config.databasePool, log, isPreparing: config.isPreparing })
  const closeDatabase = async () => {
    await db.destroy()
    await release()
  }
  try {
    await migrate({ connection, log })
    const rootKey = await loadRootKey({ ...config.masterKey, dataDir: config.dataDir, db })
    const crypto = await openCrypto({ db, rootKey, log })
    const close = async () => {
      crypto.close()
      await closeDatabase()
    }
    return { db, connection, rootKey, crypto, close }
  } catch (error) {
    await closeDatabase()
    throw error
  }
}

/** Starts everything that the configuration asks for, and answers when it serves. */
export async function start({ config, log, clock, durable = true, tuning = {} }: StartOptions) {
  const data = await openData({ config, log, durable })
  let app: Application | undefined
  try {
    app = await createApp({ config, log, ...data, ...tuning, ...(clock === undefined ? {} : { clock }) })
    const { stop } = app
    const work = config.roles.includes('worker')
    await app.jobs.start({ work })
    await app.email.start({ work })
    const madeAdmin = config.admin === undefined ? false : await app.setup.makeConfigured(config.admin)
    const isWeb = config.roles.includes('web')
    await app.nodes.join()
    const setup = isWeb ? await app.setup.makeLink() : undefined
    const address = isWeb ? await app.server.listen({ port: config.port, host: config.host }) : undefined
    return {
      ...app,
      db: data.db,
      address,
      madeAdmin,
      /** Good once, for as many minutes; undefined when there is an administrator, and on nodes without the web role. The token stands behind `#`, so that it reaches no log. */
      setupLink: setup && {
        address: `${config.appUrl}/setup#token=${setup.token}`,
        minutes: Math.max(1, Math.round((setup.expiresAt.getTime() - (clock ?? systemClock).now()) / 60_000)),
      },
      async stop() {
        await stop(config.shutdownSeconds * 1000, quietMs)
        await data.close()
      },
    }
  } catch (error) {
    await app?.stop(0)
    await data.close()
    throw error
  }
}

export type Started = Awaited<ReturnType<typeof start>>
