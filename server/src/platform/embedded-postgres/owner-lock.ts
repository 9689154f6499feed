import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { DataFolderInUseError } from './embedded-postgres.error.ts'

const busy = 5 // SQLITE_BUSY

/**
 * Makes this process the only owner of `folder`, or throws `DataFolderInUseError`. Returns the release.
 *
 * The lock is the kernel's (fcntl), so it ends with its owner however that dies and there is nothing stale to judge. Node has
 * no call for it, but its SQLite takes exactly this lock on an empty file. Nothing else in the process may open that file:
 * POSIX drops a process's locks on a file when *any* of its descriptors is closed.
 */
export function lockFolder(folder: string): () => void {
  const owner = path.join(folder, 'owner')
  const file = new DatabaseSync(path.join(folder, 'lock'), { timeout: 0 })
  try {
    file.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    file.close()
    if (!isBusy(error)) throw error
    throw new DataFolderInUseError(
      `Another Twofold process${describe(owner)} is using the data in ${path.dirname(folder)}. Stop it first, or give this one a DATA_DIR of its own.`,
    )
  }
  writeFileSync(owner, String(process.pid), { mode: 0o600 })
  return () => file.close()
}

function isBusy(error: unknown) {
  return error instanceof Error && 'errcode' in error && error.errcode === busy
}

function describe(owner: string) {
  try {
    return ` (pid ${Number(readFileSync(owner, 'utf8'))})`
  } catch {
    return ''
  }
}
