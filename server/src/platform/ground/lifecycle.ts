import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { createDrain } from '../http/drain.ts'
import type { Jobs } from '../jobs.ts'
import type { Log } from '../log.ts'
import type { EndPhase } from './define-noun.ts'

export interface LifecycleDeps {
  server: FastifyInstance
  jobs: Pick<Jobs, 'stop'>
  leaving: Pick<AbortController, 'abort'>
  /** Has every noun do what is to be done in this phase. */
  during: (phase: EndPhase) => Promise<unknown>[]
  log: Log
}

/** Lets a node leave its cluster and stop. */
export function createLifecycle({ server, jobs, leaving, during, log }: LifecycleDeps) {
  const { announceEnd, drain } = createDrain(server.server)

  async function stopJobs(milliseconds: number) {
    try {
      await jobs.stop(milliseconds)
    } finally {
      await Promise.all(during('release'))
    }
  }

  return {
    /**
     * Keeps serving for `milliseconds` while `/readyz` answers 503, so that proxies send requests to other nodes before this one refuses
     * connections. Jobs continue.
     */
    async leave(milliseconds: number): Promise<void> {
      leaving.abort()
      announceEnd()
      await Promise.all([...during('leave'), wait(milliseconds)])
    },

    /**
     * Finishes requests and jobs in progress within `milliseconds` and a second, and refuses new connections. Idle connections are kept
     * open for `quietMs`.
     */
    async stop(milliseconds: number, quietMs = 0): Promise<void> {
      leaving.abort()
      const end = performance.now() + milliseconds
      const ended = Promise.all(during('breakOff'))
      ended.catch(() => undefined) // reported with the rest, below
      await Promise.all(during('leave'))
      await drain({ quietMs, mostMs: milliseconds })
      await server.close()
      const rest = Math.max(1000, end - performance.now())
      const finished = Promise.all([ended, stopJobs(rest), ...during('finish')])
      // A database that does not answer must not keep the process alive: leases let other nodes resume what is unfinished.
      finished.catch((error: unknown) => log.error({ err: error }, 'work could not be finished'))
      await Promise.race([finished, wait(rest + 1000, undefined, { ref: false })])
    },
  }
}
