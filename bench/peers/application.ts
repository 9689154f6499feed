import { readConfig } from '@twofold/server/src/platform/config.ts'
import { start } from '@twofold/server/src/start.ts'
import { log, serve } from './serve.ts'

/** The application on a database that another process has started: as `ROLES` and the other variables say. */
await serve(async () => {
  const running = await start({ config: readConfig(process.env), log, tuning: { rateLimitFactor: 1_000_000 } })
  return { ready: { url: running.address }, stop: () => running.stop() }
})
