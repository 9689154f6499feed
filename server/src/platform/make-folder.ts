import { mkdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * Makes a folder and those above it, for this user alone. Answers the first one that was made; undefined: all were there. In place of Node's
 * `recursive`, which never answers, and keeps the process from ending, where a file system has no such folder and takes none, as /proc does.
 */
export async function makeFolder(folder: string, mode = 0o700): Promise<string | undefined> {
  const missing: string[] = []
  for (let place = folder; !(await isFolder(place)); place = dirname(place)) missing.unshift(place)
  for (const place of missing)
    await mkdir(place, { mode }).catch(async (error: unknown) => {
      // Another process may have made it meanwhile.
      if (codeOf(error) !== 'EEXIST' || !(await isFolder(place))) throw error
    })
  return missing[0]
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
