import { AsyncLocalStorage } from 'node:async_hooks'
import type { JudgeAgain, ProtectingRules } from './approval.ts'
import type { Db } from './database.ts'

const current = new AsyncLocalStorage<JudgeAgain | undefined>()

/** Thrown out of the transaction of an act that was judged to happen at once, and has to wait by now. */
export class HasToWait extends Error {}

export const asJudged = <T>(judgeAgain: JudgeAgain | undefined, work: () => T): T => current.run(judgeAgain, work)

/**
 * Call it in the transaction of an act that may have to wait, once it holds the rows that decide: they may have changed since the act was judged, also
 * by another call of the same administrator. `rules`: as they are now. Costs nothing in an act that was approved.
 */
export async function requireStillAtOnce(db: Db, rules?: ProtectingRules): Promise<void> {
  if ((await current.getStore()?.(db, rules)) === true) throw new HasToWait('This has to wait for a second administrator by now.')
}
