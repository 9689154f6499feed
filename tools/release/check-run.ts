import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import type { Release, Report } from './release.ts'

/** Starts `program serve`. The address is undefined when it ended before it was ready. */
export async function serve(program: string, env: Record<string, string>) {
  const server = spawn(program, ['serve'], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  const ended = once(server, 'exit') as Promise<[number | null]>
  const address = await new Promise<string | undefined>((resolve) => {
    const hear = (chunk: Buffer) => {
      output += chunk.toString()
      // Not the line for people, which names PORT as it was set.
      const found = /https?:\/\/[\w.:[\]]+:[1-9]\d*/.exec(output)?.[0]
      if (found !== undefined) resolve(found)
    }
    server.stdout.on('data', hear)
    server.stderr.on('data', hear)
    void ended.then(() => resolve(undefined))
  })
  async function stop() {
    server.kill('SIGTERM')
    const [code] = await ended
    return code
  }
  return { address, output: () => output, stop }
}

/** Runs `look` in an empty folder, which is gone afterwards. */
export async function inFolder(look: (place: string) => Promise<void>) {
  const place = await mkdtemp(join(tmpdir(), 'twofold-release-'))
  try {
    await look(place)
  } finally {
    await rm(place, { recursive: true, force: true })
  }
}

/** Unpacks the archive where nothing is, starts it with no Node.js but its own, asks for a page, and stops it. */
export const checkRun = ({ archive, tree }: Release, report: Report) =>
  inFolder(async (place) => {
    const from = performance.now()
    execFileSync('tar', ['--zstd', '-xf', archive, '-C', place])
    const program = join(place, basename(tree), 'bin', 'twofold')
    const env = { PATH: '/usr/bin:/bin', DATA_DIR: join(place, 'data'), PORT: '0' }
    const { address, output, stop } = await serve(program, env)
    if (address === undefined) return report(false, `the unpacked release did not start:\n${output()}`)
    const [ready, page] = await Promise.all([fetch(`${address}/readyz`), fetch(`${address}/login`)])
    const seconds = (performance.now() - from) / 1000
    report(ready.status === 200 && page.status === 200, `unpacked and started, it answers after ${seconds.toFixed(1)} s (aim: 15)`)
    const doctor = spawnSync(program, ['doctor'], { env, encoding: 'utf8' })
    report(doctor.status !== null && doctor.status < 2, `twofold doctor finds nothing broken (exit code ${doctor.status})`)
    const code = await stop()
    report(code === 0, `SIGTERM ends it with exit code ${code} (0)`)
  })

/** Installs the npm package in an empty folder, starts it as npx does, signs in, and runs a command beside it. */
export const checkNpm = ({ npm }: Release, report: Report) =>
  inFolder(async (place) => {
    const names = execFileSync('tar', ['-tzf', npm], { encoding: 'utf8' }).split('\n')
    report(!names.some((name) => /\.(map|ts)$|\.test\./.test(name)), 'the npm package has no sources, types or maps in it')
    const { npm_config_local_prefix: _prefix, INIT_CWD: _cwd, ...inherited } = process.env
    const from = performance.now()
    const given = ['install', '--prefix', place, '--no-audit', '--no-fund', '--loglevel=error', '--ignore-scripts', npm]
    const install = spawnSync('npm', given, { cwd: place, env: inherited, encoding: 'utf8' })
    if (install.status !== 0) return report(false, `npm could not install ${basename(npm)}:\n${install.stderr}`)
    const administrator = { email: 'ann@example.org', password: 'correct horse battery' }
    const env = {
      PATH: process.env['PATH'] ?? '',
      DATA_DIR: join(place, 'data'),
      PORT: '0',
      ADMIN_EMAIL: administrator.email,
      ADMIN_PASSWORD: administrator.password,
    }
    const program = join(place, 'node_modules', '.bin', 'twofold')
    const { address, output, stop } = await serve(program, env)
    if (address === undefined) return report(false, `the npm package did not start:\n${output()}`)
    const { status: ready } = await fetch(`${address}/readyz`)
    report(ready === 200, `installed by npm and started, it is ready after ${((performance.now() - from) / 1000).toFixed(1)} s (aim: 45)`)
    const headers = { 'content-type': 'application/json' }
    const signIn = await fetch(`${address}/api/auth/login`, { method: 'POST', headers, body: JSON.stringify(administrator) })
    const page = await fetch(`${address}/login`)
    report(
      signIn.status === 200 && page.status === 200,
      'installed from its npm package in an empty folder, it starts, and its administrator signs in',
    )
    const doctor = spawnSync(program, ['doctor'], { env, encoding: 'utf8' })
    report(doctor.status !== null && doctor.status < 2, `npx @twofold/server doctor finds nothing broken (exit code ${doctor.status})`)
    const code = await stop()
    report(code === 0, `SIGTERM ends what npx started with exit code ${code} (0)`)
  })
