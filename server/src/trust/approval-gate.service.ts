import { hash } from 'node:crypto'
import type { ApprovalGate } from '../platform/approval.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/database.ts'
import { acts, agreements, atOnce, unlisted } from './weighty-acts.ts'
import type { ProtectingRules } from './weighty-acts.ts'
import type { Performs } from './performs.ts'
import type { RequestsRepository } from './requests.repository.ts'
import type { RequestsService } from './requests.service.ts'

/** Every act of an administrator is on one of the lists of weighty-acts.ts; one that is on none waits. */
export const judgeOf = (call: string) =>
  acts.get(call) ?? (/^(?!GET )\w+ \/admin\//.test(call) && !atOnce.has(call) && !agreements.has(call) ? unlisted : undefined)

/** Asked by every route before its handler. A call that never waits costs nothing. */
export function createApprovalGate(deps: {
  db: Db
  requests: (db: Db) => RequestsRepository
  service: Pick<RequestsService, 'ask'>
  performs: Pick<Performs, 'put'>
  /** False: an administrator of this installation can act alone. */
  isRequired: boolean
  clock: Clock
  policy: ProtectingRules
  defaults: ProtectingRules
  idsMatching: (filters: object) => Promise<string[]>
}): ApprovalGate {
  return {
    concerns: (call) => judgeOf(call) !== undefined,
    agrees: (call) => agreements.has(call),
    register(call, perform) {
      if (judgeOf(call) !== undefined) deps.performs.put(call, perform)
    },
    async consider(call, parts, user) {
      const judge = deps.isRequired && user.role === 'admin' ? judgeOf(call) : undefined
      if (judge === undefined) return undefined
      const facts = deps.requests(deps.db)
      const found = await judge({
        params: (parts.params ?? {}) as { id: string },
        body: (parts.body ?? {}) as Record<string, unknown>,
        parts,
        userId: user.id,
        now: deps.clock.now(),
        policy: deps.policy,
        defaults: deps.defaults,
        facts,
        idsMatching: deps.idsMatching,
      })
      // Before the first key nobody has anything to lose: an installation is set up without waiting.
      if (found === undefined || !(await facts.hasAnyKey())) return undefined
      const people = found.act === 'bulk' ? found.about.toSorted() : []
      const sameAs = [call, found.subject?.id ?? JSON.stringify(found.detail), ...people].join(' ')
      return {
        ...found,
        parts: { params: parts.params, query: parts.query, body: parts.body, ...found.parts },
        sameAs: hash('sha256', sameAs, 'hex'),
      }
    },
    ask: (call, act, user, address) => deps.service.ask(call, act as Parameters<RequestsService['ask']>[1], user, address),
  }
}
