import type { Accounts } from '../accounts/noun.ts'
import type { Keys } from '../keys/noun.ts'
import type { Machines } from '../machines/noun.ts'
import { databaseTime } from '../platform/database-time.ts'
import type { Db } from '../platform/database.ts'
import type { Ground } from '../platform/ground/ground.ts'
import { defineNoun } from '../platform/ground/define-noun.ts'
import type { Sessions } from '../sessions/noun.ts'
import type { Sharing } from '../sharing/noun.ts'
import { createApprovalsRepository } from './approvals.repository.ts'
import { createApprovalsService } from './approvals.service.ts'
import { createCodesRepository } from './codes.repository.ts'
import { codesRoutes } from './codes.routes.ts'
import { createCodesService } from './codes.service.ts'
import { createHandOutService } from './hand-out.service.ts'
import { createTakeLimits } from './take-limits.service.ts'
import { createTakeOutcomes } from './take-outcomes.service.ts'
import { createTakeAuthorization } from './take-authorization.service.ts'
import { createTakesRepository } from './takes.repository.ts'
import { takesRoutes } from './takes.routes.ts'
import { createTakesService } from './takes.service.ts'
import { createWaitingTakes } from './waiting-takes.ts'

type Needs = Pick<Accounts, 'activity'> &
  Pick<Keys, 'access' | 'insertLeases' | 'keyRows' | 'usage'> &
  Pick<Sessions, 'foundSessions' | 'makeGatheredFinder' | 'sessionRows' | 'sessions'> &
  Pick<Machines, 'foundTokens' | 'tokens'> &
  Pick<Sharing, 'idsOfShared'>

/** The codes: shown to people, and taken by programs, one taker at a time. */
export const codes = defineNoun({
  name: 'codes',
  owns: ['code_takes', 'listed_takes'],
  metrics: 'none',
  build(ground: Ground, needs: Needs) {
    const { db, clock } = ground
    const takes = (on: Db) => createTakesRepository(on, databaseTime(clock), needs.insertLeases)
    const codes = createCodesRepository(needs.makeGatheredFinder, needs.idsOfShared)
    const approvals = (on: Db) => createApprovalsRepository(on, databaseTime(clock))
    const base = { ...ground, ...needs, address: ground.config.appUrl, approvals, codes, takes }
    const authorization = createTakeAuthorization({
      ...base,
      holdSession: (on, taker) => needs.sessionRows.holdWithPerson(on, taker.user_id, taker.session_id),
      behind: (now) => ({
        sessions: (ids) => needs.foundSessions(ids, now),
        persons: (ids) => needs.foundSessions(ids, now, 'token'),
        programs: (ids) => needs.foundTokens(ids, now),
      }),
    })
    const handOut = createHandOutService({ ...base, authorization })
    const waiting = createWaitingTakes({ ...ground, takes: takes(db), authorization, attempt: handOut.attempt })
    const asking = {
      ...base,
      authorization,
      waiting,
      takeLimits: createTakeLimits(base),
      handOut,
    }
    const takesService = createTakesService(asking)
    const outcomes = createTakeOutcomes(base)
    return {
      offers: { waitingTakes: waiting, takeOutcomes: outcomes },
      routes(app) {
        codesRoutes(app, createCodesService(base))
        takesRoutes(app, { takes: takesService, approvals: createApprovalsService(asking) })
      },
      jobs: [{ name: 'takes.outcomes', schedule: '* * * * *', run: () => outcomes.record() }],
      events: 'none',
      hears: 'none',
      deletion: { goes: ['code_takes'], forgets: ['code_takes'] },
      retention: takesService.removable,
      health: 'none',
      running: { leave: waiting.close },
    }
  },
})
