import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Clock } from '../clock.ts'
import type { RootKeys } from '../crypto/root-key.ts'
import type { Connection } from '../database.ts'
import type { Log } from '../log.ts'
import type { HashCost } from '../password-hash.ts'
import type { BackupSecret } from './file-key.ts'
import { bundle } from './bundle.ts'
import { drillBackup } from './drill.ts'
import type { Drilled } from './drill.ts'
import { PartError } from './parts.ts'
import type { PartSource } from './parts.ts'
import { describeBackup, readBackup } from './read-backup.ts'
import { writeBackup } from './write-backup.ts'

export type BackupStep = 'writing' | 'reading_back'

const unfinished = '.part'
/** Milliseconds that making a backup takes at most: a part is written, or found again, before a file names it. */
const longestMaking = 24 * 60 * 60 * 1000

const listNames = (folder: string): Promise<string[]> => readdir(folder).catch(() => [])

/** The backups in the data folder. A file has its name only once it is whole and was read back. */
export function createBackupFiles(deps: {
  connection: Connection
  rootKeys: RootKeys
  /** Undefined: files are encrypted with the root key. */
  password: string | undefined
  /** Of the key that is derived from the password. */
  cost: HashCost
  /** Of age: they can open the files as well. */
  recipients: readonly string[]
  folder: string
  application: string
  clock: Clock
  log: Log
}) {
  const { current, previous } = deps.rootKeys
  const secret: BackupSecret =
    deps.password === undefined ? { kind: 'master_key', rootKey: current } : { kind: 'password', password: deps.password, cost: deps.cost }
  const secrets = { password: deps.password, rootKeys: previous === undefined ? [current] : [current, previous] }
  const pathOf = (name: string) => join(deps.folder, name)
  const partsIn = join(deps.folder, 'parts')
  const partPath = (name: string) => join(partsIn, name)

  /** The parts that a backup here consists of, in addition to its file. */
  async function listParts(name: string): Promise<{ name: string; size: number }[]> {
    const { parts = [] } = await describeBackup(pathOf(name))
    return Promise.all(parts.map(async (part) => ({ name: part, size: (await stat(partPath(part)).catch(() => undefined))?.size ?? 0 })))
  }

  async function makeOnce(
    name: string,
    onProgress: (step: BackupStep, part: number) => void,
    signal: AbortSignal,
  ): Promise<{ size: number }> {
    await mkdir(deps.folder, { recursive: true, mode: 0o700 })
    // One is made at a time: whoever left these was killed.
    for (const left of await readdir(deps.folder)) if (left.endsWith(unfinished)) await rm(pathOf(left), { force: true })
    for (const left of await listNames(partsIn)) if (left.endsWith('.unfinished')) await rm(partPath(left), { force: true })
    const path = pathOf(`${name}${unfinished}`)
    try {
      const { size } = await writeBackup({
        ...deps,
        secret,
        path,
        now: new Date(deps.clock.now()),
        onProgress: (part) => onProgress('writing', part),
        signal,
      })
      await readBackup(path, secrets, { onProgress: (part) => onProgress('reading_back', part), signal })
      await rename(path, pathOf(name))
      return { size: size + (await listParts(name)).reduce((sum, part) => sum + part.size, 0) }
    } catch (error) {
      await rm(path, { force: true })
      throw error
    }
  }

  /** Those that no file names any more. None while a file cannot be read, and none of those that a backup may be about to name. */
  async function removeForgottenParts(): Promise<void> {
    const named = new Set<string>()
    for (const file of await listNames(deps.folder)) {
      if (file === 'parts') continue
      try {
        for (const part of (await describeBackup(pathOf(file))).parts ?? []) named.add(part)
      } catch (error) {
        if (!file.endsWith(unfinished))
          return deps.log.warn({ err: error, file }, 'no part of backups is removed while this file cannot be read')
      }
    }
    const youngest = Date.now() - longestMaking
    for (const part of await listNames(partsIn)) {
      const found = named.has(part) ? undefined : await stat(partPath(part)).catch(() => undefined)
      if (found !== undefined && found.mtimeMs < youngest) await rm(partPath(part), { force: true })
    }
  }

  return {
    encryptedWith: secret.kind,
    application: deps.application,
    pathOf,

    /** Throws what went wrong, and leaves nothing behind. `onProgress`: from 0 to 1 within each step. */
    async make(name: string, onProgress: (step: BackupStep, part: number) => void, signal: AbortSignal): Promise<{ size: number }> {
      const renewed = new Set<string>()
      for (;;) {
        try {
          return await makeOnce(name, onProgress, signal)
        } catch (error) {
          // Damaged since it was stored, and found before anybody needs it: the database still has its rows.
          if (!(error instanceof PartError) || renewed.has(error.part)) throw error
          renewed.add(error.part)
          deps.log.warn({ err: error, part: error.part }, 'a part of backups was not as it was written and is made anew')
          await rm(partPath(error.part), { force: true })
        }
      }
    },

    /** Throws a BackupError with what is wrong. */
    async verify(path: string, signal: AbortSignal, parts?: PartSource): Promise<void> {
      await readBackup(path, secrets, { signal }, parts)
    },

    /** Throws what is wrong: a BackupError, or why there is no database server to try it in. */
    drill: (path: string, parts?: PartSource): Promise<Drilled> =>
      drillBackup({
        path,
        secrets,
        parts,
        folder: join(deps.folder, '..', 'drill'),
        log: deps.log,
        now: new Date(deps.clock.now()),
      }),

    /** Undefined when this node does not have it. */
    async sizeOf(name: string): Promise<number | undefined> {
      return (await stat(pathOf(name)).catch(() => undefined))?.size
    },

    /** With its parts, as one file. */
    async openFile(name: string): Promise<{ content: Readable; size: number } | undefined> {
      const file = await open(pathOf(name), 'r').catch(() => undefined)
      if (file === undefined) return undefined
      const { size } = await file.stat()
      const content = createReadStream('', { fd: file })
      const parts = await listParts(name)
      if (parts.length === 0) return { content, size }
      const whole = bundle(
        { content, size },
        parts.map((part) => ({ ...part, open: () => Promise.resolve(createReadStream(partPath(part.name))) })),
      )
      return { content: Readable.from(whole.content, { objectMode: false }), size: whole.size }
    },

    listParts,
    partPath,

    /** With the parts that no other backup names. */
    async remove(name: string): Promise<void> {
      await rm(pathOf(name), { force: true })
      await removeForgottenParts()
    },
  }
}

export type BackupFiles = ReturnType<typeof createBackupFiles>
