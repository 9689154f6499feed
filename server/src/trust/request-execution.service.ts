import { v7 as uuid } from 'uuid'
import type { AuditTrail } from '../platform/audit.ts'
import { type Db, isDatabaseUnavailable } from '../platform/database.ts'
import type { Events } from '../platform/events.ts'
import { AppError, fail } from '../platform/fail.ts'
import type { CallerParts, DeclaredCall } from '../platform/approval.ts'
import { type Identity, unhindered } from '../platform/identity.ts'
import type { RequestSealer } from '../platform/crypto/sealers.ts'
import type { Log } from '../platform/log.ts'
import { isGivenUp, withBeforeCommit } from '../platform/transaction.ts'
import { readingTogether } from '../platform/shared-reads.ts'
import type { Administrator } from './request-targets.repository.ts'
import { mostNames, sayWhatIsDone, wordsOf } from './request-words.ts'
import type { RequestRow, RequestsRepository } from './requests.repository.ts'
import { closedOf } from './require-open.ts'
import { notifyOfRequest } from './record-decision.ts'
import type { TrustService } from './trust.service.ts'
import { createUnfinishedRequests, lostItsAsker, metOutage, wordFailure } from './unfinished-requests.service.ts'
import type { RequestState } from '@twofold/contract/admin/requests'
import type { Said, Wording } from '@twofold/contract/said'
import { sentence } from '@twofold/contract/sentences/sentences'
import type { ServiceDeps } from '../platform/service-deps.ts'

/** People as an act has to know them before it begins. */
export interface PreparedRun {
  /** Undefined: gone, or no administrator any longer. */
  asker: Administrator | undefined
  /** The people that an act on many has not reached yet. */
  left: { id: string; name: string }[]
}

interface RequestExecutionDeps extends ServiceDeps {
  requests: (db: Db) => RequestsRepository
  sealer: RequestSealer
  audit: Pick<AuditTrail, 'during' | 'record'>
  events: Pick<Events, 'emit'>
  callOf: (name: string) => DeclaredCall | undefined
  /** Throws while the asker's account is closed to the call. */
  requireOpen: TrustService['requireOpen']
  /** Closes an account's secrets for a day. */
  closeSecrets: (db: Db, userId: string) => Promise<void>
  log: Log
}

/**
 * Does what was approved by the code that the call runs, as the administrator who asked. That it is carried out is written in the transaction of
 * what it does, so it happens once, however many try and whenever a process dies.
 */
export function createRequestExecution(deps: RequestExecutionDeps) {
  const { giveUp, endMidway } = createUnfinishedRequests(deps)

  /** Answers the request as it is afterwards; undefined where nothing or not all was done. */
  async function perform(row: RequestRow, prepared: PreparedRun): Promise<RequestRow | undefined> {
    const run = uuid()
    const asker = requireAsker(deps, prepared)
    const declared = deps.callOf(row.call)
    await deps.requireOpen(asker, declared?.whileClosed ?? 'lets out')
    if (declared === undefined || row.sealed === null) throw fail('server.failed')
    const parts = leftOf(row, prepared, JSON.parse(deps.sealer.open(row.id, row.sealed)) as CallerParts)

    /** The rest of what it writes travels with the commit. */
    async function claim(db: Db): Promise<(() => Promise<unknown>) | undefined> {
      const isFirst = await deps.requests(db).claim(row.id, run, { inParts: row.act === 'bulk', now: deps.clock.date() })
      if (isFirst === undefined) throw fail('requests.decided')
      return isFirst ? () => reportFirst(deps, db, row, parts) : undefined
    }

    const call = {
      actor: asker,
      address: row.asker_address,
      call: row.call,
      targetId: row.subject_id ?? undefined,
      fields: [],
      changes: true,
    }
    const answer = await deps.audit.during(call, () => withBeforeCommit(claim, () => declared.perform(asker, row.asker_address, parts)))
    // A partly done act counts as interrupted (interrupted.service.ts); one not begun is retried on the next run.
    if (metOutage(answer)) return undefined
    const isCutShort = lostItsAsker(answer)
    const outcome = isCutShort ? [wordFailure(fail('auth.no_longer_administrator'))] : outcomeOf(answer)
    const finished = await (isCutShort ? endMidway(row, run) : deps.requests(deps.db).finish(row.id, run, 'carried_out', outcome))
    if (finished === undefined) await giveUp(row, outcome)
    return finished
  }

  return {
    /** Reads what `carryOut` needs of a request in `state`: within the transaction that locked it in that state, or in one round trip alone. */
    async prepare(db: Db, id: string, state: RequestState): Promise<PreparedRun> {
      const rows = deps.requests(db)
      const [asker, left] = await readingTogether(() => Promise.all([rows.lockAsker(id, state), rows.listLeft(id)]))
      return { asker, left }
    },
    /** Carries out an approved request, once, even if several try. Answers the request if it is carried out now; otherwise the caller reads it. */
    async carryOut(row: RequestRow, prepared: PreparedRun): Promise<RequestRow | undefined> {
      try {
        return await perform(row, prepared)
      } catch (error) {
        // Nothing has happened: the next look tries again.
        if (isDatabaseUnavailable(error) || isGivenUp(error) || (error instanceof AppError && error.code === 'server.unavailable'))
          return undefined
        if (!(error instanceof AppError)) deps.log.error({ err: error, request: row.id }, 'a request could not be carried out')
        const before = hasBegun(row) ? sayWhatIsDone(row, prepared.left) : []
        await giveUp(row, [...before, wordFailure(error instanceof AppError ? error : fail('server.failed'))])
        return undefined
      }
    },
  }
}

export type RequestExecution = ReturnType<typeof createRequestExecution>

/** With the first commit of an act: the ledgers and people hear that it is carried out. */
async function reportFirst(deps: RequestExecutionDeps, db: Db, row: RequestRow, parts: CallerParts): Promise<void> {
  // A hand-over that no second administrator approved gives codes at once, but closes the heir's secrets for a day.
  if (row.act === 'hand_over' && row.decided_by_id === null) await deps.closeSecrets(db, heirOf(parts))
  await deps.audit.record(db, { action: 'request.carried_out', target: { kind: 'request', id: row.id, name: wordsOf(row) } })
  // How far an interrupted run came is over.
  const begun = { ...row, outcome: '', outcome_said: [] }
  await notifyOfRequest({ emit: (name, event) => deps.events.emit(db, name, event) }, begun, sentence('request.state.carried_out'))
}

function requireAsker(deps: Pick<RequestExecutionDeps, 'clock'>, { asker: found }: PreparedRun): Identity {
  if (found === undefined) throw fail('requests.asker_gone')
  const { id, name, email } = found
  return { ...unhindered, id, name, email, role: 'admin', sessionId: '', closed: closedOf(found, deps.clock.now()) }
}

/** An act on many of which a part was done before this run. */
const hasBegun = ({ act, run_at: at }: RequestRow) => act === 'bulk' && at !== null

/** The rest of an interrupted act on many people. */
function leftOf(row: RequestRow, { left }: PreparedRun, parts: CallerParts): CallerParts {
  if (!hasBegun(row)) return parts
  if (left.length === 0) throw fail('users.nothing_selected')
  return { ...parts, body: { ...(parts.body as object), ids: left.map(({ id }) => id) } }
}

const heirOf = ({ body }: CallerParts) => String((body as { to?: unknown }).to)

/** For an act on many people, also lists who was skipped, and why. */
function outcomeOf(answer: unknown): Wording[] {
  if (typeof answer !== 'object' || answer === null || !('said' in answer)) return []
  const results = 'results' in answer ? (answer.results as ({ name: string; ok: boolean } & Said)[]) : []
  const failed = results.filter(({ ok }) => !ok)
  const named = failed.slice(0, mostNames).flatMap(({ name, said }) => [forTarget(name), ...said.message])
  const rest = failed.length - Math.min(failed.length, mostNames)
  return [...(answer as Said).said.message, ...named, ...(rest > 0 ? [sentence('request.not_for_more', { count: rest })] : [])]
}

const forTarget = (name: string) => (name === '' ? sentence('request.not_for_gone') : sentence('request.not_for', { name }))
