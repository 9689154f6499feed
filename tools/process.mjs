import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Folder of the repository, with a separator at its end. */
export const root = fileURLToPath(new URL('..', import.meta.url))

/** Something the person at the keyboard can do something about; printed without a stack. */
export class Sentence extends Error {}

const needed = { major: 24, minor: 15 }

/** Minimum version for installing and handing over, before the pinned one is available. */
const leastMajor = 20

/** Throws a Sentence where the running Node.js is too old to install anything. */
export function requireNode() {
  if (Number(process.versions.node.split('.')[0]) >= leastMajor) return
  throw new Sentence(
    `Twofold needs Node.js ${leastMajor} or newer to install itself, and this is ${process.version}. Please install a newer one.`,
  )
}

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

/** npm and the terminal both pass a signal on; what follows within this many milliseconds is the same one. */
const sameSignal = 2000
/** Milliseconds between two looks whether npm is still there. */
const starterCheck = 200

/** Running child processes. @type {Set<import('node:child_process').ChildProcess>} */
const children = new Set()
/** @type {NodeJS.Signals | undefined} */
let endedBy
let lastSignal = -Infinity
/** Parent process, as long as it exists. */
const starter = process.ppid

/** Passes a signal on; ends this process where nothing runs that could end by it. @param {NodeJS.Signals} signal */
function pass(signal) {
  const now = performance.now()
  if (now - lastSignal < sameSignal) return
  lastSignal = now
  endedBy ??= signal
  if (children.size === 0) process.exit(128 + constants.signals[signal])
  for (const child of children) child.kill(signal)
}

/**
 * npm, or the shell it starts us by, may die without passing its signal on. Started by hand, this process may outlive its shell, as
 * with nohup.
 */
function endWithNpm() {
  if (process.env.npm_lifecycle_event === undefined) return
  const timer = setInterval(() => {
    if (process.ppid === starter) return
    clearInterval(timer)
    pass('SIGTERM')
  }, starterCheck)
  timer.unref()
}

let isWatching = false

/** Has signals reach `child`. @template {import('node:child_process').ChildProcess} T @param {T} child @returns {T} */
function watchOver(child) {
  children.add(child)
  for (const event of ['exit', 'error']) child.once(event, () => children.delete(child))
  if (isWatching) return child
  isWatching = true
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) process.on(signal, () => pass(signal))
  endWithNpm()
  return child
}

/**
 * Starts the pinned Node.js with `list` as arguments, in the repository or a folder of it.
 * @param {{ list: string[], environment: Record<string, string>, folder?: string }} program
 */
function start({ list, environment, folder = '.' }) {
  // In a process group of its own, so that Ctrl-C reaches it once, through us, and not a second time from the terminal. The IPC
  // channel carries no messages: it closes when this process dies, however that happens, and then the server stops in good order.
  const options = { cwd: join(root, folder), env: environmentWith(environment), detached: process.platform !== 'win32' }
  return watchOver(spawn(findNode(), list, { ...options, stdio: ['inherit', 'inherit', 'inherit', 'ipc'] }))
}

/** @param {import('node:child_process').ChildProcess} child @returns {Promise<number>} */
function exitCodeOf(child) {
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('exit', (code, signal) => resolve(code ?? 128 + (signal ? constants.signals[signal] : 0)))
  })
}

/**
 * Hands over to the pinned Node.js; answers its exit code.
 * @param {string[]} list @param {Record<string, string>} environment
 */
export async function hand(list, environment = {}) {
  return await exitCodeOf(start({ list, environment }))
}

/**
 * Runs two programs side by side until one ends, then ends the other.
 * @param {Parameters<typeof start>[0]} first @param {Parameters<typeof start>[0]} second
 */
export async function handToBoth(first, second) {
  const both = [start(first), start(second)]
  const ends = both.map(exitCodeOf)
  const code = await Promise.race(ends)
  for (const child of children) child.kill('SIGTERM')
  await Promise.all(ends)
  return code
}

/**
 * Runs one step of several to its end; answers its exit code. A signal ends the step, and with it the command.
 * @param {string} program name of a command in node_modules/.bin, or a path to a script
 * @param {string[]} input @param {string} folder
 * @param {number} priority as of `os.setPriority`: above 0, what runs beside it gets more of the processor
 */
export async function step(program, input, folder = '.', priority = 0) {
  const options = { cwd: join(root, folder), env: environmentWith({}), shell: process.platform === 'win32' }
  const child = spawn(program, input, { ...options, stdio: 'inherit' })
  // Without an id it did not start, which its error says. What it starts itself inherits the priority.
  if (priority > 0 && child.pid !== undefined) setPriority(child.pid, priority)
  return await stepOf(child)
}

/**
 * The same, silent: answers what it printed.
 * @param {string} program @param {string[]} input @param {string} folder
 */
export async function quietStep(program, input, folder = '.') {
  const options = { cwd: join(root, folder), env: environmentWith({}), shell: process.platform === 'win32' }
  return await outputOf(spawn(program, input, { ...options, stdio: ['ignore', 'pipe', 'pipe'] }))
}

/**
 * Waits for one step of several; answers its exit code and what it printed.
 * @param {import('node:child_process').ChildProcessByStdio<null, import('node:stream').Readable, import('node:stream').Readable>} child
 */
export async function outputOf(child) {
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
  return { code: await stepOf(child), output }
}

/** Waits for one step of several; answers its exit code, and ends the command where a signal ended the step. @param {import('node:child_process').ChildProcess} child */
async function stepOf(child) {
  const code = await exitCodeOf(watchOver(child))
  if (endedBy !== undefined) process.exit(128 + constants.signals[endedBy])
  return code
}

/**
 * Says on one line what is being done, and for how long it takes or took.
 * @template T @param {string} what @param {() => Promise<T>} work @returns {Promise<T>}
 */
export async function reporting(what, work) {
  const begin = performance.now()
  const seconds = () => `${Math.round((performance.now() - begin) / 1000)} s`
  const isTerminal = process.stderr.isTTY
  const say = (/** @type {string} */ text) => process.stderr.write(isTerminal ? `\r\x1b[K${text}` : text)
  say(`${what}…${isTerminal ? '' : ' '}`)
  const ticking = isTerminal ? setInterval(() => say(`${what}… ${seconds()}`), 1000) : undefined
  try {
    const result = await work()
    say(`${isTerminal ? `${what}… ` : ''}${seconds()}\n`)
    return result
  } catch (error) {
    process.stderr.write('\n')
    throw error
  } finally {
    clearInterval(ticking)
  }
}
