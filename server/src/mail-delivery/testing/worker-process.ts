/* A process of its own for tests: the worker role on the database it is given, so that it can be killed while it works. */
import { once } from 'node:events'
import { clockOf } from '../../platform/clock.ts'
import { readConfig } from '../../platform/config.ts'
import { createLog } from '../../platform/log.ts'
import { start } from '../../start.ts'
import type { WorkerSettings } from './start-worker-processes.ts'

const { env, clock } = JSON.parse(process.argv[2] ?? '') as WorkerSettings

process.once('disconnect', () => process.exit())
process.send?.('loaded')
await once(process, 'message')
await start({
  config: readConfig({ ...env, ROLES: 'worker' }),
  log: createLog('info'), // read where the test fails
  clock: clockOf(() => Math.round(clock.start + (Date.now() - clock.startedAt) * clock.speed)),
})
