import { existsSync } from 'node:fs'
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PostgresConnection } from '../embedded-postgres/embedded-postgres.ts'
import { findPort } from './ports.ts'
import { startDaemon } from './start-daemon.ts'

/** Debian's: apt-get install pgbouncer. */
const program = '/usr/sbin/pgbouncer'
/** It refuses to run as root. */
const nobody = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {}

export type PoolerMode = 'session' | 'transaction'

export const hasPgBouncer = (): boolean => existsSync(program)

export interface PgBouncer {
  port: number
  /** Its output so far. */
  output: () => string
  stop: () => Promise<void>
}

/** PgBouncer at a port of this machine, for every database of the server. It signs in as the user of `target`, for any user and password. */
export async function startPgBouncer(target: PostgresConnection, mode: PoolerMode): Promise<PgBouncer> {
  const folder = await mkdtemp(join(tmpdir(), 'twofold-pgbouncer-'))
  const port = await findPort()
  const file = join(folder, 'pgbouncer.ini')
  await writeFile(
    file,
    `[databases]
* = host=${target.host} port=${target.port} user=${target.user} password=${target.password}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = ${mode}
default_pool_size = 40
max_client_conn = 2000
server_login_retry = 1
`,
  )
  if (nobody.uid !== undefined) for (const path of [folder, file]) await chown(path, nobody.uid, nobody.gid)
  const remove = () => rm(folder, { recursive: true, force: true })
  try {
    const { output, stop } = await startDaemon({ program, args: [file], ...nobody, cwd: folder, port, startsWithinMs: 20_000 })
    return { port, output, stop: () => stop().then(remove) }
  } catch (error) {
    await remove()
    throw error
  }
}
