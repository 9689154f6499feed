import { readConfig } from '@twofold/server/src/platform/config.ts'
import { start } from '@twofold/server/src/start.ts'
import { admin } from '../installation.ts'
import { log, poolSize, serve } from './serve.ts'

/*
 * The application in a process that watches its main thread between `watch` and `cost`. The event loop is kept turning meanwhile, and each turn
 * is measured in CPU time of the thread, so that other processes of the machine do not count.
 */

/** Cost of a call for the main thread, in milliseconds of CPU: its longest turn, and all active turns together. */
export interface Cost {
  longest: number
  total: number
}

/** Microseconds of a turn in which nothing happened but the watching. */
const idleTurn = 60

let watching = false
let last = 0
let cost: Cost = { longest: 0, total: 0 }

function now(): number {
  const { user, system } = process.threadCpuUsage()
  return user + system
}

function turn() {
  const time = now()
  const spent = time - last
  last = time
  if (spent > idleTurn) {
    cost.total += spent / 1000
    cost.longest = Math.max(cost.longest, spent / 1000)
  }
  if (watching) setImmediate(turn)
}

await serve(async (dataDir) => {
  const environment = { PORT: '0', HOST: '127.0.0.1', DATA_DIR: dataDir, DATABASE_POOL: String(poolSize) }
  const config = readConfig({ ...environment, ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: admin.password })
  const running = await start({ config, log, tuning: { rateLimitFactor: 1_000_000 } })
  process.on('message', (message) => {
    if (message === 'watch') {
      cost = { longest: 0, total: 0 }
      watching = true
      last = now()
      setImmediate(turn)
      process.send?.({ watching })
    }
    if (message === 'cost') {
      watching = false
      process.send?.({ cost })
    }
  })
  return { ready: { url: running.address }, stop: () => running.stop() }
})
