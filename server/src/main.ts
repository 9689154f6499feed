import closeWithGrace from 'close-with-grace'
import { explainFailure } from './explain-failure.ts'
import { readConfig } from './platform/config.ts'
import { createLog } from './platform/log.ts'
import { start } from './start.ts'

try {
  const config = readConfig(process.env)
  const log = createLog(config.logLevel)
  const running = await start({ config, log })

  closeWithGrace({ delay: (config.shutdownSeconds + 5) * 1000, logger: log }, async ({ err, signal }) => {
    if (err !== undefined) log.fatal({ err }, 'stopping after an unexpected error')
    else log.info({ signal }, 'stopping')
    await running.stop()
  })

  if (running.address !== undefined) console.log(`\n  Twofold is ready at ${config.appUrl}\n`)
  if (running.madeAdmin) console.log(`  The administrator ${config.admin?.email} was made.\n`)
  if (running.setupLink !== undefined) {
    console.log(`  Set up the first administrator within 30 minutes:\n  ${running.setupLink}\n`)
  }
  log.info({ address: running.address, roles: config.roles }, 'started')
} catch (error) {
  console.error(explainFailure(error))
  process.exit(1)
}
