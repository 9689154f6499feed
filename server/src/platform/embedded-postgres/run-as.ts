import { spawn, spawnSync } from 'node:child_process'
import { lchown, readdir, readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { EmbeddedPostgresError } from './embedded-postgres.error.ts'

/** User that child processes run as; `undefined`: the user of the Node.js process. */
export type RunAs = { uid: number; gid: number } | undefined

/** Nothing of Node's environment reaches the server: a stray PGOPTIONS or LC_ALL must not change how data is stored. */
const environment = { LC_ALL: 'C', TZ: 'UTC', PATH: process.env['PATH'] ?? '/usr/bin:/bin' }

/** PostgreSQL refuses to run as root. Under root it runs as the owner of the data, or else as `nobody`. */
export async function chooseUser(cluster: string): Promise<RunAs> {
  const owner = await stat(cluster).catch(() => undefined)
  const self = process.geteuid?.()
  if (self !== 0) {
    if (!owner || owner.uid === self) return undefined
    throw new EmbeddedPostgresError(
      `The database in ${cluster} belongs to another user (uid ${owner.uid}). Start Twofold as that user, as root, or set DATABASE_URL.`,
    )
  }
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  const nobody = await nobodyOfThisSystem()
  if (owner) await giveTo(cluster, nobody)
  return nobody
}

async function nobodyOfThisSystem() {
  const accounts = await readFile('/etc/passwd', 'utf8').catch(() => '')
  const entry = /^nobody:[^:]*:(\d+):(\d+):/m.exec(accounts)
  return entry ? { uid: Number(entry[1]), gid: Number(entry[2]) } : { uid: 65534, gid: 65534 }
}

/** Hands a folder and everything in it to `user`: data that root copied back from a backup belongs to root. */
async function giveTo(folder: string, user: { uid: number; gid: number }) {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    await lchown(path.join(entry.parentPath, entry.name), user.uid, user.gid)
  }
  await lchown(folder, user.uid, user.gid)
}

/**
 * The name under which a child that was started *in* `folder` reaches it. A child with another uid may not be allowed to
 * walk to the folder (the checkout may lie where only root may enter), but the kernel opens its working directory for it.
 */
export function fromInside(folder: string, user: RunAs) {
  return user && process.platform === 'linux' ? ownFolder : folder
}

const ownFolder = '/proc/self/cwd'

/** Output of such a child, with the name that people know the folder by. */
export const fromOutside = (said: string, folder: string): string => said.replaceAll(ownFolder, folder)

/** Whether `user` may enter `folder`, found out by trying: mode bits ignore ACLs, mounts and security modules. */
export function canEnter(folder: string, user: RunAs) {
  if (!user) return true
  return spawnSync('/bin/sh', ['-c', 'cd "$0"', folder], { ...user, cwd: '/', stdio: 'ignore' }).status === 0
}

interface Program {
  file: string
  arguments: string[]
  /** Working directory, entered before the privileges are given up. */
  folder: string
  user: RunAs
}

/** Starts a program that outlives signals of the terminal: Ctrl-C must not stop the database before the requests are drained. */
export function startProgram({ file, arguments: list, folder, user }: Program) {
  return spawn(file, list, { ...user, cwd: folder, env: environment, detached: true, stdio: ['pipe', 'pipe', 'pipe'] })
}

/** Runs a program to its end and answers what it printed; throws with the end of its output when it fails. */
export function runProgram(program: Program, input = ''): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = startProgram(program)
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text: string) => (output += text))
    child.on('error', reject)
    child.stdin.on('error', () => {}) // a program that fails early does not read to the end; its exit code tells
    child.stdin.end(input)
    child.on('close', (code, signal) => {
      if (code === 0) return resolve(output)
      const name = path.basename(program.file)
      const [, stranger] = /could not look up effective user ID (\d+)/.exec(output) ?? []
      const said = fromOutside(reasonsIn(output), program.folder)
      const sentence =
        stranger === undefined
          ? `${name} failed (${signal ?? `exit code ${code}`}): ${said}`
          : `PostgreSQL runs only as a user that the system knows, and uid ${stranger} is not in its list of users. Run Twofold as a user of that list or as root, or set DATABASE_URL.`
      reject(new EmbeddedPostgresError(sentence))
    })
  })
}

/** The lines of PostgreSQL's programs that say what went wrong, without the steps before it. */
function reasonsIn(output: string) {
  const reasons = output.match(/\b(?:FATAL|PANIC|ERROR|error|DETAIL|HINT): .*$/gm)
  return (reasons?.join(' ') ?? output.trim()).slice(-1000)
}
