import type { openLeaver } from '@twofold/contract/admin/leavers'
import type { CallAnswer } from '@twofold/contract/endpoint'
import { say } from '@twofold/contract/sentences/sentences'
import type { ActivityService } from '../../accounts/activity.service.ts'
import type { UsageService } from '../../keys/usage.service.ts'
import type { Db } from '../../platform/database.ts'
import { fail } from '../../platform/fail.ts'
import type { Identity } from '../../platform/identity.ts'
import type { OffersService } from '../../sharing/hand-over/offers.service.ts'
import type { LeaverKeysRepository } from './leaver-keys.repository.ts'
import type { LeaversRepository } from './leavers.repository.ts'
import { createPlanSettlement } from './plan-settlement.service.ts'
import { createPlanClosing } from './plan-closing.service.ts'
import { createPlanOpening } from './plan-opening.service.ts'
import { createPlanDetails } from './plan-details.service.ts'
import { present } from './present-plan.ts'
import type { ServiceDeps } from '../../platform/service-deps.ts'

export interface LeaversServiceDeps extends ServiceDeps {
  leavers: (db: Db) => LeaversRepository
  keys: (db: Db) => LeaverKeysRepository
  usage: Pick<UsageService, 'flush'>
  offers: Pick<OffersService, 'offerBack'>
  activity: Pick<ActivityService, 'record'>
}

export interface Leaver {
  id: string
  name: string
}

/**
 * Tasks after somebody leaves: new owners for their keys, and the secrets they knew, which have to be renewed. A plan is open until all of it is
 * decided and done.
 */
export function createLeaversService(deps: LeaversServiceDeps) {
  const settlement = createPlanSettlement(deps)
  const opening = createPlanOpening(deps, settlement)
  const { requirePlan, settle } = settlement

  return {
    ...opening,
    ...createPlanClosing(deps, settlement),
    ...createPlanDetails(deps, settlement),
    settle,
    /** Flushes the buffered records of shown codes before a plan is made from them. */
    prepare: (): Promise<void> => deps.usage.flush(),
    /** Opens a plan for a person who was deactivated before plans existed. */
    async begin(administrator: Identity, id: string): Promise<CallAnswer<typeof openLeaver>> {
      await deps.usage.flush()
      await deps.transaction(async (tx) => {
        const user = await deps.leavers(tx.db).findUser(id)
        if (user === undefined) throw fail('users.not_found')
        if (user.is_active) throw fail('leavers.still_active')
        await opening.open(tx, administrator, user, '')
      })
      return { ...say('leaver.opened'), plan: present(await requirePlan(id)) }
    },
  }
}

export type LeaversService = ReturnType<typeof createLeaversService>
