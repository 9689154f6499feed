import { AsyncLocalStorage } from 'node:async_hooks'
import type { Settings } from '@twofold/contract/admin/settings'
import type { JudgeAgain } from './approval.ts'
import type { Db } from './database.ts'

interface Judged {
  /** Undefined: nothing that was judged can change. */
  judgeAgain: JudgeAgain | undefined
  /** The transactions in which it was judged again. */
  within: WeakSet<Db>
}

const current = new AsyncLocalStorage<Judged>()

/** Thrown out of the transaction of an act that was judged to happen at once, and has to wait by now. */
export class HasToWait extends Error {}

/** Runs `work`, an act that could have had to wait. No transaction of it commits unless it calls `requireStillAtOnce`. */
export const asJudged = <T>(judgeAgain: JudgeAgain | undefined, work: () => T): T =>
  current.run({ judgeAgain, within: new WeakSet() }, work)

/**
 * Call it in the transaction of an act that may have to wait, once it holds the rows that decide: they may have changed since the act was judged, also
 * by another call of the same administrator. `rules`: as they are now. Costs nothing in an act that was approved.
 */
export async function requireStillAtOnce(db: Db, rules?: Settings): Promise<void> {
  const judged = current.getStore()
  judged?.within.add(db)
  if ((await judged?.judgeAgain?.(db, rules)) === true) throw new HasToWait('This has to wait for a second administrator by now.')
}

/** Refuses the commit of an act whose author forgot `requireStillAtOnce`: another call could have changed what was judged. */
export function requireJudgedAgain(db: Db): void {
  if (current.getStore()?.within.has(db) === false)
    throw new Error('An act that may have to wait for a second administrator calls requireStillAtOnce in each of its transactions.')
}
