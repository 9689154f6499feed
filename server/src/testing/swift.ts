import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { AwsV4Signer } from 'aws4fetch'
import { onTestFinished } from 'vitest'
import { findPorts } from '../platform/testing/ports.ts'
import { startDaemon } from '../platform/testing/start-daemon.ts'

const region = 'eu-central-1'
const bucket = 'vault-backups'
const accessKey = 'twofold:backup'
const secretKey = 'a-secret-access-key'
const programs = '/usr/bin'

/** Servers of accounts, buckets and objects. Each has a ring, which maps them to disks. */
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
    { program: `${programs}/memcached`, args: ['-l', '127.0.0.1', '-p', String(cachePort), '-u', 'nobody'], port: cachePort },
  ]
  for (const started of await Promise.allSettled(all.map((daemon) => startDaemon({ ...daemon, cwd: tmpdir(), startsWithinMs: 60_000 })))) {
    if (started.status === 'rejected') throw started.reason
    stops.push(started.value.stop)
  }
  const endpoint = `http://127.0.0.1:${proxyPort}`
  await makeBucket(endpoint)
  return {
    target: { endpoint, bucket, prefix: 'twofold', region, accessKey, secretKey },
    env: { S3_ENDPOINT: endpoint, S3_BUCKET: bucket, S3_REGION: region, S3_ACCESS_KEY: accessKey, S3_SECRET_KEY: secretKey },
  }
}

interface Program {
  program: string
  args: string[]
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
  return { program: `${programs}/swift-${store}-server`, args: [file], port }
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
  return { program: `${programs}/swift-proxy-server`, args: [file], port }
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
