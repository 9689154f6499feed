import { BackupError } from './platform/backup/backup.error.ts'
import { explainFileError } from './platform/explain-file-error.ts'
import { isDatabaseUnavailable } from './platform/database-unavailable.ts'
import { handsOutByTransaction, lostItsSession } from './platform/prepared-statements.ts'
import { InputError } from './platform/input-error.ts'
import { StartError } from './platform/start-error.ts'
import { UpgradeError } from './platform/upgrade/upgrade.error.ts'

/** Failure message on the terminal. `what` says what did not happen, the lines below it why and what to do. */
export const sayFailure = (what: string, error: unknown): string => `\n${indent(`${what}\n${explainFailure(error)}`)}\n`

/** Sentences with the cause and the remedy where we know them, else everything there is. */
export function explainFailure(error: unknown): string {
  if (error instanceof BackupError || error instanceof UpgradeError || error instanceof InputError) return error.message
  const fileError = explainFileError(error)
  if (error instanceof StartError)
    return fileError === undefined || error.message.includes(fileError) ? error.message : `${error.message}\n${fileError}`
  if (fileError !== undefined) return fileError
  if (lostItsSession(error)) return handsOutByTransaction
  if (isDatabaseUnavailable(error)) return 'The database cannot be reached. Check that it runs, and DATABASE_URL.'
  if (isSystemError(error) && error.code === '42501')
    return `The database refuses: ${error.message}. Make the user in DATABASE_URL the owner of Twofold's tables.`
  const refusal = isSystemError(error) ? refusals.get(error.code ?? '') : undefined
  return refusal ?? (error instanceof Error ? (error.stack ?? error.message) : String(error))
}

/** PostgreSQL's codes for a server that answers and does not let us in. */
const refusals = new Map([
  ['28P01', 'The database refuses the user or password in DATABASE_URL.'],
  ['28000', 'The database refuses the user or password in DATABASE_URL.'],
  ['3D000', 'The database that DATABASE_URL names does not exist. Create it first.'],
])

function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'code' in error
}

function indent(text: string): string {
  return text
    .split('\n')
    .map((line) => `  ${line}`)
    .join('\n')
}
