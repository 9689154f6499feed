import { chown, mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import type { BaseLogger } from 'pino'
import { makeFolder } from '../make-folder.ts'
import { EmbeddedPostgresError } from './embedded-postgres.error.ts'
import { clusterName, socketPrefix } from './leftover-server.ts'
import type { Programs } from './programs.ts'
import { canEnter, fromInside, fromOutside, startProgram, type RunAs } from './run-as.ts'

const longestSocketPath = 103 // bytes; macOS allows 103, Linux 107
const fastShutdownLimit = 30_000 // milliseconds before stop() gives up on writing a checkpoint; the log recovers the rest
const orphansLimit = 10_000 // milliseconds to wait for the children of a server that was killed

/**
 * A crash just after a rollback that took a new unlogged table away: its empty file is left, and recovery brings its first page back beside it. PostgreSQL
 * gives up once, and removes the file at the next start.
 */
const leftFile = /could not create file "base\/\d+\/\d+": File exists/

export interface ServerOptions {
  cluster: string
  programs: Programs
  user: RunAs
  socketFolder: string
  /** False for throw-away data: faster, and lost when the machine stops. */
  durable: boolean
  log: BaseLogger
}

/** A server that accepts connections. */
export interface ServerProcess {
  pid: number
  /** Settles with a description when the process has ended, for whatever reason. */
  ended: Promise<string>
  /** Ends open sessions, writes everything to the disk, and waits for the end. */
  stop(): Promise<void>
}

function settings({ cluster, programs, socketFolder, durable }: ServerOptions) {
  const values: Record<string, string | number> = {
    cluster_name: clusterName(cluster),
    listen_addresses: '',
    unix_socket_directories: socketFolder,
    unix_socket_permissions: '0700',
    max_connections: durable ? 60 : 200,
    // The system caches the rest; bookkeeping for 128 MB would cost an idle server 5 MB more.
    shared_buffers: '64MB',
    wal_buffers: '1MB',
    // Nothing replicates from a private server, so the log carries only what recovery needs.
    wal_level: 'minimal',
    max_wal_senders: 0,
    max_logical_replication_workers: 0,
    // Three processes that read ahead, for scans that a vault does not have.
    ...(programs.major >= 18 && { io_method: 'sync' }),
    // Short queries gain nothing from these two, and containers give shared memory sparingly.
    jit: 'off',
    max_parallel_workers_per_gather: 0,
    timezone: 'UTC',
    log_timezone: 'UTC',
    lc_messages: 'C',
    log_line_prefix: '',
    // Errors in statements go to the client only; the log would repeat people's data.
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
    log_checkpoints: 'off',
    ...(!durable && { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', autovacuum: 'off', max_wal_size: '4GB' }),
  }
  return Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

/** Starts the server and resolves when it accepts connections. Throws with the last lines of its log when it does not. */
export async function launchServer(options: ServerOptions): Promise<ServerProcess> {
  const deadline = performance.now() + orphansLimit
  let hadLeftFile = false
  for (;;) {
    try {
      return await launchOnce(options)
    } catch (error) {
      // The children of a killed server notice its death within moments; until then the shared memory is in use.
      const isInUse = String(error).includes('pre-existing shared memory block') && performance.now() <= deadline
      const hasLeftFile = leftFile.test(String(error))
      if (!isInUse && (!hasLeftFile || hadLeftFile)) throw error
      hadLeftFile ||= hasLeftFile
      await pause(100)
    }
  }
}

function launchOnce(options: ServerOptions): Promise<ServerProcess> {
  const { cluster, programs, user, log } = options
  return new Promise((resolve, reject) => {
    const list = ['-D', fromInside(cluster, user), ...settings(options)]
    const child = startProgram({ file: programs.postgres, arguments: list, folder: cluster, user })
    child.stdin.end()
    child.stdout.resume()
    // A process that ends without stopping its server takes it along; only one that is killed leaves it to the next start.
    const endTogether = () => void child.kill('SIGINT')
    process.on('exit', endTogether)
    const lastLines: string[] = []
    const { promise: ended, resolve: end } = Promise.withResolvers<string>()
    child.on('error', (error) => {
      reject(new EmbeddedPostgresError(`The database server could not be started: ${error.message}`, { cause: error }))
      end(error.message)
    })
    child.on('close', (code, signal) => {
      process.off('exit', endTogether)
      reject(new EmbeddedPostgresError(`The database server could not be started. It said: ${fromOutside(lastLines.join(' '), cluster)}`))
      end(signal ?? `exit code ${code}`)
    })
    createInterface(child.stderr).on('line', (line) => {
      lastLines.push(line)
      if (lastLines.length > 8) lastLines.shift()
      logLine(log, line)
      if (line.includes('database system is ready to accept connections')) {
        const stop = async () => {
          child.kill('SIGINT')
          const timer = setTimeout(() => child.kill('SIGQUIT'), fastShutdownLimit)
          await ended
          clearTimeout(timer)
        }
        resolve({ pid: child.pid ?? 0, ended, stop })
      }
    })
  })
}

/** A FATAL of a running server ends one session, such as one that is still open when the server stops. */
function logLine(log: BaseLogger, line: string) {
  if (line.startsWith('PANIC:')) log.error({ postgres: line }, 'database server')
  else if (line.startsWith('FATAL:') && !line.includes('terminating connection')) log.warn({ postgres: line }, 'database server')
  else log.debug({ postgres: line }, 'database server')
}

/** A new folder for the socket: short, because a socket's path is limited, and private to the server's user. */
export async function makeSocketFolder(user: RunAs): Promise<string> {
  for (const place of new Set([os.tmpdir(), '/tmp', '/var/tmp', '/dev/shm'])) {
    if (Buffer.byteLength(path.join(place, `${socketPrefix}XXXXXX`, '.s.PGSQL.5432')) > longestSocketPath) continue
    const folder = await mkdtemp(path.join(place, socketPrefix)).catch(() => undefined)
    if (!folder) continue
    if (user) await chown(folder, user.uid, user.gid)
    if (canEnter(folder, user)) return folder
    await rm(folder, { recursive: true })
  }
  throw new EmbeddedPostgresError('There is no temporary folder for the database socket. Set TMPDIR to a short path, or set DATABASE_URL.')
}

/** Makes the folder again if somebody cleaned the temporary files away, so that open pools find the server where it was. */
export async function restoreSocketFolder(folder: string, user: RunAs) {
  const isMade = await makeFolder(folder)
  if (isMade && user) await chown(folder, user.uid, user.gid)
}
