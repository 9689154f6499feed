import { auditActions } from '@twofold/contract/admin/audit'
import type { CallResponse } from '@twofold/contract/endpoint'
import { defaultPageSize } from '@twofold/contract/paging'
import type { listActsOnMe } from '@twofold/contract/trust'
import type { AuditTrail } from '../platform/audit.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/database.ts'
import type { Identity } from '../platform/identity.ts'
import type { Policy } from '../platform/policy/policy.ts'
import type { ActRow, ActsRepository } from './acts.repository.ts'

/** Milliseconds in which looking at the same again is one look: screens are read again and again. */
const oneLook = 60 * 60_000

const mostNames = 50

/** Parts of a user's account that an administrator can view. */
export type LookedAt = 'account' | 'keys' | 'shares' | 'sessions' | 'devices'

/** Administrators' acts on a person as that person sees them, and a record of what administrators viewed. */
export function createActsService(deps: {
  db: Db
  acts: (db: Db) => ActsRepository
  audit: Pick<AuditTrail, 'record'>
  policy: Pick<Policy, 'quarantine_days'>
  clock: Clock
}) {
  const acts = deps.acts(deps.db)
  return {
    /** Records that an administrator viewed somebody else's account, once an hour per part. */
    async noteLook(by: Pick<Identity, 'id'>, id: string, what: LookedAt): Promise<void> {
      if (by.id === id) return
      const look = await acts.findLook(by.id, id, what, new Date(deps.clock.now() - oneLook))
      if (look === undefined || look.is_known) return
      await deps.audit.record(deps.db, { action: 'user.viewed', target: { kind: 'user', id, name: look.name }, after: { what } })
    },

    async list(user: Pick<Identity, 'id'>, page: number): Promise<CallResponse<typeof listActsOnMe>> {
      const offset = (page - 1) * defaultPageSize
      const [rows, counted] = await Promise.all([acts.list(user.id, defaultPageSize, offset), acts.count(user.id, mostNames)])
      return {
        data: rows.map(present),
        current_page: page,
        last_page: Math.max(1, Math.ceil(counted.acts / defaultPageSize)),
        per_page: defaultPageSize,
        total: counted.acts,
        from: rows.length === 0 ? 0 : offset + 1,
        to: rows.length === 0 ? 0 : offset + rows.length,
        administrators: counted.names,
        administrators_total: counted.administrators,
        waiting_days: deps.policy.quarantine_days,
      }
    },
  }
}

export type ActsService = ReturnType<typeof createActsService>

/** An action of a newer version is shown by its name. */
function present({ id, action, actor_name: by, after, happened_at: at }: ActRow) {
  const what = action === 'user.viewed' ? (after as { what?: unknown } | null)?.what : undefined
  return {
    id,
    action,
    title: Object.hasOwn(auditActions, action) ? auditActions[action as keyof typeof auditActions] : action,
    said: { title: [{ code: `audit.${action}` }] },
    what: typeof what === 'string' ? what : null,
    by,
    happened_at: at.toISOString(),
  }
}
