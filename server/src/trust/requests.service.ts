import type { ApprovalRefusal, getRequest, listOwnRequests, listRequests, Request, RequestImpact } from '@twofold/contract/admin/requests'
import type { CallAnswer, CallParts } from '@twofold/contract/endpoint'
import { defaultPageSize } from '@twofold/contract/paging'
import type { Said } from '@twofold/contract/said'
import { say, sayAll, sentence } from '@twofold/contract/sentences/sentences'
import { v7 as uuid } from 'uuid'
import type { Clock } from '../platform/clock.ts'
import type { RequestSealer } from '../platform/crypto/sealers.ts'
import type { Db } from '../platform/database.ts'
import { fail } from '../platform/fail.ts'
import type { WaitingAct } from '../platform/approval.ts'
import type { Identity } from '../platform/identity.ts'
import { paged } from '../platform/paging.ts'
import type { RetentionTask } from '../platform/retention.ts'
import type { Policy } from '../platform/policy/policy.ts'
import type { Transaction, Tx } from '../platform/transaction.ts'
import { beholdenFor } from './beholden.ts'
import type { InterruptedService } from './interrupted.service.ts'
import { decide, targetOf, tellOf } from './request-decision.ts'
import { forecastOf, touchesTheSame } from './request-forecast.ts'
import { inUtc } from '../platform/utc-time.ts'
import { presentRequest, wordOutcome } from './request-words.ts'
import type { RequestRow, RequestsRepository } from './requests.repository.ts'

const day = 24 * 60 * 60 * 1000

/** Milliseconds: after that a request has to be asked for again. */
const waitsAtMost = 7 * day

const rememberedFor = 365 * day

/** Whose keys are to be handed over, by whom, and when unless they object. */
export interface LeaverTold {
  userId: string
  actor: string
  to: string
  until: Date
}

export interface RequestsDeps {
  db: Db
  transaction: Transaction
  requests: (db: Db) => RequestsRepository
  sealer: RequestSealer
  clock: Clock
  /** How long an act waits where nobody can approve it. */
  policy: Pick<Policy, 'quarantine_days'>
  /** Approvals are switched off. */
  actsAlone: boolean
  interrupted: Pick<InterruptedService, 'listGone' | 'note'>
  /** Tells somebody who cannot sign in any more, with a link that stops it until then. */
  tellLeaver: (db: Db, told: LeaverTold) => Promise<void>
  /** Does what was approved, now. */
  carryOut: (id: string) => Promise<void>
}

/** Acts of administrators that wait, and who decides about them (docs/decisions/0103). */
export function createRequestsService(deps: RequestsDeps) {
  const now = () => new Date(deps.clock.now())
  const beholdenSince = () => new Date(deps.clock.now() - beholdenFor)

  async function whyNot(rows: RequestsRepository, row: RequestRow, user: Identity): Promise<ApprovalRefusal | null> {
    if (row.asker_id === user.id) return 'own'
    if (row.impact.about.includes(user.id)) return 'subject'
    if (row.asker_id !== null && (await rows.hadHandOn(user.id, row.asker_id, beholdenSince()))) return 'made_by_asker'
    return user.hasSecondFactor ? null : 'no_factor'
  }

  async function lockWaiting(tx: Tx, id: string): Promise<RequestRow> {
    const row = await deps.requests(tx.db).lock(id)
    if (row === undefined) throw fail('requests.not_found')
    if (row.state === 'expired' || (row.state === 'waiting' && row.expires_at <= now())) throw fail('requests.expired')
    if (row.state !== 'waiting') throw fail('requests.decided')
    return row
  }

  async function requireAdministrator(tx: Tx, { id }: Identity): Promise<void> {
    if ((await deps.requests(tx.db).lockAdministrator(id)) === undefined) throw fail('auth.forbidden')
  }

  /** Without a statement of its own where nothing waits. */
  async function expire(tx: Tx, row: RequestRow): Promise<void> {
    await decide(deps.requests, tx, row, { state: 'expired', at: now(), by: undefined })
  }

  async function find(id: string): Promise<RequestRow> {
    const row = await deps.requests(deps.db).find(id)
    if (row === undefined) throw fail('requests.not_found')
    return row
  }

  return {
    async ask(call: string, act: WaitingAct & Pick<RequestRow, 'act'>, user: Identity, address: string) {
      const id = uuid()
      const at = now()
      return deps.transaction(async (tx) => {
        const rows = deps.requests(tx.db)
        await requireAdministrator(tx, user)
        for (const old of await rows.listExpired(act.sameAs, at)) await expire(tx, old)
        const needsSecond = await rows.hasSecondAdministrator(user.id, act.about, beholdenSince())
        const row: RequestRow = {
          id,
          call,
          act: act.act,
          asker_id: user.id,
          asker_name: user.name,
          asker_address: address,
          subject_id: act.subject?.id ?? null,
          subject_name: act.subject?.name ?? null,
          reason: act.reason,
          detail: act.detail,
          impact: { ...(await rows.impactOf(act.about, at)), about: act.about },
          sealed: deps.sealer.seal(id, JSON.stringify(act.parts)),
          state: 'waiting',
          same_as: act.sameAs,
          created_at: at,
          runs_at: needsSecond ? null : new Date(at.getTime() + deps.policy.quarantine_days * day),
          expires_at: new Date(at.getTime() + waitsAtMost),
          decided_at: null,
          decided_by_id: null,
          decided_by_name: null,
          outcome: '',
          outcome_said: [],
          run_at: null,
        }
        if (!(await rows.put(row))) throw fail('requests.already_waiting')
        await tx.audit({ action: 'request.asked', target: targetOf(row), after: { call } })
        await tellOf(
          tx,
          row,
          needsSecond || row.runs_at === null
            ? sentence('request.state.waiting')
            : sentence('request.state.due', { time: inUtc(row.runs_at) }),
        )
        if (row.act === 'hand_over' && row.subject_id !== null && row.runs_at !== null)
          await deps.tellLeaver(tx.db, { userId: row.subject_id, actor: user.name, to: row.detail['to'] ?? '', until: row.runs_at })
        const waits = needsSecond ? say('request.waits_for_second') : say('request.waits_for_time', { count: deps.policy.quarantine_days })
        return { ...waits, request: { id } }
      })
    },

    async list({ list, page }: CallParts<typeof listRequests>['query']): Promise<CallAnswer<typeof listRequests>> {
      const { data, total } = await deps.requests(deps.db).list(list, { page, perPage: defaultPageSize })
      return paged(data.map(presentRequest), { page, perPage: defaultPageSize, total })
    },

    async detail(user: Identity, id: string): Promise<CallAnswer<typeof getRequest>> {
      const row = await find(id)
      const rows = deps.requests(deps.db)
      const known = { request: presentRequest(row), is_own: row.asker_id === user.id }
      if (row.state !== 'waiting')
        return { ...known, impact_now: null, names: null, closed_until: null, restorable_until: null, cannot_approve: null }
      return {
        ...known,
        impact_now: await rows.impactOf(row.impact.about, now()),
        names: await rows.namesOf(row.impact.about, row.asker_id, { now: now(), since: beholdenSince() }),
        ...forecastOf(row, { now: deps.clock.now(), waitingDays: deps.policy.quarantine_days }),
        cannot_approve: await whyNot(rows, row, user),
      }
    },

    async approve(user: Identity, id: string, seen: RequestImpact | undefined): Promise<Said & { request: Request }> {
      await deps.transaction(async (tx) => {
        const row = await lockWaiting(tx, id)
        await requireAdministrator(tx, user)
        const refusal = await whyNot(deps.requests(tx.db), row, user)
        if (refusal !== null) throw fail(`requests.${refusal}`)
        const found = await deps.requests(tx.db).impactOf(row.impact.about, now())
        if (!touchesTheSame(seen ?? row.impact, found)) throw fail('requests.changed')
        await decide(deps.requests, tx, row, { state: 'approved', at: now(), by: user })
      })
      await deps.carryOut(id)
      const row = await find(id)
      const request = presentRequest(row)
      if (row.state === 'failed') return { ...sayAll(sentence('request.failed'), ...wordOutcome(row)), request }
      return { ...say(request.state === 'carried_out' ? 'request.carried_out' : 'request.approved'), request }
    },

    /** Anybody may who did not ask: it takes less to keep things as they are. */
    async refuse(user: Identity, id: string, reason: string): Promise<Said & { request: Request }> {
      return deps.transaction(async (tx) => {
        const row = await lockWaiting(tx, id)
        await requireAdministrator(tx, user)
        if (row.asker_id === user.id) throw fail('requests.own')
        const request = await decide(deps.requests, tx, row, { state: 'refused', at: now(), by: user, outcome: reason })
        return { ...say('request.refused'), request: presentRequest(request) }
      })
    },

    async withdraw(user: Identity, id: string): Promise<Said & { request: Request }> {
      return deps.transaction(async (tx) => {
        const row = await lockWaiting(tx, id)
        if (row.asker_id !== user.id) throw fail('requests.not_own')
        const request = await decide(deps.requests, tx, row, { state: 'withdrawn', at: now(), by: user })
        return { ...say('request.withdrawn'), request: presentRequest(request) }
      })
    },

    async explain(user: Identity, id: string, reason: string): Promise<Said & { request: Request }> {
      return deps.transaction(async (tx) => {
        const row = await lockWaiting(tx, id)
        if (row.asker_id !== user.id) throw fail('requests.not_own')
        await deps.requests(tx.db).explain(id, reason)
        await tx.audit({ action: 'request.explained', target: targetOf(row), after: { reason } })
        return { ...say('request.explained'), request: presentRequest({ ...row, reason }) }
      })
    },

    async listAbout(user: Identity): Promise<CallAnswer<typeof listOwnRequests>> {
      const rows = await deps.requests(deps.db).listAbout(user.id)
      return { data: rows.map(presentRequest), acts_alone: deps.actsAlone }
    },

    /** The person concerned objects. */
    async stop(user: Identity, id: string): Promise<Said & { request: Request }> {
      return deps.transaction(async (tx) => {
        const row = await deps.requests(tx.db).lock(id)
        if (row?.subject_id !== user.id) throw fail('requests.not_found')
        const request = await decide(deps.requests, tx, await lockWaiting(tx, id), { state: 'stopped', at: now(), by: user })
        return { ...say('request.stopped'), request: presentRequest(request) }
      })
    },

    /** The same by a link that was mailed to them, for all that waits about them. Answers how many. */
    async stopAbout(tx: Tx, person: { id: string; name: string }): Promise<number> {
      const rows = deps.requests(tx.db)
      const ids = await rows.listWaitingAbout(person.id, now())
      for (const id of ids) await decide(deps.requests, tx, await lockWaiting(tx, id), { state: 'stopped', at: now(), by: person })
      return ids.length
    },

    /** Ends what waited too long, carries out what waited long enough, and goes on with what was approved. One that fails keeps no other. */
    async look(): Promise<void> {
      for (const { id } of await deps.interrupted.listGone()) await deps.interrupted.note(id)
      for (const { id } of await deps.requests(deps.db).listDue(now())) {
        const goesOn = await deps.transaction(async (tx) => {
          const row = await deps.requests(tx.db).lock(id)
          if (row?.state !== 'waiting') return row?.state === 'approved'
          // Expired comes first: after an outage of a week nobody has had the time to object.
          if (row.expires_at <= now()) {
            await expire(tx, row)
            return false
          }
          if (row.runs_at === null || row.runs_at > now()) return false
          await decide(deps.requests, tx, row, { state: 'approved', at: now(), by: undefined })
          return true
        })
        if (goesOn) await deps.carryOut(id)
      }
    },

    removable: (): RetentionTask[] => deps.requests(deps.db).removable(new Date(deps.clock.now() - rememberedFor)),
  }
}

export type RequestsService = ReturnType<typeof createRequestsService>
