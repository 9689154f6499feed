import { expect, test } from 'vitest'
import { eventually } from '../testing/eventually.ts'
import { createManualClock } from './clock.ts'
import { shareRecent } from './share-recent.ts'

function started() {
  const clock = createManualClock(0)
  const runs: ((answer: number) => void)[] = []
  const figures = shareRecent(() => new Promise<number>((resolve) => runs.push(resolve)), { keptMs: 1000, clock })
  /** As soon as the run has begun. */
  const finish = async (run: number, answer: number) =>
    (await eventually(() => runs[run] ?? expect.fail(`run ${run} has not begun`)))(answer)
  return { clock, finish, figures }
}

test('an answer is given again until its time is over, which begins with the work on it', async () => {
  const { clock, finish, figures } = started()
  const first = figures.get()
  clock.advance(400)
  await finish(0, 1)
  expect(await first).toBe(1)
  clock.advance(599)
  expect(await figures.get()).toBe(1)
  clock.advance(1)
  const second = figures.get()
  await finish(1, 2)
  expect(await second).toBe(2)
})

test('a change is in the next answer, also if it came while an answer was computed', async () => {
  const { finish, figures } = started()
  const first = figures.get()
  figures.forget()
  await finish(0, 1)
  expect(await first).toBe(1)
  const second = figures.get()
  await finish(1, 2)
  expect(await second).toBe(2)
  figures.forget()
  const third = figures.get()
  await finish(2, 3)
  expect(await third).toBe(3)
})

test('work that failed is tried again at once', async () => {
  let tries = 0
  const figures = shareRecent(() => (tries++ === 0 ? Promise.reject(new Error('away')) : Promise.resolve(tries)), {
    keptMs: 1000,
    clock: createManualClock(0),
  })
  await expect(figures.get()).rejects.toThrow('away')
  expect(await figures.get()).toBe(2)
})
