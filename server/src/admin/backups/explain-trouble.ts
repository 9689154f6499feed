import { BackupError } from '../../platform/backup/backup.error.ts'

/** As PostgreSQL and its programs say it. */
const spaceIsOut = /No space left on device|could not extend file .*: wrote only/i

/** Why a backup failed, for people: what we know in our words, what the system says in its own. */
export function explainTrouble(error: unknown): string {
  if (error instanceof BackupError) return error.message
  const { code, message } = error as NodeJS.ErrnoException
  if (code === 'ENOSPC' || spaceIsOut.test(message))
    return 'There is no room left on the disk of the data folder. Make room and try again; what is there already is whole.'
  if (['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST'].includes(code ?? '')) return 'The data folder cannot be written to.'
  return message
}
