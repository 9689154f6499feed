import { type FileHandle, open } from 'node:fs/promises'

/** Why a file that somebody named cannot be used, and what to do. */
const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such place. Mind the path',
  ENOTDIR: 'a part of the path is a file. Mind the path',
  EEXIST: 'it is there already. Name another file',
  EISDIR: 'it is a folder. Name a file',
  ENOSPC: 'there is no space left',
  EACCES: 'this user may not. Choose another place, or another user',
}

/** The end of "FILE cannot be read: …", without a full stop; what is rare is said in the system's own words. */
export function fileTrouble(error: unknown): string {
  const { code = '', message } = error as NodeJS.ErrnoException
  return reasons[code] ?? message
}

/** Opens a file that somebody named. A folder opens as well, and would fail only when it is read. */
export async function openNamedFile(file: string, flags: 'r' | 'wx'): Promise<FileHandle> {
  const handle = await open(file, flags, 0o600)
  if (!(await handle.stat()).isDirectory()) return handle
  await handle.close()
  throw Object.assign(new Error(`${file} is a folder`), { code: 'EISDIR' })
}
