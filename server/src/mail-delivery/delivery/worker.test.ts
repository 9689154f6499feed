import { setImmediate as giveWay } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createManualClock } from '../../platform/clock.ts'
import { createLog } from '../../platform/log.ts'
import { createWorker } from './worker.ts'

test('an idle worker looks once a second, and at once when it is woken for e-mail, also for e-mail that comes while it looks', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const nowhere = { providers: [], open: { urgent: [], other: [] }, closed: { urgent: [], other: [] } }
  let looks = 0
  let whileLooking = () => {}
  const delivery = {
    recover: () => Promise.resolve(),
    plan: () => {
      looks += 1
      whileLooking()
      whileLooking = () => {}
      return Promise.resolve(nowhere)
    },
    streamsOf: () => [],
    deliver: () => Promise.resolve(0),
    settled: () => Promise.resolve(),
  }
  const worker = createWorker({ delivery, clock: createManualClock(), log: createLog('error') })
  const looksAfter = async (act: () => void) => {
    act()
    await giveWay()
    return looks
  }

  expect(await looksAfter(() => worker.start())).toBe(1)
  expect(await looksAfter(() => vi.advanceTimersByTime(999))).toBe(1)
  expect(await looksAfter(() => vi.advanceTimersByTime(1))).toBe(2)
  expect(await looksAfter(() => worker.wake())).toBe(3)
  whileLooking = () => worker.wake()
  expect(await looksAfter(() => worker.wake())).toBe(5)
  await worker.stop()
  expect(await looksAfter(() => worker.wake())).toBe(5)
})
