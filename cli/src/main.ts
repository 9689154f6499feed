import { Command, CommanderError } from 'commander'
import { addCompletionCommand } from './completion.ts'
import { addExecCommand } from './exec.ts'
import { asFailure, exits, Failure } from './failure.ts'
import { addKeyCommands } from './keys.ts'
import { addLoginCommands } from './login.ts'
import { printFailure, printJson } from './output.ts'
import { addSharingCommands } from './sharing.ts'
import { addTakeCommand } from './take.ts'
import { addTokenCommands } from './tokens.ts'
import { version } from './version.ts'

const program = new Command('twofold')
  .description('Codes and keys of a Twofold vault')
  .version(version)
  .option('--url <address>', 'where Twofold is, in place of TWOFOLD_URL and of where you signed in')
  .option('--token-file <file>', 'a file with an access token, which only you may read')
  .option('--identity <source>', 'exchange the identity of a CI job for a token: github, gitlab or file:PATH')
  .option('--service-account <id>', 'whose token to ask for with --identity github')
  .option('--json', 'print the result and what goes wrong as JSON')
  .on('option:json', printJson)
  // Taken over by every command.
  .configureHelp({ showGlobalOptions: true })

addLoginCommands(program)
addKeyCommands(program)
addTakeCommand(program)
addExecCommand(program)
addSharingCommands(program)
addTokenCommands(program)
addCompletionCommand(program)
for (const command of [program, ...program.commands, ...program.commands.flatMap(({ commands }) => commands)])
  // Errors in arguments are reported in one place.
  command.exitOverride().configureOutput({ writeErr: () => {} })

function failureOf(error: unknown): Failure | undefined {
  if (error instanceof CommanderError && error.exitCode === 0) return undefined
  const failure = error instanceof CommanderError ? new Failure(wordsOf(error), exits.usage, 'cli.usage') : asFailure(error)
  return failure.exit === exits.usage && program.args[0] === 'exec' ? new Failure(failure.message, exits.exec, failure.code) : failure
}

const wordsOf = ({ code, message }: CommanderError) =>
  code === 'commander.help' ? 'Which command? Run: twofold --help' : message.replace(/^error: /, '')

try {
  await program.parseAsync()
} catch (error) {
  const failure = failureOf(error)
  if (failure !== undefined) {
    printFailure(failure)
    process.exitCode = failure.exit
  }
}
