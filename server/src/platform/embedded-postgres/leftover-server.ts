import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFile, rm, rmdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { BaseLogger } from 'pino'
import { EmbeddedPostgresError } from './embedded-postgres.error.ts'

const timeouts = { fast: 30_000, immediate: 15_000 } // milliseconds for each kind of shutdown

/** Start of every socket folder's name: what carries it may be removed. */
export const socketPrefix = 'twofold-'

/** Facts of a running server in `postmaster.pid`. */
export interface RunningServer {
  pid: number
  /** Empty while the server is still starting. */
  socketFolder: string
}

/** A name on the command line of this cluster's server, which identifies its process. */
export function clusterName(cluster: string) {
  return `twofold-${createHash('sha256').update(cluster).digest('hex').slice(0, 12)}`
}

/** The server that runs on `cluster` right now, if there is one. */
export async function findServer(cluster: string): Promise<RunningServer | undefined> {
  const recorded = await readRecord(cluster)
  if (!recorded || !(await runs(recorded.pid, clusterName(cluster)))) return undefined
  return recorded
}

/**
 * Stops the server that a dead owner left behind. Call it only as the owner of the folder. A record of a server that is not running is removed,
 * because its process number may have been reused.
 */
export async function stopLeftover(cluster: string, log: BaseLogger) {
  const record = path.join(cluster, 'postmaster.pid')
  const recorded = await readRecord(cluster)
  if (!recorded) return rm(record, { force: true })
  const name = clusterName(cluster)
  if (await runs(recorded.pid, name)) {
    log.info({ pid: recorded.pid }, 'stopping the database server that an earlier process left running')
    const stopped =
      (await stopProcess(recorded.pid, 'SIGINT', name, timeouts.fast)) ||
      (await stopProcess(recorded.pid, 'SIGQUIT', name, timeouts.immediate))
    if (!stopped) throw new EmbeddedPostgresError(`The database server of an earlier process (pid ${recorded.pid}) does not stop.`)
  } else {
    // PostgreSQL takes a recorded pid that is alive for a rival, except its parent's: that is ours. Removing the record instead
    // would also remove the identity of the shared memory, its second guard against two servers on the same files.
    const [, ...rest] = (await readFile(record, 'utf8')).split('\n')
    await writeFile(record, [process.pid, ...rest].join('\n'))
  }
  await removeSocketFolder(recorded.socketFolder)
}

/** Removes what a server killed the hard way left in its socket folder. */
export async function removeSocketFolder(folder: string) {
  if (!path.basename(folder).startsWith(socketPrefix)) return
  for (const name of ['.s.PGSQL.5432', '.s.PGSQL.5432.lock']) await rm(path.join(folder, name), { force: true })
  await rmdir(folder).catch(() => {}) // not empty or gone: in either case not ours to touch
}

async function readRecord(cluster: string): Promise<RunningServer | undefined> {
  const text = await readFile(path.join(cluster, 'postmaster.pid'), 'utf8').catch(() => '')
  const [pid, , , , socketFolder = ''] = text.split('\n')
  return Number(pid) > 1 ? { pid: Number(pid), socketFolder } : undefined
}

/** Whether `pid` is alive and its command line contains `name`. A zombie has no command line. */
async function runs(pid: number, name: string) {
  const commandLine =
    process.platform === 'linux'
      ? await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
      : await promisify(execFile)('ps', ['-ww', '-o', 'command=', '-p', String(pid)]).then(
          ({ stdout }) => stdout,
          () => '',
        )
  return commandLine.includes(`cluster_name=${name}`)
}

/** Signals a process that is not our child and waits until it is gone; false when it outlasts `limit` milliseconds. */
async function stopProcess(pid: number, signal: NodeJS.Signals, name: string, limit: number) {
  const deadline = performance.now() + limit
  try {
    process.kill(pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
  while (await runs(pid, name)) {
    if (performance.now() > deadline) return false
    await pause(10)
  }
  return true
}
