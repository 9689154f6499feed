import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

const root = join(import.meta.dirname, '..')

/** A checkout with what an older version had installed, whose lock file names a package that is not there. */
async function makeCheckout() {
  const folder = await mkdtemp(join(tmpdir(), 'twofold-install-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await cp(join(root, 'tools'), join(folder, 'tools'), { recursive: true, filter: (path) => !path.includes('node_modules') })
  const dependencies = { 'is-not-there': '1.0.0' }
  const version = { name: 'twofold', version: '1.0.0' }
  const locked = { version: '1.0.0', resolved: 'http://127.0.0.1:9/is-not-there/-/is-not-there-1.0.0.tgz', integrity: 'sha512-AAAA' }
  await writeFile(join(folder, 'package.json'), JSON.stringify({ ...version, dependencies, workspaces: ['server', 'contract', 'web'] }))
  const workspaces = ['server', 'contract', 'web'].map((name) => [name, { name: `@twofold/${name}`, version: '1.0.0' }])
  for (const [name, about] of workspaces as [string, object][]) {
    await mkdir(join(folder, name))
    await writeFile(join(folder, name, 'package.json'), JSON.stringify({ ...about, dependencies }))
  }
  const packages = {
    '': { ...version, dependencies, workspaces: ['server', 'contract', 'web'] },
    ...Object.fromEntries((workspaces as [string, object][]).map(([name, about]) => [name, { ...about, dependencies }])),
    ...Object.fromEntries(
      (workspaces as [string, object][]).map(([name]) => [`node_modules/@twofold/${name}`, { resolved: name, link: true }]),
    ),
    'node_modules/is-not-there': locked,
  }
  await writeFile(join(folder, 'package-lock.json'), JSON.stringify({ ...version, lockfileVersion: 3, requires: true, packages }))
  await writeFile(join(folder, '.npmrc'), 'registry=http://127.0.0.1:9/\nfetch-retries=0\n')
  await mkdir(join(folder, 'node_modules', 'of-the-version-before'), { recursive: true })
  await writeFile(join(folder, 'node_modules', '.twofold-install'), 'of-the-version-before everything')
  return folder
}

function prepare(folder: string, more: Record<string, string> = {}): Promise<{ code: number | string | null | undefined; output: string }> {
  // npm's variables of this run would redirect the nested npm.
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_config_/i.test(name)))
  return new Promise((resolve) => {
    execFile('node', ['tools/run.mjs', 'prepare'], { cwd: folder, env: { ...env, ...more } }, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : error.code, output: stdout + stderr }),
    )
  })
}

test('a registry that cannot be reached is one sentence, and what the version before had installed is untouched', async () => {
  const folder = await makeCheckout()
  const { code, output } = await prepare(folder)
  expect(code).toBe(1)
  expect(output.trim().split('\n')).toEqual([
    expect.stringMatching(/^Installing…/),
    expect.stringMatching(/^The npm registry cannot be reached \(ECONNREFUSED\)\..* What ran before is still there: start it again/),
  ])
  expect(await readdir(join(folder, 'node_modules'))).toEqual(['.twofold-install', 'of-the-version-before'])
  expect(await readFile(join(folder, 'node_modules', '.twofold-install'), 'utf8')).toBe('of-the-version-before everything')
})

/** npm 10 and 11 on a full disk, as seen on a small tmpfs: it warns of each file that it cuts off, and ends with 0. */
const npmOnFullDisk = `
require('node:fs').mkdirSync('node_modules/cut-off', { recursive: true })
if (process.argv.includes('--loglevel=warn')) console.error('npm warn EBADENGINE Unsupported engine')
if (process.argv.includes('--loglevel=warn')) console.error('npm warn tar TAR_ENTRY_ERROR ENOSPC: no space left on device, write')
`

test('a disk that is full is one sentence also where npm only warns of it, and what was installed is untouched', async () => {
  const folder = await makeCheckout()
  await writeFile(join(folder, 'npm.js'), npmOnFullDisk)
  const { code, output } = await prepare(folder, { npm_execpath: join(folder, 'npm.js') })
  expect(code).toBe(1)
  expect(output.trim().split('\n')).toEqual([
    expect.stringMatching(/^Installing…/),
    expect.stringMatching(/^The disk is full\. What ran before/),
  ])
  expect(await readdir(join(folder, 'node_modules'))).toEqual(['.twofold-install', 'of-the-version-before'])
})
