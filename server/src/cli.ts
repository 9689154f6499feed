import { constants } from 'node:os'
import { rotateKeys } from './platform/crypto/rotate-keys.ts'
import { admin } from './admin-commands.ts'
import { audit } from './audit-commands.ts'
import { backUp, drill } from './backup-commands.ts'
import { doctor } from './doctor-command.ts'
import { runDemo } from './demo/demo.ts'
import { sayFailure } from './explain-failure.ts'
import { openInstallation } from './open-installation.ts'
import { commandLine } from './platform/command-line.ts'
import { readConfig } from './platform/config.ts'
import { InputError, requireNoInput } from './platform/input-error.ts'
import { createLog } from './platform/log.ts'
import { reportLostOutput } from './platform/lost-output.ts'
import { migrateFor } from './migrate-command.ts'
import { restore } from './restore-command.ts'
import { start } from './start.ts'
import { upgradeTo } from './upgrade-command.ts'

interface Command {
  /** Arguments for the list of commands. Undefined: none. */
  input?: string
  does: string
  run: () => Promise<void>
}

const commands: Record<string, Command> = {
  doctor: { input: '[--json] [--wait-ready SECONDS]', does: 'looks for what is wrong', run: doctor },
  backup: { does: 'makes a backup and reads it back', run: backUp },
  drill: { does: 'restores the newest backup for a trial', run: drill },
  restore: { input: 'FILE | --from s3 [--replace]', does: 'brings a backup back', run: restore },
  admin: { input: 'list | reset EMAIL | create EMAIL', does: 'lets an administrator in again', run: admin },
  audit: { input: 'verify [FILE] | export FILE', does: 'verifies or exports the audit log', run: audit },
  'rotate-keys': { does: 'makes new keys and encrypts everything with them', run: rotate },
  migrate: { input: '[ROLE]', does: 'brings the tables of your own database up to date', run: migrateFor },
  upgrade: { input: 'FILE [--key FILE] [--restart COMMAND]', does: 'brings a newer release into service', run: upgradeTo },
  demo: {
    does: 'serves sample data, of which nothing is kept',
    run: () => runDemo(readConfig({ HOST: '127.0.0.1', ...process.env }), start),
  },
}

async function rotate(): Promise<void> {
  const config = readConfig(process.env)
  const data = await openInstallation({ config, log: createLog('warn') })
  try {
    const { resealed, retired, unreadable } = await rotateKeys({ ...data, onProgress: (sentence) => console.log(sentence) })
    console.log(`Done: ${resealed} values are encrypted anew, and ${retired} old keys are gone.`)
    for (const { table, column, row } of unreadable)
      console.error(`Could not be opened, and its key was kept: ${table}.${column} of ${row}.`)
    if (unreadable.length > 0) process.exitCode = 1
  } finally {
    await data.close()
  }
}

/** Through `process.exit`, so that a database server which the command started ends with it. */
function endOnSignal() {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(128 + constants.signals[signal]))
}

function listCommands(): string {
  const others = Object.entries(commands).map(([command, { input: rest, does }]) => [commandLine(command, rest), does] as const)
  const lines = [[commandLine('serve'), 'serves'] as const, ...others]
  const widest = Math.max(...lines.map(([line]) => line.length))
  return lines.map(([line, does]) => `  ${line.padEnd(widest)}  ${does}`).join('\n')
}

const [name = '', ...input] = process.argv.slice(2)
reportLostOutput()
try {
  if ([name, ...input].some((one) => one === '--help' || one === '-h') || name === 'help') console.log(listCommands())
  else await run()
} catch (error) {
  console.error(sayFailure(`${commandLine(name)} failed.`, error))
  process.exitCode = 1
}

async function run(): Promise<void> {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (command === undefined) throw new InputError(`There is no command "${name}". There are:\n${listCommands()}`)
  if (command.input === undefined) requireNoInput(input)
  // The demo serves, and stops in good order.
  if (name !== 'demo') endOnSignal()
  await command.run()
}
