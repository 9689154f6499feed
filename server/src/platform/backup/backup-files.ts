import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Clock } from '../clock.ts'
import type { RootKeys } from '../crypto/root-key.ts'
import type { Connection } from '../database.ts'
import type { Log } from '../log.ts'
import type { HashCost } from '../password-hash.ts'
import type { BackupSecret } from './file-key.ts'
import { drillBackup, type Drilled } from './drill.ts'
import { PartError, type PartSource } from './parts.ts'
import { readBackup } from './read-backup.ts'
import { writeBackup } from './write-backup.ts'
import { createBackupFolder } from './backup-folder.ts'

export type BackupStep = 'writing' | 'reading_back'

type OnProgress = (step: BackupStep, part: number) => void

/** The backups in the data folder. A file has its name only once it is whole and was read back. */
export function createBackupFiles(deps: {
  connection: Connection
  rootKeys: RootKeys
  /** Undefined: files are encrypted with the root key. */
  password: string | undefined
  /** Cost of deriving the key from the password. */
  cost: HashCost
  /** age recipients, who can open the files as well. */
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
  const { prepare, ...folder } = createBackupFolder(deps)

  async function makeOnce(name: string, onProgress: OnProgress, signal: AbortSignal): Promise<{ size: number }> {
    const path = await prepare(name)
    try {
      const { size } = await writeBackup({
        ...deps,
        secret,
        path,
        now: deps.clock.date(),
        onProgress: (part) => onProgress('writing', part),
        signal,
      })
      await readBackup(path, secrets, { onProgress: (part) => onProgress('reading_back', part), signal })
      await rename(path, folder.pathOf(name))
      return { size: size + (await folder.listParts(name)).reduce((sum, part) => sum + part.size, 0) }
    } catch (error) {
      await rm(path, { force: true })
      throw error
    }
  }

  return {
    encryptedWith: secret.kind,
    application: deps.application,
    ...folder,

    /** Throws what went wrong, and leaves nothing behind. `onProgress`: from 0 to 1 within each step. */
    async make(name: string, onProgress: OnProgress, signal: AbortSignal): Promise<{ size: number }> {
      const renewed = new Set<string>()
      for (;;) {
        try {
          return await makeOnce(name, onProgress, signal)
        } catch (error) {
          // Damaged since it was stored, and found before anybody needs it: the database still has its rows.
          if (!(error instanceof PartError) || renewed.has(error.part)) throw error
          renewed.add(error.part)
          deps.log.warn({ err: error, part: error.part }, 'a part of backups was not as it was written and is made anew')
          await rm(folder.partPath(error.part), { force: true })
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
        now: deps.clock.date(),
      }),
  }
}

export type BackupFiles = ReturnType<typeof createBackupFiles>
