import type { Clock } from '../../platform/clock.ts'
import type { Log } from '../../platform/log.ts'
import type { Plan } from '../providers/choose-provider.ts'
import type { DeliveryService, Stream } from './delivery.service.ts'

const idleMilliseconds = 1000
const recoverEveryMilliseconds = 10_000

/** Delivers due e-mail until stopped, each provider's at its own pace. */
export function createWorker(deps: { delivery: DeliveryService; clock: Clock; log: Log }) {
  const stopping = new AbortController()
  /** Current claim of each stream. */
  const busy = new Map<string, Promise<void>>()
  let timesWoken = 0
  let isWoken = false
  let endRest = () => {}
  let recoverAt = 0
  let running: Promise<void> = Promise.resolve()

  async function run() {
    while (!stopping.signal.aborted) {
      isWoken = false
      try {
        await startStreams()
      } catch (error) {
        deps.log.error({ err: error }, 'mail cannot be delivered')
      }
      await rest()
    }
    await Promise.all(busy.values())
    await deps.delivery.settled()
  }

  async function startStreams() {
    if (deps.clock.now() >= recoverAt) {
      await deps.delivery.recover()
      recoverAt = deps.clock.now() + recoverEveryMilliseconds
    }
    const plan = await deps.delivery.plan()
    for (const stream of deps.delivery.streamsOf(plan)) {
      const key = keyOf(stream)
      if (!busy.has(key)) busy.set(key, work(plan, stream))
    }
  }

  async function work(plan: Plan, stream: Stream) {
    const before = timesWoken
    let taken = 0
    try {
      taken = await deps.delivery.deliver(plan, stream)
    } catch (error) {
      deps.log.error({ err: error }, 'mail cannot be delivered')
    }
    busy.delete(keyOf(stream))
    // There may be more, and where a provider has come to the end of its quota, another one may have to take over.
    if (taken > 0 || timesWoken !== before) look()
  }

  async function rest() {
    if (stopping.signal.aborted || isWoken) return
    const { promise, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, idleMilliseconds)
    endRest = resolve
    await promise
    clearTimeout(timer)
  }

  function look() {
    isWoken = true
    endRest()
  }

  return {
    start() {
      running = run()
    },
    /** Announces new e-mail. Without it the worker polls once a second. */
    wake() {
      timesWoken += 1
      look()
    },
    /** Claims no more e-mail, and waits for what is in progress: aborting would leave it in doubt. */
    async stop() {
      stopping.abort()
      endRest()
      await running
    },
  }
}

const keyOf = ({ provider, group }: Stream) => `${provider.id} ${group}`
