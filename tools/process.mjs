import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { constants } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Folder of the repository, with a separator at its end. */
export const root = fileURLToPath(new URL('..', import.meta.url))

/** Something the person at the keyboard can do something about; printed without a stack. */
export class Sentence extends Error {}

const needed = { major: 24, minor: 15 }

/** The Node.js that the lock file pins, else the running one where it is new enough. */
export function findNode() {
  const windows = process.platform === 'win32'
  const name = `node-${windows ? 'win' : process.platform}-${process.arch}`
  const pinned = join(root, 'node_modules', name, 'bin', windows ? 'node.exe' : 'node')
  if (existsSync(pinned)) return pinned
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major > needed.major || (major === needed.major && minor >= needed.minor)) return process.execPath
  throw new Sentence(
    `Twofold needs Node.js ${needed.major}.${needed.minor} or newer, and the registry has none for ${process.platform}-${process.arch}. This is ${process.version}: please install a newer one.`,
  )
}

/** @param {Record<string, string>} more */
function environmentWith(more) {
  const folders = [dirname(findNode()), join(root, 'node_modules', '.bin'), process.env.PATH ?? '']
  return { ...process.env, ...more, PATH: folders.join(delimiter) }
}

/**
 * Starts the pinned Node.js with `list` as arguments, in the repository or a folder of it.
 * @param {{ list: string[], environment: Record<string, string>, folder?: string }} program
 */
function start({ list, environment, folder = '.' }) {
  // In a process group of its own, so that Ctrl-C reaches it once, through us, and not a second time from the terminal:
  // the server takes a second signal for impatience.
  const options = { cwd: join(root, folder), env: environmentWith(environment), detached: process.platform !== 'win32' }
  return spawn(findNode(), list, { ...options, stdio: 'inherit' })
}

/** @param {import('node:child_process').ChildProcess} child @returns {Promise<number>} */
function exitCodeOf(child) {
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('exit', (code, signal) => resolve(code ?? 128 + (signal ? constants.signals[signal] : 0)))
  })
}

/** npm and the terminal both pass a signal on; what follows within this many milliseconds is the same one. */
const sameSignal = 1000

/** @param {import('node:child_process').ChildProcess[]} children */
function forwardSignals(children) {
  let last = -Infinity
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.on(signal, () => {
      const now = performance.now()
      if (now - last < sameSignal) return
      last = now
      for (const child of children) child.kill(signal)
    })
  }
}

/**
 * Hands over to the pinned Node.js; answers its exit code.
 * @param {string[]} list @param {Record<string, string>} environment
 */
export async function hand(list, environment = {}) {
  const child = start({ list, environment })
  forwardSignals([child])
  return await exitCodeOf(child)
}

/**
 * Runs two programs side by side until one ends, then ends the other.
 * @param {Parameters<typeof start>[0]} first @param {Parameters<typeof start>[0]} second
 */
export async function handToBoth(first, second) {
  const children = [start(first), start(second)]
  forwardSignals(children)
  const ends = children.map(exitCodeOf)
  const code = await Promise.race(ends)
  for (const child of children) child.kill('SIGTERM')
  await Promise.all(ends)
  return code
}

/**
 * Runs one step of several to its end; answers its exit code. A signal ends the step, and with it the command.
 * @param {string} program name of a command in node_modules/.bin, or a path to a script
 * @param {string[]} input @param {string} folder
 */
export async function step(program, input, folder = '.') {
  const options = { cwd: join(root, folder), env: environmentWith({}), shell: process.platform === 'win32' }
  const child = spawn(program, input, { ...options, stdio: 'inherit' })
  const end = () => {
    child.kill('SIGTERM')
    process.exit(128 + constants.signals.SIGTERM)
  }
  process.once('SIGTERM', end)
  const code = await exitCodeOf(child)
  process.off('SIGTERM', end)
  return code
}
