import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { betterAuth } from 'better-auth'
import { getMigrations } from 'better-auth/db/migration'
import { toNodeHandler } from 'better-auth/node'
import { serve, startDatabase } from './serve.ts'

/*
 * better-auth as its documentation sets it up on PostgreSQL and on Node's own HTTP server, which is the leanest way it names.
 * Only its rate limit, log and telemetry are off.
 */
await serve(async (dataDir) => {
  const { pool, stop } = await startDatabase(dataDir)
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const auth = betterAuth({
    baseURL: url,
    secret: randomBytes(32).toString('base64'),
    database: pool,
    emailAndPassword: { enabled: true },
    rateLimit: { enabled: false },
    logger: { disabled: true },
    telemetry: { enabled: false },
  })
  const { runMigrations } = await getMigrations(auth.options)
  await runMigrations()
  const handle = toNodeHandler(auth)
  const underWay = new Set<Promise<void>>()
  server.on('request', (request, response) => {
    const work: Promise<void> = handle(request, response).finally(() => underWay.delete(work))
    underWay.add(work)
  })
  return {
    ready: { url },
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
      // Work goes on for clients that did not wait for the answer; for one that is gone it may never end.
      await Promise.race([Promise.allSettled(underWay), pause(1000)])
      await stop()
    },
  }
})
