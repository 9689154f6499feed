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

/** Runs steps in their order; a failing one does not block the others. Answers the failures, and the tables that were not counted. */
export async function runSteps(steps: readonly HourlyStep[], log: Pick<Log, 'error'>) {
  const failures: unknown[] = []
  const uncounted = new Set<string>()
  for (const { step, run, counts = [] } of steps) {
    try {
      await run()
    } catch (error) {
      log.error({ err: error, step }, 'housekeeping failed')
      failures.push(error)
      for (const table of counts) uncounted.add(table)
    }
  }
  return { failures, uncounted }
}

/** Throws what the steps and the removal failed with. */
export function throwFailures(failures: readonly unknown[]): void {
  if (failures.length > 0) throw new AggregateError(failures, 'Some of the housekeeping could not be done.')
}

/** The hourly job. A failing step does not block the others; the job fails at the end and is retried. */
export function createHousekeeping(deps: {
  steps: readonly HourlyStep[]
  removable: () => RetentionTask[]
  retention: Pick<Retention, 'run'>
  jobs: Pick<Jobs, 'define'>
  log: Pick<Log, 'error'>
}) {
  async function run(): Promise<void> {
    const { failures, uncounted } = await runSteps(deps.steps, deps.log)
    const tasks = deps.removable().filter(({ table }) => !uncounted.has(table))
    const removal = { step: 'retention', run: () => deps.retention.run(tasks) }
    throwFailures([...failures, ...(await runSteps([removal], deps.log)).failures])
  }

  deps.jobs.define({ name: 'housekeeping', schedule: '17 * * * *', batchSize: 1, expireInSeconds: 3600, run })
  return run
}
