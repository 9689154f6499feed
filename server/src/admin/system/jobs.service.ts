import { cutText } from '@twofold/contract/cut-text'
import type { FailedJob, JobQueue } from '@twofold/contract/admin/jobs'
import { defaultPageSize } from '@twofold/contract/paging'
import type { Said } from '@twofold/contract/said'
import { say } from '@twofold/contract/sentences/sentences'
import type { Db } from '../../platform/database.ts'
import { fail } from '../../platform/fail.ts'
import type { Jobs } from '../../platform/jobs.ts'
import { paged } from '../../platform/paging.ts'
import type { JobsRepository } from './jobs.repository.ts'
import type { ServiceDeps } from '../../platform/service-deps.ts'

/** Jobs that one call tries again. */
const retriedAtOnce = 1000

const longestCause = 300

export interface JobMonitorDeps extends Pick<ServiceDeps, 'db' | 'transaction'> {
  monitor: (db: Db) => JobsRepository
  jobs: Pick<Jobs, 'retry'>
}

/** Background jobs, as administrators see them. */
export function createJobMonitorService(deps: JobMonitorDeps) {
  const monitor = deps.monitor(deps.db)

  return {
    async queues(): Promise<JobQueue[]> {
      return (await monitor.listQueues()).map((row) => ({
        ...row,
        oldest_seconds: row.oldest_seconds === null ? null : Math.max(0, Math.round(row.oldest_seconds)),
        last_completed_at: row.last_completed_at?.toISOString() ?? null,
      }))
    },

    async failed({ queue, page }: { queue?: string | undefined; page: number }) {
      const [rows, total] = await Promise.all([
        monitor.listFailed(queue, defaultPageSize, (page - 1) * defaultPageSize),
        monitor.countFailed(queue),
      ])
      const present = rows.map(({ output, created_at, failed_at, ...row }): FailedJob => ({
        ...row,
        cause: causeOf(output),
        created_at: created_at.toISOString(),
        failed_at: failed_at.toISOString(),
      }))
      return paged(present, { page, perPage: defaultPageSize, total })
    },

    async retry(id: string): Promise<Said> {
      return deps.transaction(async (tx) => {
        const job = await deps.monitor(tx.db).find(id)
        if (job === undefined) throw fail('jobs.not_found')
        if ((await deps.jobs.retry(tx.db, job.queue, [id])) === 0) throw fail('jobs.not_failed')
        await tx.audit({ action: 'system.job_retried', target: { kind: 'job', id, name: job.queue } })
        return say('job.retried')
      })
    },

    /** At most 1,000 at once. */
    async retryQueue(queue: string): Promise<Said & { retried: number }> {
      return deps.transaction(async (tx) => {
        const ids = await deps.monitor(tx.db).listFailedIds(queue, retriedAtOnce)
        const retried = ids.length === 0 ? 0 : await deps.jobs.retry(tx.db, queue, ids)
        if (retried === 0) throw fail('jobs.nothing_failed')
        await tx.audit({ action: 'system.job_retried', target: { kind: 'queue', id: queue, name: queue }, after: { jobs: retried } })
        return { ...say('job.all_retried', { count: retried }), retried }
      })
    },
  }
}

export type JobMonitorService = ReturnType<typeof createJobMonitorService>

/** The first line of what the job said when it failed, or pg-boss for it, such as when it took too long. */
function causeOf(output: unknown): string {
  const { message, value } = (typeof output === 'object' && output !== null ? output : { value: output }) as Record<string, unknown>
  const nested = typeof value === 'object' && value !== null ? (value as Record<string, unknown>)['message'] : value
  const said = [message, nested].find((text) => typeof text === 'string' && text !== '')
  const line = typeof said === 'string' ? (said.split('\n')[0] ?? '') : ''
  if (line === '') return 'The job gave no reason.'
  return line.length > longestCause ? `${cutText(line, longestCause)}…` : line
}
