import { seed } from '@twofold/server/src/demo/seed.ts'
import { readConfig } from '@twofold/server/src/platform/config.ts'
import { start } from '@twofold/server/src/start.ts'
import { admin } from '../installation.ts'
import { log, poolSize, serve } from './serve.ts'

/** Limits are there to slow clients down, which is what is measured here. */
const rateLimitFactor = 1_000_000

await serve(async (dataDir) => {
  const first = { ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: admin.password }
  const { OUTBOUND_ALLOW } = process.env
  const more = OUTBOUND_ALLOW === undefined ? {} : { OUTBOUND_ALLOW }
  const config = readConfig({ PORT: '0', HOST: '127.0.0.1', DATA_DIR: dataDir, DATABASE_POOL: String(poolSize), ...first, ...more })
  const running = await start({ config, log, tuning: { rateLimitFactor } })
  if (process.argv.includes('demo')) await seed(running)
  const url = running.address?.replace('127.0.0.1', 'localhost')
  if (url === undefined) throw new Error('The application does not listen.')
  return { ready: { url }, stop: () => running.stop() }
})
