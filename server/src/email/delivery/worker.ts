import type { Clock } from '../../platform/clock.ts'
import type { Log } from '../../platform/log.ts'
import type { DeliveryService } from './delivery.service.ts'

/** Mails taken at once; each provider's pool decides how many are really under way. */
const batch = 40
const idleMilliseconds = 1000
const recoverEveryMilliseconds = 10_000

/** Delivers what is due, again and again, until stopped. */
export function createWorker(deps: { delivery: DeliveryService; clock: Clock; log: Log }) {
  const stopping = new AbortController()
  let isWoken = false
  let endRest = () => {}
  let running: Promise<void> = Promise.resolve()

  async function run() {
    let recoverAt = 0
    while (!stopping.signal.aborted) {
      isWoken = false
      let taken = 0
      try {
        if (deps.clock.now() >= recoverAt) {
          await deps.delivery.recover()
          recoverAt = deps.clock.now() + recoverEveryMilliseconds
        }
        taken = await deps.delivery.deliverDue(batch)
      } catch (error) {
        deps.log.error({ err: error }, 'mail cannot be delivered')
      }
      if (taken === 0) await rest()
    }
  }

  async function rest() {
    if (stopping.signal.aborted || isWoken) return
    const { promise, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, idleMilliseconds)
    endRest = resolve
    await promise
    clearTimeout(timer)
  }

  return {
    start() {
      running = run()
    },
    /** There is mail that was not there before. Without being told, the worker looks once a second. */
    wake() {
      isWoken = true
      endRest()
    },
    /** Takes no more mail, and waits for what is under way: breaking it off would leave it in doubt. */
    async stop() {
      stopping.abort()
      endRest()
      await running
    },
  }
}
