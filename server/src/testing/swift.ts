import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect, createServer, type AddressInfo } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { AwsV4Signer } from 'aws4fetch'
import { onTestFinished } from 'vitest'

const region = 'eu-central-1'
const bucket = 'vault-backups'
const accessKey = 'twofold:backup'
const secretKey = 'a-secret-access-key'
const startsWithinMs = 60_000
const programs = '/usr/bin'

/** What keeps accounts, buckets and objects. Each has a ring, which says on which disks. */
const stores = ['account', 'container', 'object'] as const

/**
 * Debian's OpenStack Swift on this machine, with its S3 API and one empty bucket: `apt-get install swift-proxy swift-account swift-container
 * swift-object memcached`. Five processes on one folder; what is stored once is not copied.
 */
export async function startSwift() {
  for (const program of ['swift-proxy-server', 'swift-ring-builder', 'memcached'])
    if (!existsSync(`${programs}/${program}`))
      throw new Error(`${program} is not installed: apt-get install swift-proxy swift-account swift-container swift-object memcached.`)
  // Not in memory, where the file system may have no room for what Swift notes beside each file.
  const folder = await mkdtemp('/var/tmp/twofold-swift-')
  const stops: (() => Promise<void>)[] = []
  onTestFinished(async () => {
    await Promise.all(stops.map((stop) => stop()))
    await rm(folder, { recursive: true, force: true })
  })
  await mkdir(join(folder, 'disks', 'one'), { recursive: true })
  const [cachePort = 0, proxyPort = 0, ...ports] = await findPorts(2 + stores.length)
  const all = [
    ...(await Promise.all(stores.map((store, index) => setUpStore(folder, store, ports[index] ?? 0)))),
    await setUpProxy(folder, proxyPort, cachePort),
    { name: 'memcached', list: ['-l', '127.0.0.1', '-p', String(cachePort), '-u', 'nobody'], port: cachePort },
  ]
  for (const started of await Promise.allSettled(all.map(startProgram))) {
    if (started.status === 'rejected') throw started.reason
    stops.push(started.value)
  }
  const endpoint = `http://127.0.0.1:${proxyPort}`
  await makeBucket(endpoint)
  return {
    target: { endpoint, bucket, prefix: 'twofold', region, accessKey, secretKey },
    env: { S3_ENDPOINT: endpoint, S3_BUCKET: bucket, S3_REGION: region, S3_ACCESS_KEY: accessKey, S3_SECRET_KEY: secretKey },
  }
}

interface Program {
  name: string
  list: string[]
  port: number
}

const common = (folder: string, port: number) => `[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${port}
user = ${userInfo().username}
swift_dir = ${folder}
devices = ${join(folder, 'disks')}
mount_check = false
workers = 0
log_level = WARNING
`

async function setUpStore(folder: string, store: (typeof stores)[number], port: number): Promise<Program> {
  const ring = (...input: string[]) =>
    execFileSync(`${programs}/swift-ring-builder`, [`${store}.builder`, ...input], { cwd: folder, stdio: 'ignore' })
  ring('create', '4', '1', '0')
  ring('add', `r1z1-127.0.0.1:${port}/one`, '1')
  ring('rebalance')
  const file = join(folder, `${store}-server.conf`)
  const rest = `[pipeline:main]\npipeline = ${store}-server\n[app:${store}-server]\nuse = egg:swift#${store}\n`
  await writeFile(file, `${common(folder, port)}${rest}`)
  return { name: `swift-${store}-server`, list: [file], port }
}

async function setUpProxy(folder: string, port: number, cachePort: number): Promise<Program> {
  const file = join(folder, 'proxy-server.conf')
  await writeFile(
    file,
    `${common(folder, port)}[pipeline:main]
pipeline = catch_errors cache s3api tempauth slo dlo proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:${cachePort}
[filter:s3api]
use = egg:swift#s3api
location = ${region}
[filter:tempauth]
use = egg:swift#tempauth
user_${accessKey.replace(':', '_')} = ${secretKey} .admin
[filter:slo]
use = egg:swift#slo
[filter:dlo]
use = egg:swift#dlo
`,
  )
  return { name: 'swift-proxy-server', list: [file], port }
}

async function makeBucket(endpoint: string): Promise<void> {
  const signed = await new AwsV4Signer({
    method: 'PUT',
    url: `${endpoint}/${bucket}`,
    accessKeyId: accessKey,
    secretAccessKey: secretKey,
    service: 's3',
    region,
  }).sign()
  const made = await fetch(signed.url, { method: 'PUT', headers: signed.headers })
  if (made.status !== 200) throw new Error(`Swift did not make the bucket: ${made.status} ${await made.text()}`)
}

async function startProgram({ name, list, port }: Program): Promise<() => Promise<void>> {
  const child = spawn(`${programs}/${name}`, list, { cwd: tmpdir(), stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const ended = once(child, 'exit')
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM')
    await ended
  }
  const until = performance.now() + startsWithinMs
  while (!(await answers(port))) {
    if (child.exitCode !== null || performance.now() > until) {
      await stop()
      throw new Error(`${name} does not listen:\n${output}`)
    }
    await pause(50)
  }
  return stop
}

async function findPorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'))
  const ports = await Promise.all(
    servers.map(async (server) => {
      await once(server, 'listening')
      return (server.address() as AddressInfo).port
    }),
  )
  await Promise.all(servers.map((server) => once(server.close(), 'close')))
  return ports
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
