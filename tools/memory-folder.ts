import { accessSync, constants, statfsSync } from 'node:fs'

const folder = '/dev/shm'
const roomBytes = 4 * 1024 ** 3

/**
 * Makes temporary files live in memory where the machine can spare it: a database is a thousand files, which take 0.02 s to make there and up
 * to 0.9 s on a disk. Processes started later inherit the setting; one that was made already stays.
 */
export function keepTemporaryFilesInMemory() {
  if (process.env.TMPDIR === undefined && hasRoom()) process.env.TMPDIR = folder
}

function hasRoom() {
  try {
    accessSync(folder, constants.W_OK)
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize >= roomBytes
  } catch {
    return false
  }
}
