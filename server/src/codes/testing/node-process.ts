/* A process of its own for tests: a node with the real clock on the database it is given, so that it can be killed while people wait at it. */
import { readConfig } from '../../platform/config.ts'
import { createLog } from '../../platform/log.ts'
import { start } from '../../start.ts'

const cheap = { memoryCost: 1024, timeCost: 1 }

process.once('disconnect', () => process.exit())
const node = await start({
  config: readConfig(JSON.parse(process.argv[2] ?? '') as Record<string, string>),
  log: createLog('fatal'),
  tuning: { cost: { password: cheap, pin: cheap }, rateLimitFactor: 1000, openBeforeSetUp: true },
})
process.send?.(node.address)
