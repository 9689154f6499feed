import { statSync } from 'node:fs'
import { join } from 'node:path'
import { commandLine } from '../command-line.ts'
import type { Config } from '../config.ts'
import type { Connection } from '../database.ts'
import { findRunningEmbeddedPostgres, startEmbeddedPostgres, type EmbeddedOptions } from '../embedded-postgres/embedded-postgres.ts'
import type { Log } from '../log.ts'
import { makeFolder } from '../make-folder.ts'
import { StartError } from '../start-error.ts'

export interface DataOptions {
  config: Config
  log: Log
  /** False: a throw-away database that a power failure may destroy. */
  durable?: boolean
  /** Called once the embedded server starts up without needing this process. */
  onLaunched?: () => void
  /** Programs of the embedded server, in place of those that come with Twofold. */
  programs?: EmbeddedOptions['programs']
}

export interface ReachedDatabase {
  /** As the application's role, bypassing a pooler if there is one. */
  connection: Connection
  /** The same, through the pooler; undefined: there is none, or everything goes through it. */
  pooled?: Connection | undefined
  /** As the owner of the tables; undefined if only the other role is known, which may be the owner. */
  owner: Connection | undefined
  /** Has data of earlier major versions of PostgreSQL left alone, before this one serves. Returns how to undo that. */
  settle?: (now: Date) => Promise<() => Promise<void>>
  close: () => Promise<void>
  /** In place of `close`, where nothing came of it: an embedded database that was made for it is removed. */
  discard?: () => Promise<void>
}

/** Opens access to the database, embedded or external. */
export async function reachDatabase({
  config,
  log,
  durable = true,
  onLaunched = () => {},
  programs,
}: DataOptions): Promise<ReachedDatabase> {
  if (config.databaseUrl !== undefined)
    return {
      connection: config.databaseDirectUrl ?? config.databaseUrl,
      pooled: config.databaseDirectUrl === undefined ? undefined : config.databaseUrl,
      owner: config.databaseOwnerUrl,
      close: () => Promise.resolve(),
    }
  await makeFolder(config.dataDir)
  const { connection, owner, settle, stop, discard } = await startEmbeddedPostgres({
    dataDir: config.dataDir,
    log,
    durable,
    onLaunched,
    programsBefore: config.postgresBefore,
    // Loaded when it is needed, once in years.
    carryOver: async (from, to) => (await import('../backup/carry-over.ts')).createCarryOver({ config, log })(from, to),
    ...(programs === undefined ? {} : { programs }),
  })
  return { connection, owner, settle, close: stop, discard }
}

/** Throws where this user may not look: an installation is not absent because it belongs to somebody else. */
export const hasDataFolder = ({ dataDir }: Config): boolean => statSync(join(dataDir, 'postgres'), { throwIfNoEntry: false }) !== undefined

export const noInstallation = ({ dataDir, databaseUrl }: Config): StartError =>
  databaseUrl === undefined
    ? new StartError(
        `There is no installation in ${dataDir}. Set DATA_DIR to the folder of yours; ${commandLine('serve')} makes a new one where there is none.`,
      )
    : new StartError(
        `The database that DATABASE_URL names is empty. Set it to the one of your installation; ${commandLine('serve')} makes a new one where there is none.`,
      )

/** For a command next to an application: uses the database that the application has started, or else starts it. Refuses a folder without one. */
export async function reachRunningDatabase(options: DataOptions): Promise<ReachedDatabase> {
  const { config } = options
  if (config.databaseUrl !== undefined) return await reachDatabase(options)
  if (!hasDataFolder(config)) throw noInstallation(config)
  const running = await findRunningEmbeddedPostgres(config.dataDir).catch(() => undefined)
  return running === undefined ? await reachDatabase(options) : { ...running, close: () => Promise.resolve() }
}
