import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { cp, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { exclusively } from './exclusive.mjs'
import { explainEnd } from './explain-failure.mjs'
import { outputOf, reporting, root, Sentence } from './process.mjs'

const record = join(root, 'node_modules', '.twofold-install')
/** Staging folder of npm, so that the previous installation stays until the new one is complete. */
const staging = join(root, '.cache', 'install')
const replaced = join(root, '.cache', 'installed-before')

/** Folders beside the program in npm's package of Node.js: 67 MB of headers, with which nothing is compiled here, and a page of the manual. */
const besideNode = ['include', 'share']

/**
 * A file that npm could not write, as on a full disk. To npm this is a warning: it installs the rest and ends with 0. What is gone by then
 * (ENOENT) belongs to a package that npm itself gave up.
 */
const leftOut = /\bTAR_ENTRY_ERROR (?!ENOENT)/
const harmless = /^npm warn (?!tar TAR_ENTRY_ERROR (?!ENOENT)).*\n?/gm

/** Workspaces that serve or build the pages. */
const serving = ['server', 'contract', 'web']

/**
 * Installs with `npm ci` when the lock file and what is installed differ: with `everything` all workspaces, else only those that `npm start`
 * needs. Throws a Sentence when it cannot, and what was installed before is still there.
 * @param {{ everything: boolean }} extent
 */
export async function ensureInstalled({ everything }) {
  if (await isInstalled(everything)) return
  await exclusively(join(root, '.cache', 'install.lock'), async () => {
    if (await isInstalled(everything)) return
    if (!(await matchesLockFile())) await reporting('Installing', () => install(everything))
    else await writeRecord(true)
  })
}

/** @param {boolean} everything */
async function install(everything) {
  const folders = await workspaceFolders()
  await Promise.all([staging, replaced].map((folder) => rm(folder, { recursive: true, force: true })))
  for (const folder of folders) {
    await mkdir(join(staging, folder), { recursive: true })
    await cp(join(root, folder, 'package.json'), join(staging, folder, 'package.json'))
  }
  for (const file of ['package-lock.json', '.npmrc']) await cp(join(root, file), join(staging, file))
  const part = everything ? [] : serving.flatMap((workspace) => ['--workspace', workspace])
  const { code, output } = await runNpm(['ci', '--loglevel=warn', '--no-progress', '--prefer-offline', ...part])
  if (code !== 0 || leftOut.test(output)) {
    await rm(staging, { recursive: true, force: true })
    const problems = [...new Set(output.replace(harmless, '').split('\n'))].join('\n')
    throw new Sentence(explainEnd({ what: 'Installing', code, output: problems, isFirst: !existsSync(join(root, 'node_modules')) }))
  }
  await removeBesideNode()
  await rm(record, { force: true })
  for (const folder of folders) await replaceModules(folder)
  await writeRecord(everything)
  await Promise.all([staging, replaced].map((folder) => rm(folder, { recursive: true, force: true })))
}

async function removeBesideNode() {
  const modules = join(staging, 'node_modules')
  for (const name of await readdir(modules)) {
    if (!/^node-(linux|win)-/.test(name)) continue
    for (const part of besideNode) await rm(join(modules, name, part), { recursive: true, force: true })
  }
}

/** Links between workspaces are relative, so they hold at the new place. @param {string} folder */
async function replaceModules(folder) {
  const modulesOf = (/** @type {string} */ place) => join(place, folder, 'node_modules')
  await mkdir(join(replaced, folder), { recursive: true })
  await moveIfThere(modulesOf(root), modulesOf(replaced))
  await moveIfThere(modulesOf(staging), modulesOf(root))
}

/** @param {string} from @param {string} to */
async function moveIfThere(from, to) {
  if (existsSync(from)) await rename(from, to)
}

/** @param {boolean} everything */
async function isInstalled(everything) {
  const [hash, extent] = ((await readText(record)) ?? '').split(' ')
  return hash === (await wanted()) && (extent === 'everything' || !everything)
}

/** @param {boolean} everything */
async function writeRecord(everything) {
  await writeFile(record, `${await wanted()} ${everything ? 'everything' : 'serving'}`)
}

/** The root, every workspace, and what one of them links to. @returns {Promise<string[]>} */
async function workspaceFolders() {
  const { workspaces = [] } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
  return ['.', ...workspaces, 'tools/node-runtime']
}

/** Hash of everything that an installation is made from. */
async function wanted() {
  const texts = await Promise.all(
    ['package-lock.json', ...(await workspaceFolders()).map((folder) => join(folder, 'package.json'))].map((file) =>
      readText(join(root, file)),
    ),
  )
  return createHash('sha256')
    .update(JSON.stringify([process.platform, process.arch, texts]))
    .digest('hex')
}

/**
 * Whether npm's own list of what it installed agrees with the whole lock file: a developer who ran `npm install` is up to date. A
 * package that is missing from the list is fine when it is optional, since that is how other platforms' packages look.
 */
async function matchesLockFile() {
  const [lock, installed] = await Promise.all(['package-lock.json', 'node_modules/.package-lock.json'].map(readPackages))
  if (!lock || !installed) return false
  const same = Object.entries(installed).every(
    ([name, { version, integrity }]) => lock[name]?.version === version && lock[name]?.integrity === integrity,
  )
  const all = Object.entries(lock).every(
    ([name, { optional, devOptional }]) => optional || devOptional || !name.includes('node_modules/') || installed[name],
  )
  return same && all
}

/** @param {string} file @returns {Promise<Record<string, { version?: string, integrity?: string, optional?: boolean, devOptional?: boolean }> | undefined>} */
async function readPackages(file) {
  const text = await readText(join(root, file))
  return text === undefined ? undefined : JSON.parse(text).packages
}

/** @param {string} file */
async function readText(file) {
  return await readFile(file, 'utf8').catch(() => undefined)
}

/** The npm that started us, else the one in PATH; where it installs. @param {string[]} list */
async function runNpm(list) {
  const path = process.env.npm_execpath
  const windows = process.platform === 'win32'
  const [program, first] = path?.endsWith('.js') ? [process.execPath, [path]] : ['npm', []]
  // Else they would send npm back to the folder that it was started in.
  const { npm_config_local_prefix: _prefix, INIT_CWD: _cwd, ...env } = process.env
  const child = spawn(program, [...first, ...list], {
    cwd: staging,
    env,
    shell: windows && first.length === 0,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  return await outputOf(child)
}
