import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

/** The real application in a process of its own, with a database of its own. */
export type Application = {
  /** Origin, without a trailing slash. Named `localhost`, since passkeys refuse an address for a host. */
  url: string
  /** Its data folder. */
  dataDir: string
  /** Everything that the application has written so far. */
  log(): string
  /** By SIGTERM, as an operator would; rejects when it does not end by itself, or not cleanly. */
  stop(): Promise<void>
}

/** Nobody has an account yet. `setupLink` is the single-use link with which the first administrator is made. */
export type EmptyApplication = Application & { setupLink: string }

/** Origins of stopped applications: a page that is still open may make a late request, and gets no answer. */
export const stoppedOrigins = new Set<string>()

const repository = fileURLToPath(new URL('..', import.meta.url))
const cheapHashes = new URL('cheap-hashes.ts', import.meta.url).href
const setupLinkPattern = /https?:\/\/\S+?\/setup#token=[\w-]+/
const startLimit = 90_000
// Longer than the application allows itself, so that its own last words are in the log.
const stopLimit = 30_000

/**
 * From the bundle, as `npm start`. `environment` configures it further. Rejects with the application's output when it ends before it is ready.
 */
export async function startApplication(environment: Record<string, string> = {}): Promise<EmptyApplication> {
  const { found, ...app } = await start(['server/serve.mjs'], environment, setupLinkPattern, await migratedFiles())
  return { ...app, setupLink: found }
}

/** The same with a folder that is empty, as the first start of all has it: it makes a database and migrates it. */
export async function startFromNothing(): Promise<EmptyApplication> {
  const { found, ...app } = await start(['server/serve.mjs'], {}, setupLinkPattern)
  return { ...app, setupLink: found }
}

/**
 * The files of an application that was started once and stopped, for the others of the run to begin with: undefined where the run has no place for
 * them (`migrated-files.ts`). Whichever worker is the first makes them; the others wait for it.
 */
async function migratedFiles(): Promise<string | undefined> {
  const place = process.env['TWOFOLD_E2E_FILES']
  if (place === undefined) return undefined
  const [files, isMade] = [join(place, 'data'), join(place, 'made')]
  const isFirst = await mkdir(join(place, 'begun')).then(
    () => true,
    () => false,
  )
  if (isFirst) {
    try {
      const app = await start(['server/serve.mjs'], {}, setupLinkPattern)
      await app.stop({ movingFilesTo: files })
    } finally {
      await writeFile(isMade, '')
    }
  }
  while (!existsSync(isMade)) await delay(50)
  return existsSync(files) ? files : undefined
}

/** As `npm run demo`: with sample people, keys and shares. */
export async function startDemo(): Promise<Application> {
  const { found: _, ...app } = await start(['server/src/cli.ts', 'demo'], {}, /Sign in as/)
  return app
}

/** It is ready when it says so, and when its output has what `announcement` looks for. `files`: what it begins with. */
async function start(program: string[], environment: Record<string, string>, announcement: RegExp, files?: string) {
  const folder = await mkdtemp(join(tmpdir(), 'twofold-e2e-'))
  const port = await freePort()
  const url = `http://localhost:${port}`
  const dataDir = join(folder, 'data')
  if (files !== undefined) await cp(files, dataDir, { recursive: true })
  const child = spawn(node24(), ['--import', cheapHashes, ...program], {
    cwd: repository,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...machineEnvironment(),
      PORT: String(port),
      HOST: '127.0.0.1',
      APP_URL: url,
      DATA_DIR: dataDir,
      // Nobody outside of this machine is asked for anything.
      HIBP_URL: 'off',
      APPROVALS: 'none',
      // No proxy sends requests elsewhere first: each application behind TRUSTED_PROXIES would serve five seconds longer.
      DRAIN_SECONDS: '0',
      // A machine that stands still for a moment must not fail a journey.
      DATABASE_TIMEOUT_SECONDS: '30',
      ...environment,
    },
  })
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output += text))
  const ended = once(child, 'close')
  const log = () => output

  const stop = async ({ movingFilesTo }: { movingFilesTo?: string } = {}) => {
    stoppedOrigins.add(url)
    const killed = setTimeout(() => child.kill('SIGKILL'), stopLimit)
    child.kill('SIGTERM')
    await ended
    clearTimeout(killed)
    if (movingFilesTo !== undefined && child.exitCode === 0) await cp(dataDir, movingFilesTo, { recursive: true })
    await rm(folder, { recursive: true, force: true })
    if (child.exitCode !== 0) throw new Error(`The application did not stop cleanly (${outcome(child)}):\n${output}`)
  }

  try {
    await until(() => isReady(url), child, log)
    const found = await until(() => output.match(announcement)?.[0], child, log)
    return { url, dataDir, log, stop, found }
  } catch (error) {
    await stop().catch(() => undefined)
    throw error
  }
}

async function until<T>(probe: () => T | undefined | Promise<T | undefined>, child: ChildProcess, log: () => string): Promise<T> {
  const deadline = performance.now() + startLimit
  for (;;) {
    const found = await probe()
    if (found) return found
    if (hasEnded(child)) throw new Error(`The application ended (${outcome(child)}) before it was ready:\n${log()}`)
    if (performance.now() > deadline) throw new Error(`The application was not ready after ${startLimit / 1000} s:\n${log()}`)
    await delay(50)
  }
}

async function isReady(url: string) {
  return fetch(`${url}/readyz`).then(
    (answer) => answer.ok,
    () => false,
  )
}

const hasEnded = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null
const outcome = (child: ChildProcess) => child.signalCode ?? `code ${child.exitCode}`

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('No port of the loopback interface is free.')
  return address.port
}

/** The tests may run on an older Node.js than the server, which is run without a build, needs. */
function node24() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major > 24 || (major === 24 && minor >= 15)) return process.execPath
  const [platform, file] = process.platform === 'win32' ? ['win', 'node.exe'] : [process.platform, 'node']
  return join(repository, 'node_modules', `node-${platform}-${process.arch}`, 'bin', file)
}

/** Nothing of the developer's own configuration, such as DATABASE_URL, may reach the application under test. */
function machineEnvironment() {
  const { PATH, HOME, TMPDIR, SystemRoot } = process.env
  return { PATH, HOME, TMPDIR, SystemRoot, NODE_ENV: 'production' }
}
