import type { getRequest, listRequests } from '@twofold/contract/admin/requests'
import type { CallAnswer, CallParts } from '@twofold/contract/endpoint'
import { defaultPageSize } from '@twofold/contract/paging'
import { fail } from '../platform/fail.ts'
import type { Identity } from '../platform/identity.ts'
import { paged } from '../platform/paging.ts'
import { readingTogether } from '../platform/shared-reads.ts'
import { presentRefusal } from './approval-refusals.ts'
import { beholdenFor } from './beholden.ts'
import { forecastOf } from './request-forecast.ts'
import { presentRequest } from './request-words.ts'
import type { RequestsDeps } from './requests.service.ts'
import type { WaitingRequests } from './waiting-requests.service.ts'

export function createRequestScreens(deps: RequestsDeps, { factsFor, whyNot, whyNotResume, find }: WaitingRequests) {
  return {
    async list({ list, page }: CallParts<typeof listRequests>['query']): Promise<CallAnswer<typeof listRequests>> {
      const { data, total } = await deps.requests(deps.db).list(list, { page, perPage: defaultPageSize })
      return paged(data.map(presentRequest), { page, perPage: defaultPageSize, total })
    },
    async detail(user: Identity, id: string): Promise<CallAnswer<typeof getRequest>> {
      const row = await find(id)
      const known = { request: presentRequest(row), is_own: row.asker_id === user.id }
      if (row.state !== 'waiting')
        return {
          ...known,
          impact_now: null,
          names: null,
          closed_until: null,
          restorable_until: null,
          ...presentRefusal(whyNotResume(row, user), user),
        }
      const [facts, names] = await readingTogether(() =>
        Promise.all([
          factsFor(deps.db, id, user),
          deps.requests(deps.db).namesOf(row, { now: deps.clock.date(), since: new Date(deps.clock.now() - beholdenFor) }),
        ]),
      )
      if (facts === undefined) throw fail('requests.not_found')
      return {
        ...known,
        impact_now: facts.impact,
        names,
        ...forecastOf(row, { now: deps.clock.now(), waitingDays: deps.policy.quarantine_days }),
        ...presentRefusal(whyNot(row, user, facts), user),
      }
    },
  }
}
