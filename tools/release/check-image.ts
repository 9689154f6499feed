import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chown, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { root as repository } from '../process.mjs'
import type { Report } from './release.ts'
import { freePort } from './check-install.ts'

const mostMegabytes = 300
const user = 10001
const startsWithinMs = 120_000
const script = join(import.meta.dirname, 'image-machine.sh')

interface ImageConfig {
  User: string
  Env: string[]
  Entrypoint: string[]
  Volumes: Record<string, object>
  Healthcheck?: { Test: string[] }
}

/**
 * The container image, built from Debian packages without a registry, and run without an engine: its root in a mount namespace, read-only, as its
 * user, with nothing but /data and /tmp to write to. Proves neither seccomp profiles, nor limits of cgroups, nor networks of an engine.
 */
export async function checkImage(tree: string, version: string, report: Report) {
  const missing = ['mmdebstrap', 'buildah', 'unshare'].filter((program) => spawnSync(program, ['--version']).error !== undefined)
  if (process.getuid?.() !== 0) missing.push('root')
  if (missing.length > 0) return console.log(`     the container image was not built: ${missing.join(', ')} is not here`)
  const place = await mkdtemp(join(tmpdir(), 'twofold-image-'))
  const settings = join(place, 'storage.conf')
  await writeFile(settings, `[storage]\ndriver = "overlay"\ngraphroot = "${place}/images"\nrunroot = "${place}/run"\n`)
  const env = { ...process.env, CONTAINERS_STORAGE_CONF: settings }
  const buildah = (...list: string[]) => execFileSync('buildah', list, { env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim()
  try {
    const build = spawnSync(join(repository, 'packaging/container/build.sh'), [tree], { env, encoding: 'utf8' })
    if (build.status !== 0) return report(false, `the container image could not be built:\n${build.stdout}${build.stderr}`)
    const image = `localhost/twofold:${version}`
    const { Docker } = JSON.parse(buildah('inspect', '--type', 'image', image)) as { Docker: { config: ImageConfig } }
    const container = buildah('from', '--pull-never', image)
    const root = buildah('mount', container)
    checkContent(root, Docker.config, report)
    await checkRun(root, Docker.config, place, report)
    buildah('umount', container)
    buildah('rm', container)
  } finally {
    spawnSync('umount', ['-l', join(place, 'images', 'overlay')])
    await rm(place, { recursive: true, force: true })
  }
}

function checkContent(root: string, config: ImageConfig, report: Report) {
  const megabytes = Number(execFileSync('du', ['-sm', root], { encoding: 'utf8' }).split('\t')[0])
  report(megabytes <= mostMegabytes, `the image has ${megabytes} MB unpacked (at most ${mostMegabytes})`)
  const find = (...list: string[]) =>
    execFileSync('find', [root, '-xdev', ...list], { encoding: 'utf8' })
      .split('\n')
      .filter((path) => path !== '')
  const needless = find(
    '(',
    '-name',
    'perl*',
    '-o',
    '-name',
    'apt*',
    '-o',
    '-name',
    'dpkg',
    '-o',
    '-name',
    '*.map',
    '-o',
    '-name',
    '*.d.ts',
    ')',
    '-type',
    'f',
  )
  report(
    needless.length === 0,
    `neither perl nor apt, no maps and types are in it${needless.length === 0 ? '' : `: ${needless.join(' ')}`}`,
  )
  const rising = find('-perm', '/6000', '-type', 'f')
  const open = find(
    '-perm',
    '-0002',
    '-not',
    '-type',
    'l',
    '-not',
    '-path',
    `${root}/dev/*`,
    '-not',
    '-path',
    `${root}/tmp`,
    '-not',
    '-path',
    `${root}/var/tmp`,
  )
  report(
    rising.length === 0 && open.length === 0,
    `no program in it raises rights, and nothing in it can be written by everybody${[...rising, ...open].map((path) => ` ${path}`).join('')}`,
  )
  const isBare = config.User === `${user}:${user}` && '/data' in config.Volumes && config.Entrypoint[0] === '/usr/lib/twofold/bin/node'
  report(
    isBare && config.Healthcheck !== undefined,
    `it runs as ${config.User} with the server as process 1, a volume /data and a health check`,
  )
}

async function checkRun(root: string, config: ImageConfig, place: string, report: Report) {
  const data = join(place, 'data')
  await mkdir(data, { mode: 0o700 })
  await chown(data, user, user)
  const port = await freePort()
  const given: Record<string, string> = Object.fromEntries(
    config.Env.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  )
  const env = { ...given, PORT: String(port), HOST: '127.0.0.1' }
  const spaces = ['--mount', '--pid', '--fork', '--kill-child=SIGKILL']
  const enter = { env: { ...env, PATH: `/usr/sbin:/usr/bin:/sbin:/bin:${given['PATH'] ?? ''}` } }
  const from = performance.now()
  const child = spawn('unshare', [...spaces, 'sh', script, root, data, ...config.Entrypoint], {
    ...enter,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const ended = once(child, 'exit') as Promise<[number | null, string | null]>
  const isReady = () =>
    fetch(`http://127.0.0.1:${port}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
  while (!(await isReady()) && child.exitCode === null && performance.now() - from < startsWithinMs) await pause(250)
  const page = await fetch(`http://127.0.0.1:${port}/login`).then(
    ({ status }) => status,
    () => 0,
  )
  const seconds = ((performance.now() - from) / 1000).toFixed(1)
  report(
    page === 200,
    `on a read-only root as user ${user} it makes its database, listens and answers after ${seconds} s${page === 200 ? '' : `:\n${output}`}`,
  )
  if (page !== 200) {
    child.kill('SIGKILL')
    await ended
    return
  }
  const first = execFileSync('pgrep', ['-P', String(child.pid)], { encoding: 'utf8' }).trim()
  const inside = (...list: string[]) =>
    spawnSync(
      'nsenter',
      [
        '--target',
        first,
        '--mount',
        '--pid',
        '--root',
        '--setuid',
        String(user),
        '--setgid',
        String(user),
        '--',
        '/bin/busybox',
        'env',
        '-i',
        ...Object.entries(env).map(([name, value]) => `${name}=${value}`),
        ...list,
      ],
      { encoding: 'utf8' },
    )
  const refused = ['/usr/lib/twofold/server/new', '/etc/new', '/new'].map((path) => inside('/bin/touch', path).stderr)
  const written = ['/data/new', '/tmp/new'].map((path) => inside('/bin/touch', path).status)
  report(
    refused.every((line) => line.includes('Read-only file system')) && written.every((status) => status === 0),
    `nothing but /data and /tmp can be written to${refused.every((line) => line.includes('Read-only')) ? '' : ` (${refused.join(' ')})`}`,
  )
  const [, ...check] = config.Healthcheck?.Test ?? []
  const health = inside(...check)
  report(
    health.status === 0,
    `the command of its health check says that it is well (exit code ${health.status})${health.status === 0 ? '' : `\n${health.stderr}`}`,
  )
  const status = execFileSync('cat', [`/proc/${first}/status`], { encoding: 'utf8' })
  report(
    /Uid:\t10001\t10001/.test(status) && /CapEff:\t0+\n/.test(status) && /NoNewPrivs:\t1/.test(status),
    'process 1 has no capability, and can get none',
  )
  process.kill(Number(first), 'SIGTERM')
  const [code] = await ended
  report(code === 0, `SIGTERM ends it with exit code ${code} (0)`)
}
