import { type AppError, fail, wordingOf } from '../platform/fail.ts'
import type { Db } from '../platform/database.ts'
import type { Tx } from '../platform/transaction.ts'
import { deciderOf, notifyOfRequest, targetOf } from './record-decision.ts'
import { sayWhatIsDone } from './request-words.ts'
import type { RequestRow, RequestsRepository } from './requests.repository.ts'
import type { Said, Wording } from '@twofold/contract/said'
import { sentence, textOf } from '@twofold/contract/sentences/sentences'
import type { ServiceDeps } from '../platform/service-deps.ts'

/** Requests whose act fails before its end. */
export function createUnfinishedRequests(deps: ServiceDeps & { requests: (db: Db) => RequestsRepository }) {
  async function report(tx: Tx, row: RequestRow, outcome: readonly Wording[]): Promise<void> {
    const text = textOf(outcome)
    await tx.audit({ action: 'request.failed', target: targetOf(row), after: { outcome: text } })
    await notifyOfRequest(tx, { ...row, outcome: text, outcome_said: outcome }, sentence('request.state.failed'))
  }

  return {
    /** Records that this run did nothing. A concurrent run by another node takes precedence. */
    async giveUp(row: RequestRow, outcome: readonly Wording[]): Promise<void> {
      await deps.transaction(async (tx) => {
        const rows = deps.requests(tx.db)
        if ((await rows.lock(row.id))?.state !== 'approved') return
        await rows.decide(row.id, { state: 'failed', at: row.decided_at ?? deps.clock.date(), by: deciderOf(row), outcome })
        await report(tx, row, outcome)
      })
    },
    /** Ends an act on many that lost its asker midway: what was done stays done, and nobody can resume it. Undefined: this run did nothing. */
    async endMidway(row: RequestRow, runId: string): Promise<RequestRow | undefined> {
      return deps.transaction(async (tx) => {
        const rows = deps.requests(tx.db)
        const outcome = [...sayWhatIsDone(row, await rows.listLeft(row.id)), askerGone()]
        const ended = await rows.finish(row.id, runId, 'failed', outcome)
        if (ended !== undefined) await report(tx, row, outcome)
        return ended
      })
    },
  }
}

const askerGone = (): Wording => wordingOf(fail('requests.asker_gone'))

/** The act's error as its readers word it: they are not the asker, who alone reads "you". */
export const wordFailure = (error: AppError): Wording => (error.code === 'auth.no_longer_administrator' ? askerGone() : wordingOf(error))

/** Whether an act on many failed for some because the asker was demoted, deactivated or deleted meanwhile. */
export const lostItsAsker = (answer: unknown): boolean => failedWith(answer, 'auth.no_longer_administrator')

/** Whether an act on many people failed for some because the database was down. */
export const metOutage = (answer: unknown): boolean => failedWith(answer, 'server.unavailable')

function failedWith(answer: unknown, wanted: AppError['code']): boolean {
  if (typeof answer !== 'object' || answer === null || !('results' in answer)) return false
  const { results } = answer as { results: Partial<Said>[] }
  return results.some(({ said }) => said?.message.some(({ code }) => code === wanted))
}
