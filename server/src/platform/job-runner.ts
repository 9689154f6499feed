import type { Job } from 'pg-boss'
import { asCause, type Origin } from './work-origin.ts'
import type { Log } from './log.ts'
import { count } from './metrics/process-figures.ts'
import { jobsDone } from './metrics/platform-metrics.ts'
import { asFollowing, type Tracer } from './tracing/tracing.ts'

/** A kind of work that survives a crash: kept in PostgreSQL, done at least once. */
export interface JobDefinition<Data extends object> {
  name: string
  /** Tries after the first one, with growing pauses from `retryDelay` seconds on. */
  retryLimit?: number
  retryDelay?: number
  /** Seconds one try may take before another worker may start it again. */
  expireInSeconds?: number
  /** Jobs taken and done side by side by one node. */
  batchSize?: number
  /** Cron expression (UTC) for scheduled work. */
  schedule?: string
  run: (data: Data, job: { id: string; signal: AbortSignal }) => Promise<void>
  /** Replaces `run` if many jobs together are cheaper. Answers errors by job id; an exception fails all of them. */
  runMany?: (jobs: readonly { id: string; data: Data; origin: Origin }[]) => Promise<ReadonlyMap<string, unknown>>
}

/** Fields of a job's data with the id of the originating request and its place in a trace. */
export const causeField = 'caused_by'
export const traceField = 'traceparent'

/** Scheduled jobs have no data. */
function readData<Data>({ data }: Job<Data>): { data: Data; origin: Origin } {
  const { [causeField]: requestId, [traceField]: traceparent, ...rest } = (data ?? {}) as Data & Record<string, string | undefined>
  return { data: rest as Data, origin: { requestId, traceparent } }
}

/** Runs jobs as what follows from the request that enqueued them, and answers how each of them ended. */
export function createJobRunner(deps: { log: Log; tracer?: Tracer | undefined }) {
  async function runTogether(
    definition: JobDefinition<never>,
    runMany: NonNullable<JobDefinition<never>['runMany']>,
    jobs: readonly Job<never>[],
  ) {
    const read = jobs.map((job) => ({ id: job.id, ...readData(job) }))
    // Jobs of several requests have no common cause.
    const [cause, ...others] = new Set(read.map(({ origin }) => origin.requestId))
    const traceparents = read.map(({ origin }) => origin.traceparent)
    const failures = await asCause(others.length === 0 ? cause : undefined, () =>
      asFollowing(deps.tracer, traceparents, spanOf(definition, others.length === 0 ? cause : undefined), () => runMany(read)),
    ).catch((error: unknown) => new Map(jobs.map(({ id }) => [id, error])))
    return read.map(({ id, origin: { requestId } }) =>
      failures.has(id) ? failed(definition, id, requestId, failures.get(id)) : completed(definition, id, requestId),
    )
  }

  function completed(definition: JobDefinition<never>, id: string, cause: string | undefined) {
    count(jobsDone, { queue: definition.name, outcome: 'completed' })
    deps.log.debug({ job: definition.name, id, request: cause }, 'job done')
    return { id, status: 'completed' as const }
  }

  function failed(definition: JobDefinition<never>, id: string, cause: string | undefined, error: unknown) {
    count(jobsDone, { queue: definition.name, outcome: 'failed' })
    deps.log.error({ err: error, job: definition.name, id, request: cause }, 'job failed')
    return { id, status: 'failed' as const, output: { message: error instanceof Error ? error.message : String(error) } }
  }

  async function runOne(definition: JobDefinition<never>, job: Job<never>) {
    const {
      data,
      origin: { requestId: cause, traceparent },
    } = readData(job)
    try {
      await asCause(cause, () =>
        asFollowing(deps.tracer, [traceparent], spanOf(definition, cause), () => definition.run(data, { id: job.id, signal: job.signal })),
      )
      return completed(definition, job.id, cause)
    } catch (error) {
      return failed(definition, job.id, cause, error)
    }
  }

  return (definition: JobDefinition<never>, jobs: readonly Job<never>[]) =>
    definition.runMany === undefined
      ? Promise.all(jobs.map((job) => runOne(definition, job)))
      : runTogether(definition, definition.runMany, jobs)
}

const spanOf = ({ name }: Pick<JobDefinition<never>, 'name'>, cause: string | undefined) =>
  ({ name: `job ${name}`, kind: 'consumer', attributes: { 'messaging.destination.name': name, 'twofold.request': cause } }) as const
