import { BackupError } from './platform/backup/backup.error.ts'
import { explainFileError } from './platform/explain-file-error.ts'
import { isDatabaseUnavailable } from './platform/database-unavailable.ts'
import { StartError } from './platform/start-error.ts'
import { UpgradeError } from './platform/upgrade/upgrade.error.ts'

/** What a person sees when a command cannot start: sentences where we know what is wrong, else everything there is. */
export function explainFailure(error: unknown): string {
  if (error instanceof BackupError || error instanceof UpgradeError) return `\n${indent(error.message)}\n`
  const fileError = explainFileError(error)
  if (error instanceof StartError) {
    const remedy = fileError === undefined || error.message.includes(fileError) ? '' : `\n${fileError}`
    return `\n  Twofold cannot start.\n${indent(error.message + remedy)}\n`
  }
  if (fileError !== undefined) return `\n  Twofold cannot start.\n  ${fileError}\n`
  if (isSystemError(error) && error.code === 'EADDRINUSE') {
    return `\n  Twofold cannot start.\n  Port ${error.port} is taken by another program. Set PORT to another number.\n`
  }
  if (isSystemError(error) && error.code === 'EACCES' && error.syscall === 'listen') {
    return `\n  Twofold cannot start.\n  Port ${error.port} may not be used by this user. Set PORT to a number above 1023.\n`
  }
  if (isDatabaseUnavailable(error))
    return '\n  Twofold cannot start.\n  The database cannot be reached. Check that it runs, and DATABASE_URL.\n'
  if (isSystemError(error) && error.code === '42501') {
    return `\n  Twofold cannot start.\n  The database refuses: ${error.message}. Make the user in DATABASE_URL the owner of Twofold's tables.\n`
  }
  const refusal = isSystemError(error) ? refusals.get(error.code ?? '') : undefined
  if (refusal !== undefined) return `\n  Twofold cannot start.\n  ${refusal}\n`
  return `\n  Twofold cannot start.\n${indent(error instanceof Error ? (error.stack ?? error.message) : String(error))}\n`
}

/** PostgreSQL's codes for a server that answers and does not let us in. */
const refusals = new Map([
  ['28P01', 'The database refuses the user or password in DATABASE_URL.'],
  ['28000', 'The database refuses the user or password in DATABASE_URL.'],
  ['3D000', 'The database that DATABASE_URL names does not exist. Create it first.'],
])

function isSystemError(error: unknown): error is NodeJS.ErrnoException & { port?: number } {
  return error instanceof Error && 'code' in error
}

function indent(text: string): string {
  return text
    .split('\n')
    .map((line) => `  ${line}`)
    .join('\n')
}
