import { mkdir } from 'node:fs/promises'
import type { Config } from './config.ts'
import type { Connection } from './database.ts'
import { findRunningEmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts'
import type { Log } from './log.ts'

export interface DataOptions {
  config: Config
  log: Log
  /** False: a throw-away database that a power failure may destroy. */
  durable?: boolean
  /** The embedded server is on its way, without needing this process any more. */
  onLaunched?: () => void
}

/** Where the data are, and how to let go of them. */
export async function reachDatabase({
  config,
  log,
  durable = true,
  onLaunched = () => {},
}: DataOptions): Promise<{ connection: Connection; close: () => Promise<void> }> {
  if (config.databaseUrl !== undefined) return { connection: config.databaseUrl, close: () => Promise.resolve() }
  await mkdir(config.dataDir, { recursive: true, mode: 0o700 })
  const { connection, stop } = await startEmbeddedPostgres({ dataDir: config.dataDir, log, durable, onLaunched })
  return { connection, close: stop }
}

/** For a command beside a running application: uses the database that this one has started, else starts it. */
export async function reachRunningDatabase(options: DataOptions) {
  const running =
    options.config.databaseUrl === undefined ? await findRunningEmbeddedPostgres(options.config.dataDir).catch(() => undefined) : undefined
  return running === undefined ? reachDatabase(options) : { connection: running, close: () => Promise.resolve() }
}
