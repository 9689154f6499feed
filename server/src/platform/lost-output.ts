import { fileTrouble } from './file-trouble.ts'

/**
 * `console.log` drops what standard output refuses, so a command would end well whose output nobody has. Its work goes on, and it ends with a
 * sentence and exit code 1. The reader of a pipe, such as `head -1`, has what it wanted.
 */
export function reportLostOutput(): void {
  let lost: unknown
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') lost ??= error
  })
  process.once('exit', (code) => {
    if (lost === undefined) return
    console.error(`\n  The output of this command could not be written: ${fileTrouble(lost)}. What it did is done.\n`)
    process.exitCode = code || 1
  })
}
