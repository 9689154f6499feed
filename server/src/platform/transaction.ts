import { AsyncLocalStorage } from 'node:async_hooks'
import type { EventName } from '@twofold/contract/events'
import type { AuditedAct, AuditTrail } from './audit.ts'
import type { Db } from './database.ts'
import type { EmittedEvent, Events } from './events.ts'
import type { EnqueueOptions, Jobs } from './jobs.ts'

/** An open transaction, and what happens exactly when it commits: rows, jobs and events. */
export interface Tx {
  db: Db
  enqueue(job: string, data: object, options?: EnqueueOptions): Promise<void>
  emit<N extends EventName>(name: N, event: EmittedEvent<N>): Promise<void>
  /** Writes down what an administrator did. */
  audit(act: AuditedAct): Promise<void>
}

/** Runs `work` in one transaction; it rolls back when `work` throws. */
export type Transaction = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>

/** Something that has to be written in the next transaction of this call, whatever service opens it. */
const beforeCommit = new AsyncLocalStorage<(db: Db) => Promise<void>>()

/** Has `write` run inside every transaction that `work` opens, just before it commits. */
export function withBeforeCommit<T>(write: (db: Db) => Promise<void>, work: () => Promise<T>): Promise<T> {
  return beforeCommit.run(write, work)
}

export function createTransaction(deps: {
  db: Db
  jobs: Pick<Jobs, 'enqueue'>
  events: Pick<Events, 'emit'>
  audit: Pick<AuditTrail, 'record' | 'within'>
}): Transaction {
  return (work) =>
    deps.audit.within((recordCall) =>
      deps.db.transaction().execute(async (db) => {
        const result = await work({
          db,
          enqueue: (job, data, options) => deps.jobs.enqueue(db, job, data, options),
          emit: (name, event) => deps.events.emit(db, name, event),
          audit: (act) => deps.audit.record(db, act),
        })
        await recordCall(db)
        await beforeCommit.getStore()?.(db)
        return result
      }),
    )
}
