import { existsSync, statSync } from 'node:fs'
import { readFile, realpath, rm } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { BaseLogger } from 'pino'
import { makeFolder } from '../make-folder.ts'
import { prepareCluster, type Passwords } from './cluster.ts'
import { DataFolderInUseError, EmbeddedPostgresError } from './embedded-postgres.error.ts'
import { leaveEarlier, removeLeft, settleGenerations } from './generations.ts'
import { findServer, removeSocketFolder, stopLeftover } from './leftover-server.ts'
import { lockFolder } from './owner-lock.ts'
import { type CarryOver, type Connections, connectionsFor, moveCluster, movingFile, type PostgresConnection } from './move-cluster.ts'
import { findEarlierPrograms, findPrograms, type Programs } from './programs.ts'
import { chooseUser, type RunAs } from './run-as.ts'
import { launchServer, makeSocketFolder, restoreSocketFolder, type ServerOptions } from './server-process.ts'

export type { CarryOver, Connections, PostgresConnection }

export interface EmbeddedPostgres extends Connections {
  /** Process number of the server as it is now; it changes when a crashed server was started again. */
  pid(): number
  /** Retires the data of earlier PostgreSQL major versions: new data exist only here from now on. Returns how to undo that. */
  settle(now: Date): Promise<() => Promise<void>>
  /** Ends open sessions, writes everything to the disk, waits for the server to end, and gives the data folder free. */
  stop(): Promise<void>
  /** Like `stop`, for a database that nothing came of: files that this start made are removed, those that were there before stay. */
  discard(): Promise<void>
}

export interface EmbeddedOptions {
  /** The application's data folder; the database lives in its subfolder `postgres`. */
  dataDir: string
  log: BaseLogger
  /** False for tests and demos: no fsync, so that a power failure destroys the data. */
  durable?: boolean
  /** The server's process is there, and does not need this one to become ready. */
  onLaunched?: () => void
  /** Moves data of an earlier major version of PostgreSQL. Undefined: they are refused. */
  carryOver?: CarryOver
  /** Path to the programs of that version if they are not found automatically. */
  programsBefore?: string | undefined
  /** Replaces the programs that come with Twofold. */
  programs?: (user: RunAs) => Promise<Programs>
}

const longestBackoff = 5_000 // milliseconds between two tries to start a server that ended by itself

function filesOf(dataDir: string) {
  const folder = path.join(dataDir, 'postgres')
  return {
    folder,
    cluster: path.join(folder, 'data'),
    passwordFiles: { owner: path.join(folder, 'password'), run: path.join(folder, 'run-password') },
  }
}

/**
 * Starts the application's own PostgreSQL and keeps it running until `stop()`.
 * Throws `DataFolderInUseError` when another live process owns the data, else `EmbeddedPostgresError` with a sentence.
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const { dataDir, log, durable = true, onLaunched } = options
  const { folder, cluster, passwordFiles, isNew } = await prepareFolder(dataDir)
  const release = lockFolder(folder)
  /** Before the release: nobody else may have begun to use the folder. */
  const removeIfNew = async () => {
    if (isNew) await rm(folder, { recursive: true, force: true })
  }
  let socketFolder = ''
  try {
    const user = await chooseUser(cluster)
    const programs = await (options.programs?.(user) ?? findPrograms({ dataFolder: dataDir, user }))
    await stopLeftover(cluster, log)
    await rm(movingFile(folder), { force: true })
    await moveIfOlder({ ...options, cluster, passwordFiles, user, programs })
    const passwords = await prepareCluster({ cluster, passwordFiles, programs, user })
    socketFolder = await makeSocketFolder(user)
    const starting = keepRunning({ cluster, programs, user, socketFolder, durable, log })
    onLaunched?.()
    const stop = await starting
    const end = async (last?: () => Promise<void>) => {
      await stop()
      await removeSocketFolder(socketFolder)
      await last?.()
      release()
    }
    return {
      ...connectionsFor(socketFolder, passwords),
      pid: stop.pid,
      settle: (now) => leaveEarlier(cluster, now),
      stop: () => end(),
      discard: () => end(removeIfNew),
    }
  } catch (error) {
    await removeSocketFolder(socketFolder)
    await removeIfNew()
    release()
    throw error
  }
}

/** Removes the data folder of a process that died, and ends its server. One that a live process uses, or is about to, stays. */
export async function removeAbandoned(dataDir: string, log: BaseLogger): Promise<void> {
  const { folder, cluster } = filesOf(dataDir)
  if (!existsSync(path.join(folder, 'owner'))) return
  let release
  try {
    release = lockFolder(folder)
  } catch (error) {
    if (error instanceof DataFolderInUseError) return
    throw error
  }
  await stopLeftover(cluster, log)
  await rm(dataDir, { recursive: true, force: true })
  release()
}

/** Data of an earlier major version, whose programs are at hand, become those of this one. */
async function moveIfOlder(
  options: Omit<EmbeddedOptions, 'programs'> & { cluster: string; passwordFiles: Passwords; user: RunAs; programs: Programs },
): Promise<void> {
  const { dataDir, log, durable = true, carryOver, cluster, user, programs } = options
  const written = await settleGenerations(cluster, programs.major)
  await removeLeft(cluster, new Date())
  if (written === undefined || written >= programs.major || carryOver === undefined) return
  const from = await findEarlierPrograms({ major: written, named: options.programsBefore, dataFolder: dataDir, user })
  if (from !== undefined) await moveCluster({ ...options, from, to: programs, durable, log, carryOver })
}

/**
 * Time since which a start has been moving the data to another PostgreSQL major version, which takes longer the more data there are. Undefined: no
 * move is running.
 */
export const movingDataSince = (dataDir: string): number | undefined =>
  statSync(movingFile(filesOf(dataDir).folder), { throwIfNoEntry: false })?.mtimeMs

/** The connections to a server that another process of this application owns and runs now, for commands beside it. */
export async function findRunningEmbeddedPostgres(dataDir: string): Promise<Connections | undefined> {
  const { cluster, passwordFiles } = filesOf(await realpath(dataDir))
  const server = await findServer(cluster)
  if (!server?.socketFolder) return undefined
  const [owner, run] = await Promise.all([passwordFiles.owner, passwordFiles.run].map((file) => readFile(file, 'utf8')))
  return connectionsFor(server.socketFolder, { owner: (owner ?? '').trim(), run: (run ?? '').trim() })
}

async function prepareFolder(dataDir: string) {
  try {
    const isNew = await makeFolder(path.join(dataDir, 'postgres'))
    return { ...filesOf(await realpath(dataDir)), isNew }
  } catch (error) {
    throw new EmbeddedPostgresError(`The data folder ${dataDir} cannot be used: ${(error as Error).message}`, { cause: error })
  }
}

/** Starts the server, and again whenever it ends without having been asked to. Returns the way to stop it for good. */
async function keepRunning(options: ServerOptions) {
  const { log, socketFolder, user } = options
  const stopping = new AbortController()
  let server = await launchServer(options)

  async function watch() {
    for (;;) {
      const how = await server.ended
      if (stopping.signal.aborted) return
      log.error({ how }, 'the database server ended by itself; starting it again')
      await restart()
    }
  }
  async function restart() {
    for (let backoff = 50; !stopping.signal.aborted; backoff = Math.min(2 * backoff, longestBackoff)) {
      try {
        await restoreSocketFolder(socketFolder, user)
        server = await launchServer(options)
        return
      } catch (error) {
        log.error({ err: error }, 'the database server does not start')
        await pause(backoff, undefined, { signal: stopping.signal }).catch(() => {})
      }
    }
  }
  const watching = watch()

  const stop = async () => {
    stopping.abort()
    await server.stop()
    await watching
    await server.stop() // it may have been restarting
  }
  return Object.assign(stop, { pid: () => server.pid })
}
