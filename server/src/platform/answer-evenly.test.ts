import { expect, test } from 'vitest'
import { answerEvenly } from './answer-evenly.ts'

const time = 60

/** Result of `work`, and whether it took at least `time`; Node.js may wake a millisecond early. */
async function measured(work: () => Promise<string>) {
  const start = performance.now()
  const [outcome] = await Promise.allSettled([answerEvenly(time, work)])
  return { outcome, isHeldBack: performance.now() - start >= time - 2 }
}

test('work that succeeds or fails at once is answered when the time is over', async () => {
  const failure = new Error('taken')
  expect(await measured(async () => 'done')).toEqual({ outcome: { status: 'fulfilled', value: 'done' }, isHeldBack: true })
  expect(await measured(() => Promise.reject(failure))).toEqual({ outcome: { status: 'rejected', reason: failure }, isHeldBack: true })
})
