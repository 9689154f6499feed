import { mkdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * Makes a folder and those above it, for this user alone. Answers whether it was missing, and made by this call. In place of Node's `recursive`, which
 * never answers, and keeps the process from ending, where a file system has no such folder and takes none, as /proc does.
 */
export async function makeFolder(folder: string, mode = 0o700): Promise<boolean> {
  const missing: string[] = []
  // A drive that is missing has nothing above it.
  for (let place = folder; place !== missing[0] && !(await isFolder(place)); place = dirname(place)) missing.unshift(place)
  let isMade = false
  for (const place of missing) isMade = await makeOne(place, mode)
  return isMade
}

/** Whether it was made here: another process may have made it meanwhile. */
async function makeOne(place: string, mode: number): Promise<boolean> {
  try {
    await mkdir(place, { mode })
    return true
  } catch (error) {
    if (codeOf(error) !== 'EEXIST' || !(await isFolder(place))) throw error
    return false
  }
}

/** Throws where a file is in the place of the folder. */
async function isFolder(place: string): Promise<boolean> {
  try {
    if ((await stat(place)).isDirectory()) return true
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false
    throw error
  }
  throw Object.assign(new Error(`EEXIST: file already exists, mkdir '${place}'`), { code: 'EEXIST', path: place })
}

const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code
