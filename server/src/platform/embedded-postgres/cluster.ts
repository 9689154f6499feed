import { randomBytes } from 'node:crypto'
import { chown, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { EmbeddedPostgresError } from './embedded-postgres.error.ts'
import type { Programs } from './programs.ts'
import { fromInside, runProgram, type RunAs } from './run-as.ts'

/** The application's role and its database. It owns the database and may clone it; it is not a superuser. */
export const role = 'twofold'

/** Only this role may connect, only with its password; the superuser has none and so cannot. */
const clientAuthentication = `local all ${role} scram-sha-256\n`

interface Options {
  /** Folder of the database files. */
  cluster: string
  passwordFile: string
  programs: Programs
  user: RunAs
}

/** Makes the database files when there are none, refuses those of another major version, and answers the role's password. */
export async function prepareCluster(options: Options): Promise<string> {
  const { cluster, programs } = options
  const written = await readOptional(path.join(cluster, 'PG_VERSION'))
  if (written === undefined) return await createCluster(options)
  if (written !== String(programs.major)) {
    throw new EmbeddedPostgresError(
      `The data in ${cluster} was written by PostgreSQL ${written}, and this Twofold brings PostgreSQL ${programs.major}. ` +
        `Make a backup with the Twofold that wrote it and restore it here, or set DATABASE_URL to a PostgreSQL ${written} server.`,
    )
  }
  return (await readOptional(options.passwordFile)) ?? (await replacePassword(options))
}

/** All or nothing: what an interrupted first start left behind is thrown away by the next one. */
async function createCluster(options: Options) {
  const { cluster, programs, user } = options
  const unfinished = `${cluster}.unfinished-`
  for (const name of await readdir(path.dirname(cluster))) {
    const left = path.join(path.dirname(cluster), name)
    if (left.startsWith(unfinished)) await rm(left, { recursive: true, force: true }).catch(() => {}) // an orphan may still write there
  }
  const folder = await mkdtemp(unfinished)
  if (user) await chown(folder, user.uid, user.gid)

  // Built-in collation: sorting must not change with the system's libraries, or indexes break in silence.
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  const list = ['-D', fromInside(folder, user), '--username=postgres', '--auth=reject', '--no-instructions', ...locale]
  await runProgram({ file: programs.initdb, arguments: list, folder, user })
  await writeFile(path.join(folder, 'pg_hba.conf'), clientAuthentication)
  const password = newPassword()
  await runAlone(options, folder, [
    `CREATE ROLE ${role} LOGIN CREATEDB PASSWORD '${password}'`,
    `GRANT pg_monitor TO ${role}`,
    `CREATE DATABASE ${role} OWNER ${role}`,
  ])
  await writePassword(options, password)
  await rename(folder, cluster)
  return password
}

/** A lost password file costs nothing: whoever owns the files may set a new one. */
async function replacePassword(options: Options) {
  const password = newPassword()
  await runAlone(options, options.cluster, [`ALTER ROLE ${role} PASSWORD '${password}'`])
  await writePassword(options, password)
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

async function writePassword({ passwordFile }: Options, password: string) {
  await writeFile(`${passwordFile}.unfinished`, password, { mode: 0o600, flush: true })
  await rename(`${passwordFile}.unfinished`, passwordFile)
}

async function readOptional(file: string) {
  try {
    return (await readFile(file, 'utf8')).trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
