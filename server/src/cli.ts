import { constants } from 'node:os'
import { rotateKeys } from './platform/crypto/rotate-keys.ts'
import { admin } from './admin-commands.ts'
import { audit } from './audit-commands.ts'
import { backUp, drill } from './backup-commands.ts'
import { doctor } from './doctor-command.ts'
import { runDemo } from './demo/demo.ts'
import { explainFailure } from './explain-failure.ts'
import { readConfig } from './platform/config.ts'
import { createLog } from './platform/log.ts'
import { StartError } from './platform/start-error.ts'
import { migrateFor } from './migrate-command.ts'
import { reachRunningDatabase } from './platform/ground/reach-database.ts'
import { restore } from './restore-command.ts'
import { openData, start } from './start.ts'
import { upgradeTo } from './upgrade-command.ts'

const commands: Record<string, () => Promise<void>> = {
  backup: backUp,
  restore,
  drill,
  migrate: migrateFor,
  admin,
  audit,
  doctor,
  upgrade: upgradeTo,
  demo: () => runDemo(readConfig({ HOST: '127.0.0.1', ...process.env }), start),

  async 'rotate-keys'() {
    const config = readConfig(process.env)
    const data = await openData({ config, log: createLog('warn') }, reachRunningDatabase)
    try {
      const { resealed, retired, unreadable } = await rotateKeys({ ...data, onProgress: (sentence) => console.log(sentence) })
      console.log(`Done: ${resealed} values are encrypted anew, and ${retired} old keys are gone.`)
      for (const { table, column, row } of unreadable)
        console.error(`Could not be opened, and its key was kept: ${table}.${column} of ${row}.`)
      if (unreadable.length > 0) process.exitCode = 1
    } finally {
      await data.close()
    }
  },
}

/** Through `process.exit`, so that a database server which the command started ends with it. */
function endOnSignal() {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(128 + constants.signals[signal]))
}

try {
  const name = process.argv[2] ?? ''
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (command === undefined) throw new StartError(`There is no command "${name}". There are: ${Object.keys(commands).join(', ')}.`)
  // The demo serves, and stops in good order.
  if (name !== 'demo') endOnSignal()
  await command()
} catch (error) {
  console.error(explainFailure(error))
  process.exitCode = 1
}
