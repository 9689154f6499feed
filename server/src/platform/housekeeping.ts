import type { Database } from './database.ts'
import type { Jobs } from './jobs.ts'
import type { Log } from './log.ts'
import type { Retention, RetentionTask } from './retention.ts'

/** A noun's hourly step, before rows are removed. */
export interface HourlyStep {
  /** Its name in the log. */
  step: string
  run: () => Promise<unknown>
  /** Tables whose rows it counts: none of them is removed before it is. */
  counts?: readonly (keyof Database)[]
}

/** The hourly job. A failing step does not block the others; the job fails at the end and is retried. */
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
