import type { Jobs } from './jobs.ts'
import type { Log } from './log.ts'
import type { Retention, RetentionTask } from './retention.ts'

/** Tables whose rows the figures of days count. */
const countedTables = new Set(['activity', 'sign_in_failures', 'key_usage', 'key_copies'])

/** What runs every hour. A step that fails holds none of the others up; the job fails in the end, and is tried again. */
export function createHousekeeping(deps: {
  /** Counts what happened. What is about to be removed has to be counted first. */
  countDays: () => Promise<void>
  makeMonths: () => Promise<void>
  endExpiredShares: () => Promise<unknown>
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
    await attempt('months ahead', deps.makeMonths, failures)
    const isCounted = await attempt('figures of days', deps.countDays, failures)
    await attempt('ends of shares', deps.endExpiredShares, failures)
    const tasks = deps.removable().filter(({ table }) => isCounted || !countedTables.has(table))
    await attempt('retention', () => deps.retention.run(tasks), failures)
    if (failures.length > 0) throw new AggregateError(failures, 'Some of the housekeeping could not be done.')
  }

  deps.jobs.define({ name: 'housekeeping', schedule: '17 * * * *', batchSize: 1, expireInSeconds: 3600, run })
  return run
}
