import { createReadStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Clock } from '../clock.ts'
import type { RootKeys } from '../crypto/root-key.ts'
import type { Connection } from '../database.ts'
import type { Log } from '../log.ts'
import type { BackupSecret } from './file-key.ts'
import { drillBackup } from './drill.ts'
import type { Drilled } from './drill.ts'
import { readBackup } from './read-backup.ts'
import { writeBackup } from './write-backup.ts'

export type BackupStep = 'writing' | 'reading_back'

const unfinished = '.part'

/** The backups in the data folder. A file has its name only once it is whole and was read back. */
export function createBackupFiles(deps: {
  connection: Connection
  rootKeys: RootKeys
  /** Undefined: files are encrypted with the root key. */
  password: string | undefined
  /** Of age: they can open the files as well. */
  recipients: readonly string[]
  folder: string
  application: string
  clock: Clock
  log: Log
}) {
  const { current, previous } = deps.rootKeys
  const secret: BackupSecret =
    deps.password === undefined ? { kind: 'master_key', rootKey: current } : { kind: 'password', password: deps.password }
  const secrets = { password: deps.password, rootKeys: previous === undefined ? [current] : [current, previous] }
  const pathOf = (name: string) => join(deps.folder, name)

  return {
    encryptedWith: secret.kind,
    application: deps.application,
    pathOf,

    /** Throws what went wrong, and leaves nothing behind. `onProgress`: from 0 to 1 within each step. */
    async make(name: string, onProgress: (step: BackupStep, part: number) => void, signal: AbortSignal): Promise<{ size: number }> {
      await mkdir(deps.folder, { recursive: true, mode: 0o700 })
      // One is made at a time: whoever left these was killed.
      for (const left of await readdir(deps.folder)) if (left.endsWith(unfinished)) await rm(pathOf(left), { force: true })
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
        return { size }
      } catch (error) {
        await rm(path, { force: true })
        throw error
      }
    },

    /** Throws a BackupError with what is wrong. */
    async verify(path: string, signal: AbortSignal): Promise<void> {
      await readBackup(path, secrets, { signal })
    },

    /** Throws what is wrong: a BackupError, or why there is no database server to try it in. */
    drill: (path: string): Promise<Drilled> =>
      drillBackup({
        path,
        secrets,
        folder: join(deps.folder, '..', 'drill'),
        log: deps.log,
        now: new Date(deps.clock.now()),
      }),

    /** Undefined when this node does not have it. */
    async sizeOf(name: string): Promise<number | undefined> {
      return (await stat(pathOf(name)).catch(() => undefined))?.size
    },

    async openFile(name: string): Promise<{ content: Readable; size: number } | undefined> {
      const file = await open(pathOf(name), 'r').catch(() => undefined)
      if (file === undefined) return undefined
      const { size } = await file.stat()
      return { content: createReadStream('', { fd: file }), size }
    },

    async remove(name: string): Promise<void> {
      await rm(pathOf(name), { force: true })
    },
  }
}

export type BackupFiles = ReturnType<typeof createBackupFiles>
