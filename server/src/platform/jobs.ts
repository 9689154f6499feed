import { CompiledQuery, type RawBuilder, sql } from 'kysely'
import { type DatabaseOptions, type Db as BossDb, fromKysely, PgBoss, type QueueResult } from 'pg-boss'
import type pg from 'pg'
import { isDatabaseUnavailable } from './database-unavailable.ts'
import { currentCause } from './work-origin.ts'
import { type Connection, connectionConfig } from './connection.ts'
import type { Db } from './database.ts'
import { jobsSchema } from './database-requirements.ts'
import { listen } from './listen.ts'
import type { Log } from './log.ts'
import { watchReadOnly } from './read-only-spell.ts'
import { currentTraceparent, type Tracer } from './tracing/tracing.ts'
import { causeField, createJobRunner, type JobDefinition, traceField } from './job-runner.ts'

export interface EnqueueOptions {
  /** Seconds until the job may start. */
  after?: number
  /** No second job with this key is added while one waits. */
  singletonKey?: string
  /** Jobs of one queue start in the order of this number, the highest first, and then of their age. 0 unless said otherwise. */
  priority?: number
  /** The job is not added where this is not true when it would be. */
  onlyIf?: RawBuilder<boolean>
}

interface StartOptions {
  work: boolean
  byClock?: boolean
  lookEvery?: number
}

export interface Jobs {
  /** Only before `start`. */
  define<Data extends object>(definition: JobDefinition<Data>): void
  /** On the connection of an open transaction, the job exists exactly if the transaction commits. */
  enqueue(db: Db, name: string, data: object, options?: EnqueueOptions): Promise<void>
  /** Has jobs that were given up tried again. Answers how many: those that have not failed stay as they are. */
  retry(db: Db, name: string, ids: string[]): Promise<number>
  /**
   * Creates the queues, and works on them only if `work` is true. `byClock` false: no scheduled jobs, as in tests. `lookEvery`: seconds (2 or more)
   * after which an idle worker polls for jobs without a notification, such as retries.
   */
  start(options: StartOptions): Promise<void>
  /** Takes no new jobs and waits up to `milliseconds` for those under way. */
  stop(milliseconds: number): Promise<void>
}

/** Polling interval of an idle worker, in seconds. Enqueueing notifies it, so this is only the fallback. */
const pollingSeconds = 2

/**
 * In seconds. Interval of a worker's heartbeats for its jobs; after `silence` without one, any node that looks may take them. So the jobs of a killed
 * worker resume within half a minute, including `retryDelay`, and a slow worker keeps its own for up to `expireInSeconds`.
 */
const signOfLife = { every: 3, silence: 10, looked: 10 }

/** Lifts the time limit of its statements, also if the role has that of requests. pg's pool supports this; pg-boss's type does not. */
const noLimit = { onConnect: (client: pg.ClientBase) => client.query('set statement_timeout = 0') } as object

/** pg-boss gets connections of its own, so that jobs never starve requests. */
export function createJobs(deps: { connection: Connection; log: Log; migrate?: boolean; tracer?: Tracer | undefined }): Jobs {
  const definitions = new Map<string, JobDefinition<never>>()
  const spell = watchReadOnly({ connection: deps.connection, log: deps.log })
  const run = createJobRunner(deps)
  let started: PgBoss | undefined

  /** A node that does no jobs only puts them in: it hears of none, looks after none and keeps no schedule, and needs a connection less. */
  function createBoss({ work, byClock = true }: StartOptions): PgBoss {
    const boss = new PgBoss({
      // pg's own type for the same options, but for fields that may be undefined. All of them reach pg's pool.
      ...({ ...connectionConfig(deps.connection), Client: spell.Client } as DatabaseOptions),
      schema: jobsSchema,
      createSchema: false,
      application_name: 'twofold-jobs',
      ...noLimit,
      // A worker that looks for jobs holds one for a statement. Each costs the server 7 MB, and looking never ends.
      max: work ? 2 : 1,
      useListenNotify: work,
      supervise: work,
      schedule: work && byClock,
      superviseIntervalSeconds: signOfLife.looked,
      monitorIntervalSeconds: signOfLife.looked,
      migrate: deps.migrate ?? true,
    })
    boss.getDb().listen = (channel, onNotification, onSubscribed) =>
      listen({ connection: deps.connection, channel, log: deps.log, onNotification, onSubscribed })
    boss.on('error', (error) => {
      // As in database.ts: the pool attaches the client with all its settings to the error of an idle one. A database that stops right after the
      // queue ends such connections too.
      if ('client' in error || isDatabaseUnavailable(error)) deps.log.warn({ reason: error.message }, 'the job queue lost a connection')
      else deps.log.error({ err: error }, 'job queue')
    })
    boss.on('warning', (warning) => deps.log.warn({ warning }, 'job queue'))
    return boss
  }

  function useBoss(): PgBoss {
    if (started === undefined) throw new Error('The jobs were not started.')
    return started
  }

  return {
    define(definition) {
      if (definitions.has(definition.name)) throw new Error(`The job ${definition.name} is defined twice.`)
      definitions.set(definition.name, definition)
    },
    async enqueue(db, name, data, options = {}) {
      if (!definitions.has(name)) throw new Error(`There is no job named ${name}.`)
      const [cause, trace] = [currentCause(), currentTraceparent()]
      const origin = { ...(cause === undefined ? {} : { [causeField]: cause }), ...(trace === undefined ? {} : { [traceField]: trace }) }
      await useBoss().send(
        name,
        { ...data, ...origin },
        {
          db: writingOn(db, options.onlyIf),
          ...(options.after === undefined ? {} : { startAfter: options.after }),
          ...(options.singletonKey === undefined ? {} : { singletonKey: options.singletonKey }),
          ...(options.priority === undefined ? {} : { priority: options.priority }),
        },
      )
    },
    async retry(db, name, ids) {
      // Missing from its type.
      const { affected = 0 }: { affected?: number } = await useBoss().retry(name, ids, { db: fromKysely(db) })
      return affected
    },
    async start(options) {
      const boss = createBoss(options)
      started = boss
      await boss.start()
      const existing = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]))
      for (const definition of definitions.values()) await startQueue(boss, definition, existing.get(definition.name), options, run)
    },
    async stop(milliseconds) {
      spell.close()
      await started?.stop({ graceful: true, timeout: milliseconds, close: true })
    },
  }
}

/** Reads no result, so that the statement can travel with the commit: job ids are not needed. */
const writingOn = (db: Db, onlyIf: RawBuilder<boolean> | undefined): BossDb => ({
  async executeSql(text, values) {
    await db.executeQuery(onlyIf === undefined ? CompiledQuery.raw(text, values) : conditional(text, values, onlyIf).compile(db))
    return { rows: [] }
  },
})

/** pg-boss's expression for the list of jobs that it inserts. */
const listOfJobs = '$1::text::json'

/** pg-boss's statement, which adds an empty list where the condition does not hold. */
function conditional(text: string, [jobs]: unknown[] = [], onlyIf: RawBuilder<boolean>): RawBuilder<unknown> {
  const [before, after, ...more] = text.split(listOfJobs)
  if (before === undefined || after === undefined || more.length > 0)
    throw new Error('pg-boss adds jobs by another statement than expected.')
  return sql`${sql.raw(before)}(case when ${onlyIf} then ${jobs}::text else '[]' end)::json${sql.raw(after)}`
}

/** Makes the queue, or gives one that exists the options that are wanted now, and begins to work on it. */
async function startQueue(
  boss: PgBoss,
  definition: JobDefinition<never>,
  existing: QueueResult | undefined,
  { work, byClock = true, lookEvery = 15 }: StartOptions,
  run: ReturnType<typeof createJobRunner>,
) {
  const options = {
    retryLimit: definition.retryLimit ?? 5,
    retryDelay: definition.retryDelay ?? 5,
    retryBackoff: true,
    expireInSeconds: definition.expireInSeconds ?? 300,
    heartbeatSeconds: signOfLife.silence,
    notify: true,
  }
  if (existing === undefined) await boss.createQueue(definition.name, options)
  // Creating a queue that exists changes nothing, and an older version may have wanted other options.
  else if (differs(existing, options)) await boss.updateQueue(definition.name, options)
  if (definition.schedule !== undefined && byClock) await boss.schedule(definition.name, definition.schedule, {}, { tz: 'UTC' })
  if (!work) return
  const polling = {
    pollingIntervalSeconds: pollingSeconds,
    notifyPollingIntervalSeconds: lookEvery,
    burstWhenBatchFull: true,
    heartbeatRefreshSeconds: signOfLife.every,
  }
  await boss.work<never>(definition.name, { ...polling, batchSize: definition.batchSize ?? 10, perJobResults: true }, (jobs) =>
    run(definition, jobs),
  )
}

/** Whether a stored queue's options differ from those wanted. */
function differs(existing: QueueResult, wanted: object) {
  return Object.entries(wanted).some(([option, value]) => existing[option as keyof QueueResult] !== value)
}
