import type { openLeaver, LeaverKey, LeaverPlan, listLeaverKeys, listLeavers } from '@twofold/contract/admin/leavers'
import type { CallAnswer, CallParts } from '@twofold/contract/endpoint'
import { say } from '@twofold/contract/sentences/sentences'
import type { ActivityService } from '../../accounts/activity.service.ts'
import type { UsageService } from '../../keys/usage.service.ts'
import type { Db } from '../../platform/database.ts'
import { fail } from '../../platform/fail.ts'
import type { Identity } from '../../platform/identity.ts'
import type { OffersService } from '../../sharing/hand-over/offers.service.ts'
import type { LeaverKeysRepository, LeaverKeyRow } from './leaver-keys.repository.ts'
import type { LeaversRepository } from './leavers.repository.ts'
import { createPlanSettlement } from './plan-settlement.service.ts'
import { createPlanClosing } from './plan-closing.service.ts'
import { createPlanOpening } from './plan-opening.service.ts'
import { present, personOf } from './present-plan.ts'
import type { ServiceDeps } from '../../platform/service-deps.ts'
import { defaultPageSize } from '@twofold/contract/paging'
import { paged } from '../../platform/paging.ts'

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
  const leavers = deps.leavers(deps.db)
  const keys = deps.keys(deps.db)

  return {
    ...opening,
    ...createPlanClosing(deps, settlement),
    require: async (id: string): Promise<LeaverPlan> => present(await requirePlan(id)),
    /** Null where there never was one. */
    async find(id: string): Promise<LeaverPlan | null> {
      const plan = await leavers.find(id)
      if (plan === undefined && !(await leavers.hasUser(id))) throw fail('users.not_found')
      return plan === undefined ? null : present(plan)
    },
    async list({ state, page }: CallParts<typeof listLeavers>['query']): Promise<CallAnswer<typeof listLeavers>> {
      const [rows, total] = await Promise.all([leavers.list(state, defaultPageSize, (page - 1) * defaultPageSize), leavers.count(state)])
      return paged(rows.map(present), { page, perPage: defaultPageSize, total })
    },
    async keys(id: string, { page, ...filter }: CallParts<typeof listLeaverKeys>['query']): Promise<CallAnswer<typeof listLeaverKeys>> {
      const plan = await requirePlan(id)
      const [rows, total] = await Promise.all([
        keys.list({ id: plan.id, userId: id }, filter, deps.clock.date(), defaultPageSize, (page - 1) * defaultPageSize),
        keys.count(plan.id, filter),
      ])
      return paged(rows.map(presentKey), { page, perPage: defaultPageSize, total })
    },
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

function presentKey(row: LeaverKeyRow): LeaverKey {
  return {
    key_id: row.key_id,
    name: row.name,
    exists: row.exists,
    owner: personOf(row.owner_id, row.owner_name),
    level: row.level,
    had: row.had,
    had_at: row.had_at?.toISOString() ?? null,
    last_shown_at: row.last_shown_at?.toISOString() ?? null,
    last_used_at: row.last_used_at?.toISOString() ?? null,
    people: row.people,
    programs: row.programs,
    decision:
      row.decision === null || row.decided_at === null
        ? null
        : {
            kind: row.decision,
            to: personOf(row.heir_id, row.heir_name),
            at: row.decided_at.toISOString(),
            by: personOf(row.decider_id, row.decider_name),
          },
    renewed: row.renewed_at === null ? null : { at: row.renewed_at.toISOString(), by: personOf(row.renewer_id, row.renewer_name) },
  }
}
