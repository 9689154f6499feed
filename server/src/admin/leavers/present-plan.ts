import type { LeaverPlan } from '@twofold/contract/admin/leavers'
import type { PlanRow } from './leavers.repository.ts'

export const personOf = (id: string | null, name: string | null) => (id === null || name === null ? null : { id, name })

export function present(row: PlanRow): LeaverPlan {
  return {
    user: { id: row.user_id, name: row.user_name, is_deleted: row.is_deleted },
    opened_at: row.opened_at.toISOString(),
    opened_by: personOf(row.opener_id, row.opener_name),
    reason: row.reason,
    state: row.closed_as ?? 'open',
    closed_at: row.closed_at?.toISOString() ?? null,
    owned: { done: row.decided, total: row.owned },
    rotate: { done: row.renewed, total: row.rotate },
    safe: row.safe,
  }
}
