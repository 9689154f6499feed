import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Log } from '../log.ts'
import { makeFolder } from '../make-folder.ts'
import { bundle } from './bundle.ts'
import { describeBackup } from './read-backup.ts'

const unfinished = '.part'
/** Milliseconds that making a backup takes at most: a part is written, or found again, before a file names it. */
const longestMaking = 24 * 60 * 60 * 1000

const listNames = (folder: string): Promise<string[]> => readdir(folder).catch(() => [])

/** The folder that has the backups, and beside them the parts that they have in common. */
export function createBackupFolder({ folder, log }: { folder: string; log: Log }) {
  const pathOf = (name: string) => join(folder, name)
  const partsIn = join(folder, 'parts')
  const partPath = (name: string) => join(partsIn, name)

  /** The parts that a backup here consists of, in addition to its file. */
  async function listParts(name: string): Promise<{ name: string; size: number }[]> {
    const { parts = [] } = await describeBackup(pathOf(name))
    return Promise.all(parts.map(async (part) => ({ name: part, size: (await stat(partPath(part)).catch(() => undefined))?.size ?? 0 })))
  }

  /**
   * Removes parts that no file refers to any longer. Removes none while a file cannot be read, nor any that a backup under way may still refer to.
   */
  async function removeForgottenParts(): Promise<void> {
    const named = new Set<string>()
    for (const file of await listNames(folder)) {
      if (file === 'parts') continue
      try {
        for (const part of (await describeBackup(pathOf(file))).parts ?? []) named.add(part)
      } catch (error) {
        if (!file.endsWith(unfinished))
          return log.warn({ err: error, file }, 'no part of backups is removed while this file cannot be read')
      }
    }
    const youngest = Date.now() - longestMaking
    for (const part of await listNames(partsIn)) {
      const found = named.has(part) ? undefined : await stat(partPath(part)).catch(() => undefined)
      if (found !== undefined && found.mtimeMs < youngest) await rm(partPath(part), { force: true })
    }
  }

  return {
    pathOf,
    partPath,
    listParts,

    /** Prepares the path for a new backup. Backups are made one at a time, so any unfinished file belongs to a process that was killed. */
    async prepare(name: string): Promise<string> {
      await makeFolder(folder)
      for (const left of await readdir(folder)) if (left.endsWith(unfinished)) await rm(pathOf(left), { force: true })
      for (const left of await listNames(partsIn)) if (left.endsWith('.unfinished')) await rm(partPath(left), { force: true })
      return pathOf(`${name}${unfinished}`)
    },

    /** Undefined when this node does not have it. */
    async sizeOf(name: string): Promise<number | undefined> {
      return (await stat(pathOf(name)).catch(() => undefined))?.size
    },

    /** Includes its parts, as one file. */
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

    /** Removes also the parts that no other backup refers to. */
    async remove(name: string): Promise<void> {
      await rm(pathOf(name), { force: true })
      await removeForgottenParts()
    },
  }
}
