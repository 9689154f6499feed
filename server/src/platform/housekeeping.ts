import type { Database } from './database.ts'
import type { Jobs } from './jobs.ts'
import type { Log } from './log.ts'
import type { Retention, RetentionTask } from './retention.ts'

/** What a noun does every hour, before rows are removed. */
export interface HourlyStep {
  /** What the log calls it. */
  step: string
  run: () => Promise<unknown>
  /** Tables whose rows it counts: none of them is removed before it is. */
  counts?: readonly (keyof Database)[]
}

/** What runs every hour. A step that fails holds none of the others up; the job fails in the end, and is tried again. */
export function createHousekeeping(deps: {
  steps: readonly HourlyStep[]
  removable: () => RetentionTask[]
  retention: Pick<Retention, 'run'>
  jobs: Pick<Jobs, 'define'>
  log: Pick<Log, 'error'>
}) {
  async function attempt(step: string, work: () => Promise<unknown>, failures: unknown[]): Promise<boolean> {
    try {
      await work()
      return true
    } catch (error) {
      deps.log.error({ err: error, step }, 'housekeeping failed')
      failures.push(error)
      return false
    }
  }

  async function run(): Promise<void> {
    const failures: unknown[] = []
    const uncounted = new Set<string>()
    for (const { step, run: work, counts = [] } of deps.steps) {
      const isDone = await attempt(step, work, failures)
      if (!isDone) for (const table of counts) uncounted.add(table)
    }
    const tasks = deps.removable().filter(({ table }) => !uncounted.has(table))
    await attempt('retention', () => deps.retention.run(tasks), failures)
    if (failures.length > 0) throw new AggregateError(failures, 'Some of the housekeeping could not be done.')
  }

  deps.jobs.define({ name: 'housekeeping', schedule: '17 * * * *', batchSize: 1, expireInSeconds: 3600, run })
  return run
}
