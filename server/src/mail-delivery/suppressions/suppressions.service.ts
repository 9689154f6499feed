import type { Suppression } from '@twofold/contract/mail-delivery/suppressions'
import { defaultPageSize } from '@twofold/contract/paging'
import { v7 as uuid } from 'uuid'
import type { Db } from '../../platform/database.ts'
import { fail } from '../../platform/fail.ts'
import type { Identity } from '../../platform/identity.ts'
import { paged } from '../../platform/paging.ts'
import { offerMethods } from '../../platform/offer-methods.ts'
import type { SuppressionsRepository } from './suppressions.repository.ts'
import type { ServiceDeps } from '../../platform/service-deps.ts'

type Row = NonNullable<Awaited<ReturnType<SuppressionsRepository['find']>>>

/** Suppressed addresses. Providers' feedback adds to them too (`delivery/feedback.service.ts`). */
export function createSuppressionsService(
  deps: ServiceDeps & {
    suppressions: (db: Db) => SuppressionsRepository
  },
) {
  const suppressions = deps.suppressions(deps.db)

  return {
    ...offerMethods(deps.suppressions, 'put'),

    async list({ search, page }: { search?: string | undefined; page: number }) {
      const { rows, total } = await suppressions.list(search, (page - 1) * defaultPageSize, defaultPageSize)
      return paged(rows.map(present), { page, perPage: defaultPageSize, total })
    },

    async add(administrator: Identity, input: { email: string; detail?: string | undefined }): Promise<Suppression> {
      const id = uuid()
      const row = await deps.transaction(async (tx) => {
        const isNew = await deps.suppressions(tx.db).put({
          id,
          email: input.email,
          reason: 'manual',
          detail: input.detail ?? null,
          created_by: administrator.id,
          created_at: deps.clock.date(),
        })
        if (!isNew) throw fail('email.already_suppressed')
        await tx.audit({ action: 'email.suppression_added', target: { kind: 'address', id, name: input.email } })
        return deps.suppressions(tx.db).find(id)
      })
      if (row === undefined) throw new Error('A suppression that was just made cannot be found.')
      return present(row)
    },

    async remove(id: string): Promise<void> {
      await deps.transaction(async (tx) => {
        const entry = await deps.suppressions(tx.db).find(id)
        if (entry === undefined || !(await deps.suppressions(tx.db).remove(id))) throw fail('email.suppression_not_found')
        await tx.audit({
          action: 'email.suppression_removed',
          target: { kind: 'address', id, name: entry.email },
          before: { reason: entry.reason, detail: entry.detail },
        })
      })
    },
  }
}

export type SuppressionsService = ReturnType<typeof createSuppressionsService>

function present(row: Row): Suppression {
  return {
    id: row.id,
    email: row.email,
    reason: row.reason,
    detail: row.detail,
    log_id: row.log_id,
    created_by: row.created_by === null ? null : { id: row.created_by, name: row.created_by_name ?? '' },
    created_at: row.created_at.toISOString(),
  }
}
