import { setTimeout as wait } from 'node:timers/promises'
import type { Log } from './log.ts'
import { asPerson } from './person.ts'

interface Options {
  name: string
  lookEveryMs: number
  /** Does what is due. Answers the pause until the next look, in milliseconds. */
  look: () => Promise<number>
  log: Pick<Log, 'warn'>
  /** Logged when a look fails, once until one succeeds again. */
  trouble: string
}

/** Looks for work until it is stopped. Requests do not wait for it, and it does not count as work of the request that asks for it. */
export function createWorkerLoop({ name, lookEveryMs, look, log, trouble }: Options) {
  const worker = { key: name, isOver: false }
  const stopping = new AbortController()
  let running: Promise<void> | undefined

  async function run(): Promise<void> {
    let isFailing = false
    while (!stopping.signal.aborted) {
      let pause = lookEveryMs
      try {
        pause = await look()
        isFailing = false
      } catch (error) {
        if (!isFailing && !stopping.signal.aborted) log.warn({ err: error }, trouble)
        isFailing = true
      }
      if (pause > 0) await wait(pause, undefined, { signal: stopping.signal, ref: false }).catch(() => {})
    }
  }

  const asWorker = <T>(work: () => T): T => asPerson(worker, work)

  return {
    signal: stopping.signal,
    asWorker,
    start: () => void (running ??= asWorker(run)),
    async stop(): Promise<void> {
      stopping.abort()
      await running
    },
  }
}
