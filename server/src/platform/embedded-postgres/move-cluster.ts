import { rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { BaseLogger } from 'pino'
import { ownerRole, prepareCluster, runRole, type Passwords } from './cluster.ts'
import { EmbeddedPostgresError } from './embedded-postgres.error.ts'
import { besideOf, switchGenerations } from './generations.ts'
import { removeSocketFolder, stopLeftover } from './leftover-server.ts'
import type { Programs } from './programs.ts'
import type { RunAs } from './run-as.ts'
import { launchServer, makeSocketFolder } from './server-process.ts'

/** Parameters for `pg` to connect. */
export interface PostgresConnection {
  /** Folder of the Unix socket, or a host name. */
  host: string
  port: number
  user: string
  password: string
  database: string
}

export interface Connections {
  /** Connects as the application's role, which owns nothing. */
  connection: PostgresConnection
  /** Connects as the owner of the database, for migrations and for restoring a backup. */
  owner: PostgresConnection
}

export function connectionsFor(host: string, passwords: Passwords): Connections {
  const place = { host, port: 5432, database: ownerRole }
  return {
    connection: { ...place, user: runRole, password: passwords.run },
    owner: { ...place, user: ownerRole, password: passwords.owner },
  }
}

/** Brings all data from the one server to the other, which is empty, and verifies that they are there. */
export type CarryOver = (from: Connections, to: Connections & { major: number }) => Promise<void>

interface Move {
  cluster: string
  passwordFiles: Passwords
  user: RunAs
  from: Programs
  to: Programs
  durable: boolean
  log: BaseLogger
  carryOver: CarryOver
}

/** Exists while data are being moved, for scripts that wait until Twofold serves. */
export const movingFile = (folder: string): string => path.join(folder, 'moving')

/**
 * Makes the data that one major of PostgreSQL wrote those of another. The ones that were there are read by their own programs and stay as they are:
 * whatever fails, they are still `cluster`.
 */
export async function moveCluster(move: Move): Promise<void> {
  const { cluster, from, to, log } = move
  const folder = path.dirname(cluster)
  const fresh = besideOf(cluster, to.major)
  log.info({ from: from.major, to: to.major }, 'the data are moved to another major version of PostgreSQL; this takes a while')
  await writeFile(movingFile(folder), '', { mode: 0o600 })
  try {
    // A killed move may have left a server that still runs.
    await stopLeftover(fresh, log)
    await rm(fresh, { recursive: true, force: true })
    const passwords = await prepareCluster({ ...move, programs: from })
    await prepareCluster({ ...move, cluster: fresh, programs: to, passwords })
    await withServer(move, cluster, from, passwords, (source) =>
      withServer(move, fresh, to, passwords, (target) => move.carryOver(source, { ...target, major: to.major })),
    )
    await switchGenerations(cluster, from.major, to.major)
    log.info({ from: from.major, to: to.major }, 'the data were moved')
  } catch (error) {
    await rm(fresh, { recursive: true, force: true })
    throw new EmbeddedPostgresError(
      `The data of PostgreSQL ${from.major} could not be moved to PostgreSQL ${to.major}, and are as they were: ${(error as Error).message} ` +
        'Start the Twofold that ran before, or remove the cause and start this one again.',
      { cause: error },
    )
  } finally {
    await rm(movingFile(folder), { force: true })
  }
}

async function withServer(
  { user, durable, log }: Move,
  cluster: string,
  programs: Programs,
  passwords: Passwords,
  use: (connections: Connections) => Promise<void>,
): Promise<void> {
  const socketFolder = await makeSocketFolder(user)
  try {
    const server = await launchServer({ cluster, programs, user, socketFolder, durable, log })
    try {
      await use(connectionsFor(socketFolder, passwords))
    } finally {
      await server.stop()
    }
  } finally {
    await removeSocketFolder(socketFolder)
  }
}
