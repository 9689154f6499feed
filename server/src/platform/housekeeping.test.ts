import { expect, test } from 'vitest'
import { createHousekeeping, type HourlyStep } from './housekeeping.ts'
import type { RetentionTask } from './retention.ts'

/** Housekeeping that writes down what it did. */
function prepare(...steps: ((done: string[]) => HourlyStep)[]) {
  const done: string[] = []
  const errors: string[] = []
  const run = createHousekeeping({
    steps: steps.map((step) => step(done)),
    removable: () => ['activity', 'key_usage', 'sessions'].map((table): RetentionTask => ({ table, removeBatch: async () => false })),
    retention: { run: async (tasks) => void done.push(`removed ${tasks.map(({ table }) => table).join(' ')}`) },
    jobs: { define: () => undefined },
    log: { error: ({ step }: { step: string }) => void errors.push(step) },
  })
  return { done, errors, run }
}

const succeeds = (step: string) => (done: string[]) => ({ step, run: async () => void done.push(step) })
const fails =
  (step: string, ...counts: ('activity' | 'key_usage')[]) =>
  () => ({ step, counts, run: () => Promise.reject(new Error(`no ${step}`)) })

test('steps run in their order, and rows are removed after all of them', async () => {
  const { done, run } = prepare(succeeds('months'), succeeds('shares'), succeeds('days'))
  await run()
  expect(done).toEqual(['months', 'shares', 'days', 'removed activity key_usage sessions'])
})

test('a step that fails holds no other up, and keeps the tables that it counts', async () => {
  const { done, errors, run } = prepare(fails('days', 'activity', 'key_usage'), succeeds('shares'))
  await expect(run()).rejects.toThrow('Some of the housekeeping could not be done.')
  expect([done, errors]).toEqual([['shares', 'removed sessions'], ['days']])
})

test('one that counts nothing keeps nothing', async () => {
  const { done, run } = prepare(fails('shares'))
  await expect(run()).rejects.toThrow('Some of the housekeeping could not be done.')
  expect(done).toEqual(['removed activity key_usage sessions'])
})
