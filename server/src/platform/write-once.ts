import { randomBytes } from 'node:crypto'
import { link, open, readFile, rm } from 'node:fs/promises'
import path from 'node:path'

/**
 * Puts a secret into a file that does not exist yet, readable by this user alone. It appears whole or not at all, and is on the
 * disk when this returns. Of several processes that do this at once one succeeds, and all return what that one wrote.
 */
export async function writeOnce(place: string, text: string): Promise<string> {
  const draft = `${place}.${randomBytes(6).toString('hex')}`
  const file = await open(draft, 'wx', 0o600)
  try {
    await file.writeFile(text)
    await file.sync()
    await file.close()
    await link(draft, place) // unlike a rename, never replaces what is there
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    await file.close().catch(() => {}) // closed already, unless writing failed
    await rm(draft, { force: true })
  }
  await syncFolder(path.dirname(place))
  return readFile(place, 'utf8')
}

/** A file's name in its folder has to reach the disk too. Windows knows no such call, and does it by itself. */
export async function syncFolder(folder: string) {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
