import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { root } from '../process.mjs'
import { packArchive, sha256 } from './archive.ts'
import { packDeb } from './deb.ts'
import { installedPackages } from './packages.ts'
import { checkInstall } from './check-install.ts'
import { bundledLibraries } from './sbom.ts'
import { makeTree } from './tree.ts'

interface Release {
  tree: string
  archive: string
  deb: string | undefined
  npm: string
  version: string
  folder: string
}

const mostMegabytes = { archive: 80, unpacked: 300 }
const mostExposure = 1.5

/** Tries what is promised of a release (docs/reliability.md) and prints a line for each promise. Returns the exit code. */
export async function checkRelease(release: Release): Promise<number> {
  let failures = 0
  const report = (isKept: boolean, sentence: string) => {
    if (!isKept) failures += 1
    console.log(`${isKept ? 'ok  ' : 'FAIL'} ${sentence}`)
  }
  const megabytes = (await stat(release.archive)).size / 1e6
  report(megabytes <= mostMegabytes.archive, `the archive has ${megabytes.toFixed(1)} MB (at most ${mostMegabytes.archive})`)
  const unpacked = Number(execFileSync('du', ['-sm', release.tree], { encoding: 'utf8' }).split('\t')[0])
  report(unpacked <= mostMegabytes.unpacked, `unpacked it has ${unpacked} MB (at most ${mostMegabytes.unpacked})`)
  const names = execFileSync('tar', ['--zstd', '-tf', release.archive], { encoding: 'utf8', maxBuffer: 64e6 }).split('\n')
  const needless = names.filter((name) => /\.(map|d\.ts)$/.test(name))
  report(needless.length === 0, `${needless.length} source maps and type files are in it (0)`)
  await checkBillOfMaterials(release.tree, report)
  checkUnit(release.tree, report)
  checkAlerts(report)
  await checkRun(release, report)
  await checkNpm(release, report)
  await checkInstall(release, report)
  await checkAgain(release, report)
  console.log(failures === 0 ? 'Every promise is kept.' : `${failures} promises are broken.`)
  return failures === 0 ? 0 : 1
}

type Report = (isKept: boolean, sentence: string) => void

async function checkBillOfMaterials(tree: string, report: Report) {
  const { components } = JSON.parse(await readFile(join(tree, 'sbom.cdx.json'), 'utf8')) as { components: { name: string }[] }
  const installed = (await installedPackages(join(tree, 'node_modules'))).length
  const libraries = (await bundledLibraries(tree)).length
  const expected = installed + libraries + 2
  report(
    components.length === expected,
    `the bill of materials names ${components.length} components: ${installed} packages, ${libraries} libraries of PostgreSQL, PostgreSQL and Node.js`,
  )
}

function checkUnit(tree: string, report: Report) {
  const { status, stdout } = spawnSync('systemd-analyze', ['security', '--offline=true', join(tree, 'twofold.service')], {
    encoding: 'utf8',
  })
  const exposure = Number(/exposure level for .*?: ([\d.]+)/.exec(stdout ?? '')?.[1])
  if (status === null || Number.isNaN(exposure)) console.log('     the unit was not looked at: systemd-analyze is not installed here')
  else report(exposure <= mostExposure, `the unit's exposure is ${exposure} (at most ${mostExposure})`)
}

function checkAlerts(report: Report) {
  const { status, stdout, stderr } = spawnSync('promtool', ['test', 'rules', join(root, 'ops', 'alerts.test.yml')], { encoding: 'utf8' })
  if (status === null) console.log("     the alert rules were not tested: promtool (Debian's package prometheus) is not installed here")
  else report(status === 0, `promtool tests the alert rules of ops/${status === 0 ? '' : `:\n${stdout}${stderr}`}`)
}

/** Starts `program serve`. The address is undefined when it ended before it was ready. */
async function serve(program: string, env: Record<string, string>) {
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
async function inFolder(look: (place: string) => Promise<void>) {
  const place = await mkdtemp(join(tmpdir(), 'twofold-release-'))
  try {
    await look(place)
  } finally {
    await rm(place, { recursive: true, force: true })
  }
}

/** Unpacks the archive where nothing is, starts it with no Node.js but its own, asks for a page, and stops it. */
const checkRun = ({ archive, tree }: Release, report: Report) =>
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
const checkNpm = ({ npm }: Release, report: Report) =>
  inFolder(async (place) => {
    const names = execFileSync('tar', ['-tzf', npm], { encoding: 'utf8' }).split('\n')
    report(!names.some((name) => /\.(map|ts)$|\.test\./.test(name)), 'the npm package has no sources, types or maps in it')
    const { npm_config_local_prefix: _prefix, INIT_CWD: _cwd, ...inherited } = process.env
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

/** The same sources once more, with another umask: every byte has to be the same. */
async function checkAgain({ tree, archive, deb, version, folder }: Release, report: Report) {
  const before = [await sha256(archive), deb === undefined ? '' : await sha256(deb)]
  process.umask(0o077)
  const again = await makeTree(tree, version)
  const after = [
    await sha256(await packArchive(again, folder)),
    deb === undefined ? '' : await sha256((await packDeb(again, folder, version)) ?? ''),
  ]
  report(before.join() === after.join(), 'built again, archive and Debian package have the same SHA-256')
}
