import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect, createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { PostgresConnection } from '../embedded-postgres/embedded-postgres.ts'

/** Debian's: apt-get install pgbouncer. */
const program = '/usr/sbin/pgbouncer'
/** It refuses to run as root. */
const nobody = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {}
const startsWithinMs = 20_000

export type PoolerMode = 'session' | 'transaction'

export const hasPgBouncer = (): boolean => existsSync(program)

export interface PgBouncer {
  port: number
  /** What it has written so far. */
  output: () => string
  stop: () => Promise<void>
}

/**
 * PgBouncer at a port of this machine, for every database of the server. It signs in as the user of `target`, whoever asks and with whatever
 * password.
 */
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
  const child = spawn(program, [file], { ...nobody, cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const ended = once(child, 'exit')
  const stop = async () => {
    child.kill('SIGTERM') // at once, where SIGINT would wait for those that are connected
    await ended
    await rm(folder, { recursive: true, force: true })
  }
  const until = performance.now() + startsWithinMs
  while (!(await answers(port))) {
    if (child.exitCode !== null || performance.now() > until) {
      await stop()
      throw new Error(`PgBouncer does not listen:\n${output}`)
    }
    await pause(50)
  }
  return { port, output: () => output, stop }
}

async function findPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

async function answers(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}
