import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { betterAuth } from 'better-auth'
import { getMigrations } from 'better-auth/db/migration'
import { toNodeHandler } from 'better-auth/node'
import { admin } from 'better-auth/plugins'
import { nameOf } from '../fill-back-office.ts'
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
    // Everybody may list users: authorization is not measured.
    plugins: [admin({ defaultRole: 'admin' })],
  })
  const { runMigrations } = await getMigrations(auth.options)
  await runMigrations()
  await addUsers(Number(process.argv[2] ?? 0))
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

  /** The same names as our own installation has. */
  async function addUsers(count: number) {
    const people = Array.from({ length: count }, (_, number) => ({ id: `user-${number}`, ...nameOf(number) }))
    const rows = people.map(({ id, first, last }) => ({ id, name: `${first} ${last}`, email: `${first}.${last}${id}@example.org` }))
    await pool.query(
      `insert into "user" (id, name, email, "emailVerified", role, "createdAt", "updatedAt")
       select id, name, lower(email), true, 'user', now(), now() from jsonb_to_recordset($1::jsonb) as people (id text, name text, email text)`,
      [JSON.stringify(rows)],
    )
    await pool.query('analyze')
  }
})
