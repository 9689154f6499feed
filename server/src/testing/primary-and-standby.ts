import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmod, chown, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { onTestFinished } from 'vitest'
import { findPrograms, type Programs } from '../platform/embedded-postgres/programs.ts'
import { chooseUser, fromInside, runProgram, startProgram, type RunAs } from '../platform/embedded-postgres/run-as.ts'
import { eventually } from './eventually.ts'
import { findPort } from '../platform/testing/ports.ts'

/*
 * Two servers from the programs of the embedded PostgreSQL, one of which follows the other. They bring no pg_basebackup, so a standby is made as
 * PostgreSQL's manual says for tools of one's own: pg_backup_start, copy the files, pg_backup_stop.
 */

const superuser = 'postgres'

export interface Host {
  port: number
  pid: () => number
  /** As a superuser, on the database of the application. Rows of the one statement. */
  query: <Row extends pg.QueryResultRow>(statement: string, values?: unknown[]) => Promise<Row[]>
  /** With all its children, as when a machine loses its power. */
  kill: () => Promise<void>
  freeze: () => void
  thaw: () => void
  promote: () => Promise<void>
  /** Discards its data: it becomes a copy of `primary` and follows it. */
  follow: (primary: Host) => Promise<void>
  folder: string
}

/** A primary and a standby that follows it. `url` names both. */
export async function startPrimaryAndStandby(options: { durable?: boolean; password?: string } = {}) {
  const place = await mkdtemp(join(tmpdir(), 'twofold-cluster-'))
  await chmod(place, 0o755)
  onTestFinished(() => rm(place, { recursive: true, force: true }))
  const user = await chooseUser(join(place, 'none'))
  const programs = await findPrograms({ dataFolder: place, user })
  const host = (name: string) => createHost({ place, name, user, programs, durable: options.durable ?? false })
  const [a, b] = [await host('a'), await host('b')]
  await a.make()
  await a.start()
  await onSuperuser(a.port, superuser, async (client) => {
    await client.query('create role twofold login createdb')
    await client.query('create database twofold owner twofold')
  })
  await b.follow(a)
  return { a, b, url: `postgres://twofold@127.0.0.1:${a.port},127.0.0.1:${b.port}/twofold` }
}

interface HostOptions {
  place: string
  name: string
  user: RunAs
  programs: Programs
  durable: boolean
}

async function createHost({ place, name, user, programs, durable }: HostOptions) {
  const folder = join(place, name)
  const port = await findPort()
  let server: ChildProcess | undefined
  onTestFinished(() => kill())

  const settings = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: 100,
    shared_buffers: '32MB',
    wal_level: 'replica',
    max_wal_senders: 4,
    wal_keep_size: '64MB',
    wal_receiver_timeout: '2s',
    io_method: 'sync',
    max_parallel_workers_per_gather: 0,
    timezone: 'UTC',
    ...(!durable && { fsync: 'off', full_page_writes: 'off' }),
  }

  async function make() {
    await inPlace(programs.initdb, [
      '-D',
      'DATA',
      `--username=${superuser}`,
      '--auth=trust',
      '--no-instructions',
      '--encoding=UTF8',
      '--locale=C',
    ])
  }

  async function inPlace(file: string, list: string[]) {
    await rm(folder, { recursive: true, force: true })
    execFileSync('mkdir', ['-m', '700', folder])
    if (user) await chown(folder, user.uid, user.gid)
    await runProgram({ file, arguments: list.map((one) => (one === 'DATA' ? fromInside(folder, user) : one)), folder, user })
    await writeFile(join(folder, 'pg_hba.conf'), 'host all all 127.0.0.1/32 trust\nhost replication all 127.0.0.1/32 trust\n')
  }

  /** Until it lets connections in. */
  async function start() {
    const list = Object.entries(settings).flatMap(([key, value]) => ['-c', `${key}=${value}`])
    const child = startProgram({ file: programs.postgres, arguments: ['-D', fromInside(folder, user), ...list], folder, user })
    server = child
    child.stdin.end()
    child.stdout.resume()
    let output = ''
    child.stderr.on('data', (chunk: Buffer) => (output = `${output}${chunk.toString()}`.slice(-4000)))
    await eventually(async () => {
      if (child.exitCode !== null) throw new Error(output)
      await onSuperuser(port, superuser, (client) => client.query('select 1'))
    })
  }

  const pid = () => server?.pid ?? 0

  async function kill() {
    if (server === undefined || server.exitCode !== null || server.signalCode !== null) return
    const ended = once(server, 'exit')
    for (const each of processesOf(pid())) signal(each, 'SIGKILL')
    await ended
  }

  async function follow(primary: Host) {
    await kill()
    await rm(folder, { recursive: true, force: true })
    const client = new pg.Client({ host: '127.0.0.1', port: primary.port, user: superuser, database: superuser })
    await client.connect()
    try {
      await client.query(`select pg_backup_start('standby', true)`)
      await copyCluster(primary.folder, folder, user)
      const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)')
      await writeFile(join(folder, 'backup_label'), rows[0]?.labelfile ?? '')
    } finally {
      await client.end()
    }
    await writeFile(join(folder, 'standby.signal'), '')
    const from = `host=127.0.0.1 port=${primary.port} user=${superuser} application_name=${name}`
    await writeFile(join(folder, 'postgresql.auto.conf'), `primary_conninfo = '${from}'\n`)
    for (const file of ['standby.signal', 'backup_label', 'postgresql.auto.conf'])
      if (user) await chown(join(folder, file), user.uid, user.gid)
    await start()
    await eventually(async () => {
      const rows = await primary.query('select from pg_stat_replication where state = $1', ['streaming'])
      if (rows.length === 0) throw new Error(`${name} does not follow.`)
    })
  }

  const query = <Row extends pg.QueryResultRow>(statement: string, values: unknown[] = []) =>
    onSuperuser(port, 'twofold', async (client) => (await client.query<Row>(statement, values)).rows)

  return {
    make,
    start,
    port,
    folder,
    pid,
    query,
    kill,
    follow,
    freeze: () => processesOf(pid()).forEach((each) => signal(each, 'SIGSTOP')),
    thaw: () => processesOf(pid()).forEach((each) => signal(each, 'SIGCONT')),
    async promote() {
      await query('select pg_promote(true, 60)')
    },
  } satisfies Host & Record<string, unknown>
}

/** From now on `primary` confirms no write before its standby has it. */
export async function beSynchronous(primary: Host): Promise<void> {
  await primary.query(`alter system set synchronous_standby_names = '*'`)
  await primary.query('select pg_reload_conf()')
  await eventually(async () => {
    const [row] = await primary.query<{ sync_state: string }>('select sync_state from pg_stat_replication')
    if (row?.sync_state !== 'sync') throw new Error(`The standby is ${row?.sync_state}.`)
  })
}

async function onSuperuser<Value>(port: number, database: string, work: (client: pg.Client) => Promise<Value>): Promise<Value> {
  const client = new pg.Client({ host: '127.0.0.1', port, user: superuser, database })
  client.on('error', () => {}) // the running query reports it
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Without what belongs to the running server. */
async function copyCluster(from: string, to: string, user: RunAs) {
  // Files may go while they are copied, which `cp` calls a failure: the log brings back what they held.
  await once(spawn('cp', ['-a', from, to], { stdio: 'ignore' }), 'exit')
  for (const name of ['postmaster.pid', 'postmaster.opts', 'standby.signal', 'pg_wal'])
    await rm(join(to, name), { recursive: true, force: true })
  await mkdir(join(to, 'pg_wal'), { mode: 0o700 })
  if (user) await chown(join(to, 'pg_wal'), user.uid, user.gid)
}

/** The server's main process and all that it started: one for each connection, and its own workers. */
export function processesOf(pid: number): number[] {
  const all = execFileSync('ps', ['-e', '-o', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n')
  const children = all.map((line) => line.trim().split(/\s+/).map(Number)).filter(([, parent]) => parent === pid)
  return [pid, ...children.map(([child = 0]) => child)]
}

function signal(pid: number, name: NodeJS.Signals) {
  try {
    process.kill(pid, name)
  } catch {
    // It has ended meanwhile.
  }
}
