import { StartError } from './platform/start-error.ts'

/** What a person sees when a command cannot start: sentences where we know what is wrong, else everything there is. */
export function explainFailure(error: unknown): string {
  if (error instanceof StartError) return `\n  Twofold cannot start.\n${indent(error.message)}\n`
  if (isSystemError(error) && error.code === 'EADDRINUSE') {
    return `\n  Twofold cannot start.\n  Port ${error.port} is taken by another program. Set PORT to another number.\n`
  }
  if (isSystemError(error) && error.code === 'EACCES' && error.syscall === 'listen') {
    return `\n  Twofold cannot start.\n  Port ${error.port} may not be used by this user. Set PORT to a number above 1023.\n`
  }
  return `\n  Twofold cannot start.\n${indent(error instanceof Error ? (error.stack ?? error.message) : String(error))}\n`
}

function isSystemError(error: unknown): error is NodeJS.ErrnoException & { port?: number } {
  return error instanceof Error && 'code' in error
}

function indent(text: string): string {
  return text
    .split('\n')
    .map((line) => `  ${line}`)
    .join('\n')
}
