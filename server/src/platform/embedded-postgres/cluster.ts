import { randomBytes } from 'node:crypto'
import { chown, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { EmbeddedPostgresError } from './embedded-postgres.error.ts'
import type { Programs } from './programs.ts'
import { fromInside, runProgram, type RunAs } from './run-as.ts'

/** Owns the database and what migrations make in it, and may clone it; it is not a superuser. The database has its name. */
export const ownerRole = 'twofold'

/** Role of the application. It owns nothing, so it cannot remove a table's protection. */
export const runRole = 'twofold_run'

/** Only these two may connect, each with its own password; the superuser has none and so cannot. */
const clientAuthentication = [ownerRole, runRole].map((role) => `local all ${role} scram-sha-256\n`).join('')

/** Per role: its password, or the file that has it. */
export interface Passwords {
  owner: string
  run: string
}

interface Options {
  /** Folder of the database files. */
  cluster: string
  passwordFiles: Passwords
  programs: Programs
  user: RunAs
  /** For a cluster that replaces another one. Undefined: generates new passwords. */
  passwords?: Passwords
}

/** Makes the database files when there are none, refuses those of another major version, and answers the passwords. */
export async function prepareCluster(options: Options): Promise<Passwords> {
  const { cluster, programs } = options
  const written = await readOptional(path.join(cluster, 'PG_VERSION'))
  if (written === undefined && (await isAbsentOrEmpty(cluster))) return await createCluster(options)
  // New files would need new passwords, which would not open these.
  if (written === undefined || !/^\d+$/.test(written)) {
    throw new EmbeddedPostgresError(
      `The database in ${cluster} is damaged: its file PG_VERSION ${written === undefined ? 'is missing' : 'holds no version'}. Nothing was changed. ` +
        'Check the disk, and bring the folder back from a copy of it; or move it away and restore a backup.',
    )
  }
  if (written !== String(programs.major)) {
    throw new EmbeddedPostgresError(
      `The data in ${cluster} was written by PostgreSQL ${written}, and this Twofold brings PostgreSQL ${programs.major}. ` +
        (Number(written) < programs.major
          ? `To move it, the programs of PostgreSQL ${written} are needed: set POSTGRES_BEFORE to their folder, or keep the Twofold that wrote it beside this one. ` +
            `Or make a backup with that one and restore it here, or set DATABASE_URL to a PostgreSQL ${written} server.`
          : `Start the Twofold that wrote it. There is no way back by itself once it has served: restore a backup from before into a fresh data folder, or set DATABASE_URL to a PostgreSQL ${written} server.`),
    )
  }
  await letRolesConnect(options)
  return {
    owner: (await readOptional(options.passwordFiles.owner)) ?? (await replacePassword(options)),
    run: (await readOptional(options.passwordFiles.run)) ?? (await addRunRole(options)),
  }
}

async function isAbsentOrEmpty(folder: string) {
  try {
    return (await readdir(folder)).length === 0
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return true
    throw error
  }
}

/** All or nothing: what an interrupted first start left behind is thrown away by the next one. */
async function createCluster(options: Options) {
  const { cluster } = options
  const unfinished = `${cluster}.unfinished-`
  for (const name of await readdir(path.dirname(cluster))) {
    const left = path.join(path.dirname(cluster), name)
    if (left.startsWith(unfinished)) await rm(left, { recursive: true, force: true }).catch(() => {}) // an orphan may still write there
  }
  const folder = await mkdtemp(unfinished)
  try {
    const passwords = await fillCluster(options, folder)
    await rename(folder, cluster)
    return passwords
  } catch (error) {
    // On a full disk it would take the space that everything else needs.
    await rm(folder, { recursive: true, force: true })
    throw error
  }
}

async function fillCluster(options: Options, folder: string): Promise<Passwords> {
  const { programs, user } = options
  if (user) await chown(folder, user.uid, user.gid)
  // Built-in collation: sorting must not change with the system's libraries, or indexes break in silence.
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  const list = ['-D', fromInside(folder, user), '--username=postgres', '--auth=reject', '--no-instructions', ...locale]
  await runProgram({ file: programs.initdb, arguments: list, folder, user })
  await writeFile(path.join(folder, 'pg_hba.conf'), clientAuthentication)
  const passwords = options.passwords ?? { owner: newPassword(), run: newPassword() }
  await runAlone(options, folder, [
    `CREATE ROLE ${ownerRole} LOGIN CREATEDB PASSWORD '${passwords.owner}'`,
    `GRANT pg_monitor TO ${ownerRole}`,
    ...makeRunRole(passwords.run),
    `CREATE DATABASE ${ownerRole} OWNER ${ownerRole}`,
  ])
  if (options.passwords === undefined) {
    await writePassword(options.passwordFiles.owner, passwords.owner)
    await writePassword(options.passwordFiles.run, passwords.run)
  }
  return passwords
}

/** Idempotent. The owner may hand the job queue over to this role. */
const makeRunRole = (password: string) => [
  `DO $$ BEGIN IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = '${runRole}') THEN CREATE ROLE ${runRole} LOGIN; END IF; END $$`,
  `ALTER ROLE ${runRole} PASSWORD '${password}'`,
  `GRANT pg_monitor TO ${runRole}`,
  `GRANT ${runRole} TO ${ownerRole}`,
]

/** Files of an earlier version let the owner in alone. */
async function letRolesConnect({ cluster }: Options) {
  const file = path.join(cluster, 'pg_hba.conf')
  if ((await readOptional(file)) !== clientAuthentication.trim()) await writeFile(file, clientAuthentication)
}

/** For files of an earlier version, or if its password was lost. */
async function addRunRole(options: Options) {
  const password = newPassword()
  await runAlone(options, options.cluster, makeRunRole(password))
  await writePassword(options.passwordFiles.run, password)
  return password
}

/** A lost password file is harmless: the owner of the files may set a new one. */
async function replacePassword(options: Options) {
  const password = newPassword()
  await runAlone(options, options.cluster, [`ALTER ROLE ${ownerRole} PASSWORD '${password}'`])
  await writePassword(options.passwordFiles.owner, password)
  return password
}

function newPassword() {
  return randomBytes(32).toString('base64url')
}

/** Single-user mode: the only moment with superuser rights, without any connection. One statement a line. */
async function runAlone({ programs, user }: Options, folder: string, statements: string[]) {
  const list = ['--single', '-D', fromInside(folder, user), 'postgres']
  const output = await runProgram({ file: programs.postgres, arguments: list, folder, user }, `${statements.join('\n')}\n`)
  if (/\b(ERROR|FATAL|PANIC):/.test(output)) throw new EmbeddedPostgresError(`The database could not be set up: ${output.slice(-1000)}`)
}

async function writePassword(file: string, password: string) {
  await writeFile(`${file}.unfinished`, password, { mode: 0o600, flush: true })
  await rename(`${file}.unfinished`, file)
}

async function readOptional(file: string) {
  try {
    return (await readFile(file, 'utf8')).trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
