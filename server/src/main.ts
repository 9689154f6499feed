import { explainFailure } from './explain-failure.ts'
import { readConfig } from './platform/config.ts'
import { watchForEnd } from './platform/ending.ts'
import { createLog } from './platform/log.ts'
import { start } from './start.ts'

const { endWith } = watchForEnd()
try {
  const config = readConfig(process.env)
  const log = createLog(config.logLevel)
  const running = await start({ config, log })

  // A signal that came during the start is heard now: what was started has to be stopped.
  endWith({ stop: running.stop, mostMs: (config.shutdownSeconds + 5) * 1000 }, log)

  if (running.address !== undefined) console.log(`\n  Twofold is ready at ${config.appUrl}\n`)
  if (running.madeAdmin) console.log(`  The administrator ${config.admin?.email} was made.\n`)
  if (running.setupLink !== undefined) {
    const { address, minutes } = running.setupLink
    console.log(`  Set up the first administrator within ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}:\n  ${address}\n`)
  }
  log.info({ address: running.address, roles: config.roles }, 'started')
} catch (error) {
  console.error(explainFailure(error))
  process.exit(1)
}
