import { setTimeout as wait } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import { type Connection, createDatabase, type Database, type Db } from './database.ts'
import { isCancelled } from './database-unavailable.ts'
import type { Log } from './log.ts'
import { count } from './metrics/process-figures.ts'
import { retentionRows } from './metrics/platform-metrics.ts'
import { rowsAtMost } from './literal-limits.ts'

/** Rows that one statement takes at most: far from what a statement may take in time, and no long lock. */
export const batchSize = 5_000

/** Milliseconds per statement of retention. No request waits for it, and thousands of rows may cascade. */
const statementTimeoutMs = 10_000
/** Milliseconds at most between two statements; as long as the last one took, so that requests get half of the time. */
const longestPauseMs = 100

/** Something that is removed a batch at a time. */
export interface RetentionTask {
  table: string
  /** Takes the next batch; false when there is nothing left. Starts where the last one ended. */
  removeBatch: (db: Db) => Promise<boolean>
}

export interface Removal {
  table: keyof Database
  /** Oldest first: an index leads with it. */
  column: string
  /** The newest that goes. */
  until: Date | number
  /** Rows to remove; undefined: all. */
  where?: RawBuilder<boolean>
}

/**
 * Removes the rows whose time has come. Every batch begins where the last one ended, so that none goes through the dead rows of
 * those before it, which stay visible as long as a backup reads. Rows that a request holds are left to the next run.
 */
export function rowsUntil({ table, column, until, where }: Removal): RetentionTask {
  const [from, time] = [sql.table(table), sql.ref(column)]
  let after: Date | number | undefined
  let limit = batchSize
  return {
    table,
    async removeBatch(db) {
      const statement = sql<{ taken: number; last: Date | number | null }>`
        with batch as (
          select tableoid as part, ctid as place, ${time} as at from ${from}
          where ${time} <= ${until} ${after === undefined ? sql`` : sql`and ${time} >= ${after}`} ${where === undefined ? sql`` : sql`and ${where}`}
          order by ${time} ${rowsAtMost(limit)} for update skip locked
        ), removed as (
          -- The months of a table are tables of their own, and each may have a row at such a place. Those that are too recent are not opened.
          delete from ${from}
          where ctid = any (array(select place from batch)) and (tableoid, ctid) in (select part, place from batch) and ${time} <= ${until}
        )
        select count(*)::int as taken, max(at) as last from batch`
      try {
        const { rows } = await statement.execute(db)
        const [{ taken, last } = { taken: 0, last: null }] = rows
        after = last ?? after
        count(retentionRows, { table }, taken)
        return taken === limit
      } catch (error) {
        // Each of the rows takes many others along.
        if (!isCancelled(error) || limit === 1) throw error
        limit = Math.ceil(limit / 8)
        return true
      }
    },
  }
}

export interface Retention {
  /**
   * Takes a batch of each task in turn until all are done, so that a large table holds no other up. Goes on with the others when one
   * fails, and throws in the end. What is left when the node stops is found by the next run.
   */
  run: (tasks: readonly RetentionTask[]) => Promise<void>
  stop: () => Promise<void>
}

export function createRetention({ connection, log }: { connection: Connection; log: Log }): Retention {
  // A connection of its own: requests never wait for it, and its statements have their own limit.
  const db = createDatabase({
    connection,
    poolSize: 1,
    log,
    statementTimeout: statementTimeoutMs,
    name: 'twofold-retention',
    isPreparing: false,
  })
  const stopping = new AbortController()

  return {
    async run(tasks) {
      const failures: unknown[] = []
      let left = [...tasks]
      while (left.length > 0) {
        const unfinished: RetentionTask[] = []
        for (const task of left) {
          if (stopping.signal.aborted) return
          const from = performance.now()
          try {
            if (await task.removeBatch(db)) unfinished.push(task)
          } catch (error) {
            if (stopping.signal.aborted) return
            log.error({ err: error, table: task.table }, 'retention failed')
            failures.push(error)
          }
          const pause = Math.min(longestPauseMs, performance.now() - from)
          await wait(pause, undefined, { signal: stopping.signal }).catch(() => {})
        }
        left = unfinished
      }
      if (failures.length > 0) throw new AggregateError(failures, `${failures.length} of ${tasks.length} could not be removed.`)
    },
    async stop() {
      stopping.abort()
      await db.destroy()
    },
  }
}
