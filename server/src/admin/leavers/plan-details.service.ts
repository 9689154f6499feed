import type { LeaverKey, LeaverPlan, listLeaverKeys, listLeavers } from '@twofold/contract/admin/leavers'
import type { CallAnswer, CallParts } from '@twofold/contract/endpoint'
import { defaultPageSize } from '@twofold/contract/paging'
import { fail } from '../../platform/fail.ts'
import { paged } from '../../platform/paging.ts'
import type { LeaverKeyRow } from './leaver-keys.repository.ts'
import type { LeaversServiceDeps } from './leavers.service.ts'
import { present, personOf } from './present-plan.ts'
import type { PlanSettlement } from './plan-settlement.service.ts'

/** Plans as administrators see them. */
export function createPlanDetails(deps: LeaversServiceDeps, { requirePlan }: PlanSettlement) {
  const leavers = deps.leavers(deps.db)
  const keys = deps.keys(deps.db)

  return {
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
  }
}

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
