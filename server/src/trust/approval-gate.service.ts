import { hash } from 'node:crypto'
import type { Settings } from '@twofold/contract/admin/settings'
import type { ApprovalGate, JudgeAgain, JudgedFacts } from '../platform/approval.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/database.ts'
import type { DeclaredCalls } from './declared-calls.ts'
import type { RequestsRepository } from './requests.repository.ts'
import type { RequestsService } from './requests.service.ts'

/** Asked by every route before its handler. A call that never waits costs nothing. */
export function createApprovalGate(deps: {
  db: Db
  requests: (db: Db) => RequestsRepository
  service: Pick<RequestsService, 'ask'>
  calls: Pick<DeclaredCalls, 'find' | 'put'>
  /** False: an administrator of this installation can act alone. */
  isRequired: boolean
  clock: Clock
  policy: Readonly<Settings>
  defaults: Readonly<Settings>
  idsMatching: (filters: object) => Promise<string[]>
}): ApprovalGate {
  return {
    register: deps.calls.put,
    async consider(call, parts, user) {
      const judge = deps.isRequired && user.role === 'admin' ? deps.calls.find(call)?.approval : undefined
      if (typeof judge !== 'function') return undefined
      const ask = (facts: JudgedFacts, policy: Readonly<Settings>) =>
        judge({
          params: (parts.params ?? {}) as { id: string },
          body: (parts.body ?? {}) as Record<string, unknown>,
          parts,
          userId: user.id,
          now: deps.clock.now(),
          policy,
          defaults: deps.defaults,
          facts,
          idsMatching: deps.idsMatching,
        })
      const facts = deps.requests(deps.db)
      const found = await ask(facts, deps.policy)
      if (found !== undefined && 'atOnce' in found) return { parts: found.atOnce, judgeAgain: undefined }
      if (found === undefined) {
        // Those whose accounts end are counted already.
        const judgeAgain: JudgeAgain = async (db, rules = deps.policy) =>
          (await ask({ ...deps.requests(db), takeEndings: async () => true }, rules)) !== undefined
        return { parts, judgeAgain }
      }
      // Without any keys there is nothing to protect: an installation can be set up without waiting.
      if (!(await facts.hasAnyKey())) return undefined
      const people = found.act === 'bulk' ? found.about.toSorted() : []
      const sameAs = [call, found.subject?.id ?? JSON.stringify(found.detail), ...people].join(' ')
      return {
        ...found,
        parts: { params: parts.params, query: parts.query, body: parts.body, ...found.parts },
        sameAs: hash('sha256', sameAs, 'hex'),
      }
    },
    ask: deps.service.ask,
  }
}
