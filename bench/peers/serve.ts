import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLog } from '@twofold/server/src/platform/log.ts'
import { startEmbeddedPostgres } from '@twofold/server/src/platform/embedded-postgres/embedded-postgres.ts'
import pg from 'pg'

/*
 * The child's side of `server-process.ts`: every server that is measured runs in a process of its own, on an embedded
 * PostgreSQL of its own, and answers what it has used so far.
 */

/** Resources used by a server since its start. */
export interface Usage {
  /** Milliseconds of CPU time of its process, without PostgreSQL's. */
  cpu: number
  /** Statements sent to PostgreSQL, each one round trip. */
  queries: number
  /** Bytes of memory that its process holds at the moment, and the most it ever held. */
  memory: number
  peakMemory: number
}

export type FromChild<Ready> = { ready: Ready } | { usage: Usage }

/** Connections to PostgreSQL, the same for every server. */
export const poolSize = 12

/** Shows what should not happen, and writes nothing per request. */
export const log = createLog('error')

/** Tells the parent what `start` answers as `ready`, and runs until the parent goes or says so, then leaves nothing behind. */
export async function serve<Ready>(start: (dataDir: string) => Promise<{ ready: Ready; stop: () => Promise<void> }>): Promise<void> {
  const countQueries = watchQueries()
  const dataDir = await mkdtemp(join(tmpdir(), 'twofold-bench-'))
  const parentIsGone = new Promise((resolve) => process.once('disconnect', resolve))
  const crash = new Promise((_, reject) => process.once('uncaughtException', reject))
  crash.catch(() => {}) // it is awaited once the server runs
  // Ctrl-C reaches the parent too, and this process by its end.
  process.on('SIGINT', () => {})
  try {
    const { ready, stop } = await start(dataDir)
    process.on('message', (message) => {
      if (message !== 'usage') return
      const { user, system } = process.cpuUsage()
      const memory = process.memoryUsage.rss()
      // The kernel counts the peak in kilobytes.
      const peakMemory = process.resourceUsage().maxRSS * 1024
      send({ usage: { cpu: (user + system) / 1000, queries: countQueries(), memory, peakMemory } })
    })
    send({ ready })
    try {
      await Promise.race([parentIsGone, crash])
    } finally {
      await stop()
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
  process.exit()

  function send(message: FromChild<Ready>) {
    if (process.connected) process.send?.(message)
  }
}

/** A durable PostgreSQL of the same kind as the application's own, for servers that are not ours. */
export async function startDatabase(dataDir: string) {
  const { owner, stop } = await startEmbeddedPostgres({ dataDir, log })
  const pool = new pg.Pool({ ...owner, max: poolSize })
  pool.on('error', () => {}) // `end` answers while connections still say goodbye, and the database stops next
  return {
    pool,
    async stop() {
      await pool.end()
      await stop()
    },
  }
}

function watchQueries() {
  let queries = 0
  const send = pg.Client.prototype.query as (this: pg.Client, ...input: unknown[]) => unknown
  pg.Client.prototype.query = function (this: pg.Client, ...input: unknown[]) {
    queries += 1
    return send.apply(this, input)
  } as typeof pg.Client.prototype.query
  return () => queries
}
