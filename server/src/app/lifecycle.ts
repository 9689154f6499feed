import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { createDrain } from '../platform/http/drain.ts'
import type { Jobs } from '../platform/jobs.ts'
import type { Log } from '../platform/log.ts'

export interface LifecycleDeps {
  server: FastifyInstance
  jobs: Pick<Jobs, 'stop'>
  /** Sends connected pages to other nodes, by what proxies know by then. */
  sendAway: () => Promise<unknown>
  /** Work that can end while requests are still answered. */
  beginEnd: () => Promise<unknown>[]
  /** Work that ends beside the jobs, once no request is left. */
  finish: () => Promise<unknown>[]
  /** What jobs use up to their end. */
  release: () => Promise<unknown>[]
  log: Log
}

/** How a node leaves its cluster and stops. */
export function createLifecycle({ server, jobs, sendAway, beginEnd, finish, release, log }: LifecycleDeps) {
  let isStopping = false
  const { announceEnd, drain } = createDrain(server.server)

  async function stopJobs(milliseconds: number) {
    try {
      await jobs.stop(milliseconds)
    } finally {
      await Promise.all(release())
    }
  }

  return {
    isStopping: () => isStopping,

    /**
     * Keeps serving for `milliseconds` while `/readyz` answers 503, so that proxies send requests to other nodes before this one refuses
     * connections. Jobs continue.
     */
    async leave(milliseconds: number): Promise<void> {
      isStopping = true
      announceEnd()
      await Promise.all([sendAway(), wait(milliseconds)])
    },

    /**
     * Finishes requests and jobs in progress within `milliseconds` and a second, and refuses new connections. Idle connections are kept
     * open for `quietMs`.
     */
    async stop(milliseconds: number, quietMs = 0): Promise<void> {
      isStopping = true
      const end = performance.now() + milliseconds
      const ended = Promise.all(beginEnd())
      ended.catch(() => undefined) // reported with the rest, below
      await sendAway()
      await drain({ quietMs, mostMs: milliseconds })
      await server.close()
      const rest = Math.max(1000, end - performance.now())
      const finished = Promise.all([ended, stopJobs(rest), ...finish()])
      // A database that does not answer must not keep the process alive: leases let other nodes resume what is unfinished.
      finished.catch((error: unknown) => log.error({ err: error }, 'work could not be finished'))
      await Promise.race([finished, wait(rest + 1000, undefined, { ref: false })])
    },
  }
}
