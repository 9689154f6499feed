import { type DatabaseOptions, type JobInsert, PgBoss } from 'pg-boss'
import { connectionConfig, createClient, type Connection } from './connection.ts'
import { jobsSchema } from './database-requirements.ts'

/** Columns of the job queue's own table; later versions of the queue may lack some. */
interface JobRow {
  id: string
  name: string
  state: 'created' | 'retry' | 'active' | 'failed'
  data: object | null
  priority: number
  start_after: Date
  singleton_key: string | null
  retry_limit: number
  retry_delay: number
  retry_backoff: boolean
  retry_count: number
  expire_seconds: number
  output: object | null
  completed_on: Date | null
}

const batchSize = 500

/**
 * Puts the jobs that wait, were under way or have failed into the queue of another database, which its own version of the queue makes. Both are at rest.
 * Answers how many.
 */
export async function carryJobs(from: Connection, to: Connection): Promise<number> {
  const source = createClient(from, { application_name: 'twofold-move' })
  source.on('error', () => {}) // the running query reports it
  const boss = new PgBoss({
    ...(connectionConfig(to) as DatabaseOptions),
    schema: jobsSchema,
    createSchema: false,
    application_name: 'twofold-move',
    max: 1,
    supervise: false,
    schedule: false,
  })
  boss.on('error', () => {}) // the call that fails throws it
  let carried = 0
  try {
    await source.connect()
    const { rows: queues } = await source.query<{ name: string }>(
      `select name from ${jobsSchema}.queue where to_regclass('${jobsSchema}.queue') is not null and name not like '\\_\\_pgboss%'`,
    )
    await boss.start()
    for (const { name } of queues) {
      await boss.createQueue(name)
      for (let after = '00000000-0000-0000-0000-000000000000'; ;) {
        const { rows } = await source.query<JobRow>(
          `select * from ${jobsSchema}.job where name = $1 and id > $2 and state in ('created', 'retry', 'active', 'failed') order by id limit ${batchSize}`,
          [name, after],
        )
        await boss.insert(name, rows.map(jobOf))
        const failed = rows.filter(({ state }) => state === 'failed')
        for (const { id, output, retry_count: tries, completed_on: at } of failed) {
          await boss
            .getDb()
            .executeSql(
              `update ${jobsSchema}.job set state = 'failed', retry_count = $3, completed_on = $4, output = $5 where name = $1 and id = $2`,
              [name, id, tries, at, JSON.stringify(output)],
            )
        }
        carried += rows.length
        after = rows.at(-1)?.id ?? after
        if (rows.length < batchSize) break
      }
    }
    return carried
  } finally {
    await source.end()
    await boss.stop({ graceful: false, close: true })
  }
}

const jobOf = (row: JobRow): JobInsert => ({
  id: row.id,
  data: row.data ?? {},
  priority: row.priority,
  startAfter: row.start_after,
  retryLimit: row.retry_limit,
  retryDelay: row.retry_delay,
  retryBackoff: row.retry_backoff,
  expireInSeconds: row.expire_seconds,
  ...(row.singleton_key === null ? {} : { singletonKey: row.singleton_key }),
})
