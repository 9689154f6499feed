import { sayFailure } from './explain-failure.ts'
import { commandLine } from './platform/command-line.ts'
import { readConfig } from './platform/config.ts'
import { watchForEnd } from './platform/end-of-process.ts'
import { requireNoInput } from './platform/input-error.ts'
import { createLog } from './platform/log.ts'
import { reachDatabase } from './platform/ground/reach-database.ts'

const { endWith } = watchForEnd()
try {
  requireNoInput(process.argv.slice(2).filter((one) => one !== 'serve'))
  const config = readConfig(process.env)
  const log = createLog(config.logLevel)
  // The database server starts while the application is loaded: each of them keeps a core busy.
  const { promise: launched, resolve: onLaunched } = Promise.withResolvers<void>()
  const reaching = reachDatabase({ config, log, onLaunched })
  await Promise.race([launched, reaching])
  const { start } = await import('./start.ts')
  const running = await start({ config, log, reach: () => reaching })

  // A signal that came during the start is heard now: what was started has to be stopped.
  endWith({ stop: running.stop, mostMs: (config.drainSeconds + config.shutdownSeconds + 5) * 1000 }, log)

  if (running.address !== undefined) console.log(`\n  Twofold is ready at ${config.appUrl}\n`)
  if (running.madeAdmin) console.log(`  The administrator ${config.admin?.email} was made.\n`)
  if (config.admin !== undefined && !running.madeAdmin) {
    console.log('  ADMIN_EMAIL did nothing: there is an administrator already, and ADMIN_EMAIL and ADMIN_PASSWORD can be removed.')
    console.log(
      `  For one who cannot sign in: ${commandLine('admin', 'reset EMAIL')}. For one more: ${commandLine('admin', 'create EMAIL')}.\n`,
    )
  }
  if (running.setupLink !== undefined) {
    const { address, minutes } = running.setupLink
    console.log(`  Set up the first administrator within ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}:\n  ${address}\n`)
  }
  log.info({ address: running.address, roles: config.roles }, 'started')
} catch (error) {
  console.error(sayFailure('Twofold cannot start.', error))
  process.exit(1)
}
