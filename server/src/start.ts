import type { Config } from './platform/config.ts'
import { type Clock, systemClock } from './platform/clock.ts'
import { openCrypto } from './platform/crypto/crypto.ts'
import { loadRootKey } from './platform/crypto/root-key.ts'
import { listenOn } from './platform/listen-on.ts'
import { roleOf } from './platform/connection.ts'
import { createDatabase, keepLimits } from './platform/database.ts'
import type { Log } from './platform/log.ts'
import { migrate } from './platform/migrate.ts'
import { type DataOptions, reachDatabase } from './platform/ground/reach-database.ts'
import { type AppDeps, type Application, createApp } from './app.ts'

/** Milliseconds for which a stopping node keeps connections that carry no request, since a client may be sending one. */
const quietMs = 500

export interface StartOptions {
  config: Config
  log: Log
  clock?: Clock
  /** False: a throw-away database that a power failure may destroy. */
  durable?: boolean
  /** For a database that is already starting. */
  reach?: typeof reachDatabase
  tuning?: Pick<AppDeps, 'cost' | 'rateLimitFactor' | 'openBeforeSetUp' | 'renderWorkers'>
}

/**
 * The database, ready and migrated, and the keys that open what is in it. What every command needs. `isPooled`: statements on `db` go through the
 * pooler where there is one; they may share sessions with others.
 */
export async function openData(options: DataOptions, reach = reachDatabase, isPooled = false) {
  const { config, log } = options
  const { connection, pooled, owner, settle, close: release } = await reach(options)
  const isShared = isPooled && config.databasePooler === 'transaction'
  const db = createDatabase({
    connection: isPooled ? (pooled ?? connection) : connection,
    poolSize: config.databasePool,
    log,
    isPreparing: config.isPreparing,
    timeoutMs: config.databaseTimeoutMs,
    isShared,
  })
  const closeDatabase = async () => {
    await db.destroy()
    await release()
  }
  try {
    await (owner === undefined ? migrate({ connection, log }) : migrate({ connection: owner, log, role: roleOf(connection) }))
    if (isShared) await keepLimits(connection, config.databaseTimeoutMs)
    const rootKey = await loadRootKey({ ...config.masterKey, dataDir: config.dataDir, db })
    const crypto = await openCrypto({ db, rootKey, log })
    const close = async () => {
      crypto.close()
      await closeDatabase()
    }
    return { db, connection, rootKey, crypto, close, settle }
  } catch (error) {
    await closeDatabase()
    throw error
  }
}

/** Starts everything that the configuration asks for, and answers when it serves. */
export async function start({ config, log, clock, durable = true, reach, tuning = {} }: StartOptions) {
  const data = await openData({ config, log, durable }, reach, true)
  let app: Application | undefined
  try {
    app = await createApp({ config, log, ...data, ...tuning, ...(clock === undefined ? {} : { clock }) })
    const { leave, stop } = app
    await app.begin({ work: config.roles.includes('worker') })
    const madeAdmin = config.admin === undefined ? false : await app.setup.makeConfigured(config.admin)
    const watchedAt = await app.watching.listen()
    const isWeb = config.roles.includes('web')
    await app.nodes.join()
    const setup = isWeb ? await app.setup.makeLink() : undefined
    // Before the first request: its writes must not be lost to an earlier version.
    const goBack = await data.settle?.(new Date((clock ?? systemClock).now()))
    const listening = isWeb
      ? listenOn(app.server, { port: config.port, host: config.host, names: { port: 'PORT', host: 'HOST' } })
      : undefined
    const address = await listening?.catch(async (error: unknown) => {
      await goBack?.()
      throw error
    })
    return {
      ...app,
      db: data.db,
      address,
      /** Address of the port for health and metrics alone, if there is one. */
      watchedAt,
      madeAdmin,
      /**
       * A single-use link, valid for as many minutes; undefined if there is an administrator, and on nodes without the web role. The token follows
       * `#`, so that no log gets it.
       */
      setupLink: setup && {
        address: `${config.appUrl}/setup#token=${setup.token}`,
        minutes: Math.max(1, Math.round((setup.expiresAt.getTime() - (clock ?? systemClock).now()) / 60_000)),
      },
      async stop() {
        if (isWeb && config.drainSeconds > 0) await leave(config.drainSeconds * 1000)
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
