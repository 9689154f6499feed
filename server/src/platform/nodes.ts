import { performance } from 'node:perf_hooks'
import { v7 as uuid } from 'uuid'
import { sql } from 'kysely'
import type { Db } from './database.ts'
import type { Log } from './log.ts'
import { type RetentionTask, rowsUntil } from './retention.ts'

const announceEveryMs = 10_000
/** Seconds by the database's clock; three announcements may be late. */
export const aliveForSeconds = 30
const forgottenAfterMs = 24 * 60 * 60 * 1000
/** Milliseconds for which one write answers everybody who asks whether the node is ready. */
const freshMs = 1_000

export interface LivingNode {
  id: string
  /** Empty: a version that did not say. */
  version: string
  roles: string[]
  started_at: Date
  /** Percent of the seconds before its last announcement in which its event loop was busy. Null: it did not say. */
  load_percent: number | null
}

/** The nodes that share this database: each writes down regularly that it lives. */
export function createNodes(deps: {
  db: Db
  log: Pick<Log, 'debug'>
  version: string
  roles: readonly string[]
  /** Database connections that it may open. */
  connections: number
  /** Percent since it was last asked. */
  measureLoad?: () => number
}) {
  const { db, log, version, roles, connections } = deps
  const id = uuid()
  const measureLoad = deps.measureLoad ?? createLoadMeter()
  let load: number | null = null
  let timer: NodeJS.Timeout | undefined
  let recent: { at: number; written: Promise<void> } | undefined

  const announce = async () => {
    await sql`
      insert into nodes (id, version, roles, connections, load_percent) values (${id}, ${version}, ${[...roles]}, ${connections}, ${load})
      on conflict (id) do update set seen_at = now(), load_percent = excluded.load_percent`.execute(db)
  }

  return {
    /** Has this node counted among those that are alive, until `leave`. */
    async join(): Promise<void> {
      await announce()
      timer ??= setInterval(() => {
        load = measureLoad()
        announce().catch((error: unknown) => log.debug({ err: error }, 'the node could not announce itself'))
      }, announceEveryMs).unref()
    },
    async leave(): Promise<void> {
      clearInterval(timer)
      try {
        await sql`delete from nodes where id = ${id}`.execute(db)
      } catch (error) {
        // A database that is away must not keep the node from stopping; the others see by the time that it is gone.
        log.debug({ err: error }, 'the node could not sign off')
      }
    },
    /** Rejects when the database cannot be written to. A stranger who asks all the time causes one write a second. */
    proveWritable(): Promise<void> {
      if (recent === undefined || performance.now() - recent.at > freshMs) {
        const written = announce()
        recent = { at: performance.now(), written }
        written.catch(() => (recent = undefined))
      }
      return recent.written
    },
    id,
    /** Living nodes, oldest first. */
    async list(): Promise<LivingNode[]> {
      const { rows } = await sql<LivingNode>`
        select id, version, roles, started_at, load_percent from nodes where seen_at > now() - make_interval(secs => ${aliveForSeconds})
        order by started_at, id`.execute(db)
      return rows
    },
    async hasOthers(on: Db = db): Promise<boolean> {
      const { rows } = await sql<{ found: boolean }>`
        select exists (select from nodes where id <> ${id} and seen_at > now() - make_interval(secs => ${aliveForSeconds})) as found`.execute(
        on,
      )
      return rows[0]?.found === true
    },
    removable: (): RetentionTask[] => [rowsUntil({ table: 'nodes', column: 'seen_at', until: new Date(Date.now() - forgottenAfterMs) })],
  }
}

/** Load of the one thread that answers requests: at 100 percent a node is saturated, however many cores the machine has. */
function createLoadMeter(): () => number {
  let last = performance.eventLoopUtilization()
  return () => {
    const now = performance.eventLoopUtilization()
    const { utilization } = performance.eventLoopUtilization(now, last)
    last = now
    return Math.round(utilization * 100)
  }
}
