import { chmod, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { homedir, platform } from 'node:os'
import { dirname, join } from 'node:path'
import { fromEnvironment } from './environment.ts'
import { exits, Failure } from './failure.ts'
import { say } from './output.ts'

/** State kept between commands. Without `token`, the token is in the keychain. */
interface Kept {
  url: string
  token?: string
}

const service = 'Twofold'

function file(): string {
  const windows = platform() === 'win32'
  const base = windows ? fromEnvironment('APPDATA') : fromEnvironment('XDG_CONFIG_HOME')
  const folder = fromEnvironment('TWOFOLD_CONFIG_DIR') ?? join(base ?? join(homedir(), windows ? 'AppData/Roaming' : '.config'), 'twofold')
  return join(folder, 'credentials.json')
}

/** The keychain of the system, where its package was installed; it is optional. */
async function keychain(url: string) {
  try {
    const { Entry } = await import('@napi-rs/keyring')
    return new Entry(service, url)
  } catch {
    return undefined
  }
}

/** Throws where others may read a file that holds a token. */
export async function requirePrivate(path: string): Promise<void> {
  if (platform() === 'win32') return
  const { mode } = await stat(path)
  if ((mode & 0o077) !== 0)
    throw new Failure(`Others may read ${path}. Make it yours alone: chmod 600 ${path}`, exits.usage, 'cli.file_not_private')
}

async function readKept(): Promise<Kept | undefined> {
  const text = await readFile(file(), 'utf8').catch((error: unknown) => {
    const code = codeOf(error)
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined
    throw new Failure(`${file()} cannot be read (${code}).`, exits.usage, 'cli.file_unreadable')
  })
  if (text === undefined) return undefined
  await requirePrivate(file())
  const kept = parseKept(text)
  if (kept === undefined)
    throw new Failure(`${file()} is damaged. Sign in again: twofold login URL`, exits.notSignedIn, 'cli.damaged_credentials')
  return kept
}

function parseKept(text: string): Kept | undefined {
  try {
    const { url, token } = JSON.parse(text) as Partial<Record<keyof Kept, unknown>>
    if (typeof url === 'string' && (token === undefined || typeof token === 'string')) return { url, ...(token !== undefined && { token }) }
  } catch {
    // Cut off, or somebody else's.
  }
  return undefined
}

export async function readStored(): Promise<{ url: string; token: string | undefined } | undefined> {
  const kept = await readKept()
  if (kept === undefined) return undefined
  if (kept.token !== undefined) return { url: kept.url, token: kept.token }
  return { url: kept.url, token: (await keychain(kept.url))?.getPassword() ?? undefined }
}

export async function store(url: string, token: string): Promise<void> {
  let kept: Kept = { url }
  try {
    const entry = await keychain(url)
    if (entry === undefined) throw new Error('none')
    entry.setPassword(token)
  } catch {
    say(`There is no keychain here, so the token is kept in ${file()}, which only you can read.`)
    kept = { url, token }
  }
  try {
    await makeFolder(dirname(file()))
    await writeFile(file(), `${JSON.stringify(kept)}\n`, { mode: 0o600 })
    // A file that was there before keeps its mode.
    await chmod(file(), 0o600)
  } catch (error) {
    const words = `${file()} cannot be written (${codeOf(error)}). TWOFOLD_CONFIG_DIR names another folder.`
    throw new Failure(words, exits.unexpected, 'cli.file_unwritable')
  }
}

const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? String(error)

/** In place of Node's `recursive`, which never answers where a file system takes no folder, as /proc does. */
async function makeFolder(folder: string): Promise<void> {
  const make = () => mkdir(folder, { mode: 0o700 })
  try {
    await make()
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return
    if (codeOf(error) !== 'ENOENT' || dirname(folder) === folder) throw error
    await makeFolder(dirname(folder))
    await make()
  }
}

export async function forget(): Promise<void> {
  const kept = await readKept()
  if (kept !== undefined && kept.token === undefined) (await keychain(kept.url))?.deletePassword()
  await rm(file(), { force: true })
}
