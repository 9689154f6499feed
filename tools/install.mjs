import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { exclusively } from './exclusive.mjs'
import { root, stepOf } from './process.mjs'

const record = join(root, 'node_modules', '.twofold-install')

/** Installs with `npm ci` when the lock file and what is installed differ. Answers npm's exit code. */
export async function ensureInstalled() {
  if (await isInstalled()) return 0
  return await exclusively(join(root, '.cache', 'install.lock'), async () => {
    if (await isInstalled()) return 0
    if (!(await matchesLockFile())) {
      console.error('Installing…')
      await rm(record, { force: true })
      const code = await runNpm(['ci', '--loglevel=error', '--no-progress'])
      if (code !== 0) return code
    }
    await writeFile(record, await wanted())
    return 0
  })
}

async function isInstalled() {
  return (await readText(record)) === (await wanted())
}

/** What an installation is made from, as one hash. */
async function wanted() {
  const { workspaces = [] } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
  const folders = ['.', ...workspaces, 'tools/node-runtime']
  const texts = await Promise.all(
    ['package-lock.json', ...folders.map((folder) => join(folder, 'package.json'))].map((file) => readText(join(root, file))),
  )
  return createHash('sha256')
    .update(JSON.stringify([process.platform, process.arch, texts]))
    .digest('hex')
}

/**
 * Whether npm's own list of what it installed agrees with the lock file: a developer who ran `npm install` is up to date. A
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

/** The npm that started us, else the one in PATH. @param {string[]} list @returns {Promise<number>} */
function runNpm(list) {
  const path = process.env.npm_execpath
  const windows = process.platform === 'win32'
  const [program, first] = path?.endsWith('.js') ? [process.execPath, [path]] : ['npm', []]
  const options = { cwd: root, shell: windows && first.length === 0 }
  return stepOf(spawn(program, [...first, ...list], { ...options, stdio: ['ignore', 'inherit', 'inherit'] }))
}
