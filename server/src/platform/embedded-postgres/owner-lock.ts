import { accessSync, constants, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { DataFolderInUseError } from './embedded-postgres.error.ts'

const busy = 5 // SQLITE_BUSY

/** SQLite's codes for troubles of the disk, and those of file systems, which have sentences. */
const ofDisk = new Map([
  [10, 'EIO'],
  [13, 'ENOSPC'],
  [14, 'EACCES'],
])

/**
 * Makes this process the only owner of `folder`, or throws `DataFolderInUseError`. Returns the release.
 *
 * The lock is the kernel's (fcntl), so it ends with its owner however that dies and there is nothing stale to judge. Node has
 * no call for it, but its SQLite takes exactly this lock on an empty file. Nothing else in the process may open that file:
 * POSIX drops a process's locks on a file when *any* of its descriptors is closed.
 */
export function lockFolder(folder: string): () => void {
  const owner = path.join(folder, 'owner')
  const place = path.join(folder, 'lock')
  let file: DatabaseSync | undefined
  try {
    file = new DatabaseSync(place, { timeout: 0 })
    // Of a file that it may only read, SQLite takes no exclusive lock, and says nothing.
    accessSync(place, constants.W_OK)
    file.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    file?.close()
    // The system's own error, which is explained as it is; those of SQLite come from no call.
    if ((error as NodeJS.ErrnoException).syscall !== undefined) throw error
    const code = codeOf(error)
    if (code !== busy) throw Object.assign(new Error(String(error), { cause: error }), { code: ofDisk.get(code), path: place })
    throw new DataFolderInUseError(
      `Another Twofold process${describe(owner)} is using the data in ${path.dirname(folder)}. Stop it first, or give this one a DATA_DIR of its own.`,
    )
  }
  writeFileSync(owner, String(process.pid), { mode: 0o600 })
  const held = file
  return () => held.close()
}

/** Without its extension. */
function codeOf(error: unknown) {
  return error instanceof Error && 'errcode' in error && typeof error.errcode === 'number' ? error.errcode & 0xff : 0
}

function describe(owner: string) {
  try {
    return ` (pid ${Number(readFileSync(owner, 'utf8'))})`
  } catch {
    return ''
  }
}
