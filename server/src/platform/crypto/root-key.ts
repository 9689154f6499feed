import { createHmac, createSecretKey, hkdfSync, type KeyObject, randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Db } from '../database.ts'
import { explainFileError } from '../explain-file-error.ts'
import { makeFolder } from '../make-folder.ts'
import { StartError } from '../start-error.ts'
import { createKeyringsRepository } from './keyrings.repository.ts'
import { writeOnce } from '../write-once.ts'
import { commandLine } from '../command-line.ts'

interface RootKeyParts {
  /** Tells root keys apart without revealing anything about them. */
  id: string
  wrap: KeyObject
  /** Wraps the keys of backup files. */
  backup: KeyObject
}

/** The one secret that is not in the database. Everything else is wrapped by a key that follows from it, one for each purpose. */
export interface RootKey extends RootKeyParts {
  /** Derived as earlier versions did, for data they wrapped and for their backups. */
  earlier: RootKeyParts
}

export interface RootKeys {
  current: RootKey
  /** Still opens what `npm run rotate-keys` has not yet re-wrapped. */
  previous: RootKey | undefined
  /** Origin of the current key, for messages. */
  origin: string
}

export interface RootKeySource {
  /** MASTER_KEY */
  value: string | undefined
  /** MASTER_KEY_FILE */
  file: string | undefined
  /** MASTER_KEY_PREVIOUS */
  previous: string | undefined
  dataDir: string
}

const size = 32
const fileName = 'master.key'

/**
 * Reads the root key from the configuration, or else from the data folder, where it is made when there are no data yet that
 * need one. Throws a StartError that says what to do.
 */
export async function loadRootKey({ db, ...source }: RootKeySource & { db: Db }): Promise<RootKeys> {
  const keyrings = createKeyringsRepository(db)
  const found = await findRootKey(source).catch(async (error: unknown) => {
    if (!(error instanceof UnusableRootKeyError) || !(await keyrings.hasAny())) throw error
    throw new StartError(`${error.message}\n${keepIt}`, { cause: error })
  })
  if (found !== undefined) return found
  if (await keyrings.hasAny()) {
    throw new StartError(
      `The root key of this installation is missing: there are encrypted data in the database, but no file ${rootKeyPlaceIn(source.dataDir)}, and neither MASTER_KEY nor ` +
        'MASTER_KEY_FILE is set. Bring the key back from where you keep it (the first node, or your backup of it). ' +
        'A new key would not open the data, so none was made.',
    )
  }
  return makeRootKey(source)
}

/** A root key that was cut or overwritten. Over existing data, a new one in its place would make them unreadable for good. */
class UnusableRootKeyError extends StartError {}

const keepIt =
  'The data in this database open with the right root key only. Do not overwrite it, and do not make a new one. Bring it back from where you keep it: ' +
  'your copy of it, another node, or MASTER_KEY in the configuration of the service. If it is lost, a backup that was made with BACKUP_PASSWORD ' +
  `restores everything without it: ${commandLine('restore', 'FILE --replace')}.`

/** Undefined when none is configured and the data folder has none. */
export async function findRootKey(source: RootKeySource): Promise<RootKeys | undefined> {
  const found = await findText(source)
  return found && withPrevious(found, source)
}

/** Makes one in the data folder, or takes the one that another process makes there at the same moment. */
export async function makeRootKey(source: RootKeySource): Promise<RootKeys> {
  const place = rootKeyPlaceIn(source.dataDir)
  try {
    await makeFolder(path.dirname(place)) // with an external database, nothing else is stored there
    const text = await writeOnce(place, `${randomBytes(size).toString('base64')}\n`)
    return withPrevious({ text, origin: `The file ${place}` }, source)
  } catch (error) {
    throw new StartError(`The root key cannot be written to ${place}: ${explainFileError(error) ?? String(error)}`, { cause: error })
  }
}

function withPrevious({ text, origin }: { text: string; origin: string }, { previous }: RootKeySource): RootKeys {
  return {
    current: parseRootKey(text, origin),
    previous: previous === undefined ? undefined : parseRootKey(previous, 'MASTER_KEY_PREVIOUS'),
    origin,
  }
}

/** Takes 32 bytes in base64 or hexadecimal. */
export function parseRootKey(text: string, origin: string): RootKey {
  const trimmed = text.trim()
  const bytes = Buffer.from(trimmed, /^[0-9a-f]{64}$/i.test(trimmed) ? 'hex' : 'base64')
  const isWhole = /^([0-9a-f]{64}|[\w+/-]{43}=?)$/i.test(trimmed)
  // Random bytes never repeat this much; a placeholder such as 0000… does.
  if (!isWhole || bytes.length !== size || new Set(bytes).size < size / 2) {
    throw new UnusableRootKeyError(
      `${origin} must hold 32 random bytes in base64 or hexadecimal. For a new installation, make one with: openssl rand -base64 32`,
    )
  }
  const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', bytes, 'twofold root key', purpose, size))
  const mac = (purpose: string) => createHmac('sha256', bytes).update(purpose).digest()
  return {
    id: derive('id').toString('hex').slice(0, 16),
    wrap: createSecretKey(derive('keyrings')),
    backup: createSecretKey(derive('backups')),
    earlier: {
      id: mac('twofold root key id').toString('hex').slice(0, 16),
      wrap: createSecretKey(bytes),
      backup: createSecretKey(mac('twofold backups')),
    },
  }
}

/** Whichever of these was named by its id when something was wrapped. */
export function findRootKeyParts(rootKeys: readonly (RootKey | undefined)[], id: string): RootKeyParts | undefined {
  return rootKeys.flatMap((key) => (key === undefined ? [] : [key, key.earlier])).find((parts) => parts.id === id)
}

/** Path of the generated key if none is configured. */
export const rootKeyPlaceIn = (dataDir: string) => path.join(dataDir, fileName)

async function findText({ value, file, dataDir }: RootKeySource): Promise<{ text: string; origin: string } | undefined> {
  if (value !== undefined && file !== undefined) {
    throw new StartError('MASTER_KEY and MASTER_KEY_FILE are both set. Please set only one of them.')
  }
  if (value !== undefined) return { text: value, origin: 'MASTER_KEY' }
  if (file !== undefined) {
    const text = await readIfPresent(file, 'MASTER_KEY_FILE')
    if (text === undefined) throw new StartError(`MASTER_KEY_FILE names ${file}, which does not exist.`)
    return { text, origin: `The file ${file} (MASTER_KEY_FILE)` }
  }
  const text = await readIfPresent(rootKeyPlaceIn(dataDir), 'The root key')
  return text === undefined ? undefined : { text, origin: `The file ${rootKeyPlaceIn(dataDir)}` }
}

async function readIfPresent(place: string, name: string): Promise<string | undefined> {
  try {
    return await readFile(place, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw new StartError(`${name} cannot be read from ${place}: ${explainFileError(error) ?? String(error)}`, { cause: error })
  }
}
