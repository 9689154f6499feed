import { expect, test } from 'vitest'
import type { Job, Note } from './job.ts'
import { tryMutants } from './try-mutants.ts'

const until = Date.now() + 60_000
const [killed, survivor, hanging, constant, unreached] = [0, 1, 2, 3, 4] as const
const [first, second] = ['server/src/first.test.ts', 'server/src/second.test.ts'] as const
const begun = (mutant: number): Note => ({ note: 'begun', mutant, test: 'a test', pid: 1 })
const ended = (mutant: number, isKilled: boolean): Note => ({ note: 'ended', mutant, test: 'a test', isKilled })
const reached = (at: 'load' | 'test', mutants: number[]): Note => ({ note: 'reached', at, mutants })

/** A worker that answers one list of notes for each job. */
function laneOf(...answers: Note[][]) {
  const jobs: { job: Job; files: readonly string[] }[] = []
  const work = async (job: Job, files: readonly string[]) => {
    jobs.push({ job, files })
    return answers.shift() ?? []
  }
  return { jobs, work }
}

test('a mutant in which the worker hangs is killed, and the others go on with the file it hung in', async () => {
  const lane = laneOf(
    [{ note: 'done' }, reached('test', [killed, survivor, hanging]), begun(killed), ended(killed, true), begun(hanging)],
    [begun(survivor), ended(survivor, false), { note: 'done' }],
  )
  const { verdicts } = await tryMutants(lane, { mutants: [killed, survivor, hanging, unreached], tests: [first, second], until })
  expect(Object.fromEntries(verdicts)).toEqual({
    [killed]: 'killed',
    [survivor]: 'survived',
    [hanging]: 'killed',
    [unreached]: 'unreached',
  })
  expect(lane.jobs.map(({ files }) => files)).toEqual([[first, second], [second]])
  expect(lane.jobs[1]?.job).toMatchObject({ mutants: [survivor, unreached] })
})

test('code that runs while modules are loaded is tried by loading them again', async () => {
  const lane = laneOf([reached('load', [constant]), { note: 'done' }], [begun(constant), ended(constant, true), { note: 'done' }])
  const { verdicts } = await tryMutants(lane, { mutants: [constant], tests: [first], until })
  expect(lane.jobs[1]?.job).toMatchObject({ way: 'loaded', steps: [{ mutant: constant, file: first }] })
  expect(verdicts.get(constant)).toBe('killed')
})

test('the verdict of a test that does not pass a second time counts for nothing', async () => {
  const lane = laneOf(
    [reached('test', [killed]), ended(killed, true), { note: 'unrepeatable', test: 'a test', mutants: [killed] }, { note: 'done' }],
    [begun(killed), ended(killed, false), { note: 'done' }],
  )
  const { verdicts } = await tryMutants(lane, { mutants: [killed], tests: [first], until })
  expect(verdicts.get(killed)).toBe('survived')
})

test('a worker that ends without hanging fails the run', async () => {
  await expect(tryMutants(laneOf([]), { mutants: [killed], tests: [first], until })).rejects.toThrow(`ended by itself in ${first}`)
})

test('a mutant that the time was too short for is no survivor', async () => {
  const { verdicts } = await tryMutants(laneOf(), { mutants: [killed], tests: [first], until: 0 })
  expect(verdicts.get(killed)).toBe('left')
})
