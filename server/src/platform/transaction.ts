import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import type { EventName } from '@twofold/contract/events'
import type { WebhookEvent, WebhookIds } from '@twofold/contract/webhooks'
import type { AuditedAct, AuditTrail, NamedAct } from './audit.ts'
import type { Db } from './database.ts'
import type { EmittedEvent, Events } from './events.ts'
import type { EnqueueOptions, Jobs } from './jobs.ts'
import type { Log } from './log.ts'
import { requireJudgedAgain } from './judge-again.ts'
import { makeMissingMonth } from './months.ts'
import { pipelined } from './pipelined.ts'

/** An open transaction, and what happens exactly when it commits: rows, jobs and events. */
export interface Tx {
  /** Statements of one `Promise.all` cost one round trip. */
  db: Db
  /** Runs `write` after the work, in the order of the calls. These writes travel with the commit, so their results and row counts cannot be read. */
  writeLast(write: () => Promise<unknown>): void
  /** The same, but after all other last writes: for rows that others also wait for, which are then locked only just before the commit. */
  writeAtEnd(write: () => Promise<unknown>): void
  enqueue(job: string, data: object, options?: EnqueueOptions): Promise<void>
  emit<N extends EventName>(name: N, event: EmittedEvent<N>): Promise<void>
  /** Notifies the endpoints that subscribed to such events. */
  publish<E extends WebhookEvent>(type: E, ids: WebhookIds<E>): Promise<void>
  /** Writes down what an administrator did. */
  audit<Before extends object, After extends object>(act: NamedAct<Before, After>): Promise<void>
}

/**
 * Runs `work` in one transaction; it rolls back when `work` throws. PostgreSQL may have given it up for another one: then `work` runs once more,
 * so it changes nothing but what `tx` takes back.
 */
export type Transaction = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>

/**
 * Writes before a commit, and may refuse it: only counted rows and `returning` clauses can be read. Answers what travels with the commit, if anything
 * does: its results cannot be read.
 */
type BeforeCommit = (db: Db) => Promise<(() => Promise<unknown>) | void>

/** Something that has to be written in the next transaction of this call, whatever service opens it. */
const beforeCommit = new AsyncLocalStorage<BeforeCommit>()

/** Has `write` run inside every transaction that `work` opens, just before it commits. */
export function withBeforeCommit<T>(write: BeforeCommit, work: () => Promise<T>): Promise<T> {
  return beforeCommit.run(write, work)
}

/** Must hold in every transaction of this call. */
const condition = new AsyncLocalStorage<(db: Db) => Promise<void>>()

/** Has every transaction that `work` opens begin with `check`, which throws to roll it back and travels with its first statements. */
export function withCondition<T>(check: (db: Db) => Promise<void>, work: () => Promise<T>): Promise<T> {
  return condition.run(check, work)
}

/** Attempts per transaction: after giving way the rows are free, so more than one retry is rare. */
const mostTries = 3
/** Milliseconds at most between two tries: two that met do not meet again at once. */
const pauseBetween = 50

/** Deadlock or serialization failure. PostgreSQL rolled the transaction back, so retrying is safe. */
export function isGivenUp(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === '40P01' || error.code === '40001')
}

/** A last write may itself add another. */
async function runAll(last: (() => Promise<unknown>)[]): Promise<void> {
  while (last.length > 0) await Promise.all(last.splice(0).map((write) => write()))
}

export function createTransaction(deps: {
  db: Db
  jobs: Pick<Jobs, 'enqueue'>
  events: Pick<Events, 'emit'>
  audit: Pick<AuditTrail, 'record' | 'within'>
  publish: <E extends WebhookEvent>(db: Db, type: E, ids: WebhookIds<E>) => Promise<void>
  log: Pick<Log, 'warn'>
}): Transaction {
  function attempt<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    return deps.audit.within((recordCall) =>
      pipelined(deps.db, async ({ db, keepWrites }) => {
        const last: (() => Promise<unknown>)[] = []
        const atEnd: (() => Promise<unknown>)[] = []
        const writeLast: Tx['writeLast'] = (write) => void last.push(write)
        const checked = condition.getStore()?.(db)
        const worked = work({
          db,
          writeLast,
          writeAtEnd: (write) => void atEnd.push(write),
          enqueue: async (job, data, options) => writeLast(() => deps.jobs.enqueue(db, job, data, options)),
          emit: async (name, event) => writeLast(() => deps.events.emit(db, name, event)),
          audit: async (act) => writeLast(() => deps.audit.record(db, act as AuditedAct)),
          publish: async (type, ids) => writeLast(() => deps.publish(db, type, ids)),
        })
        const [result] = await Promise.all([worked, checked])
        requireJudgedAgain(db)
        keepWrites()
        // Sent together with the reads of last writes, and behind the writes that they make first.
        const [, writeWithCommit] = await Promise.all([runAll(last), beforeCommit.getStore()?.(db)])
        await recordCall(db)
        await writeWithCommit?.()
        await Promise.all(atEnd.map((write) => write()))
        return result
      }),
    )
  }

  return async (work) => {
    for (let tries = 1; ; tries += 1) {
      try {
        return await attempt(work)
      } catch (error) {
        if (tries === mostTries) throw error
        if (await makeMissingMonth(deps.db, error)) continue
        if (!isGivenUp(error)) throw error
        deps.log.warn({ err: error, tries }, 'a transaction gave way to another one and is tried again')
        await pause(Math.random() * pauseBetween)
      }
    }
  }
}
