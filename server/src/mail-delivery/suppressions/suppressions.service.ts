import { normalizeEmail } from '@twofold/contract/email-address'
import type { ImportedSuppression, Suppression, SuppressionFilters } from '@twofold/contract/mail-delivery/suppressions'
import { defaultPageSize } from '@twofold/contract/paging'
import { v7 as uuid } from 'uuid'
import type { Db } from '../../platform/database.ts'
import { fail } from '../../platform/fail.ts'
import type { Identity } from '../../platform/identity.ts'
import { paged } from '../../platform/paging.ts'
import { offerMethods } from '../../platform/offer-methods.ts'
import { exportedColumns, type SuppressionsRepository } from './suppressions.repository.ts'
import type { ServiceDeps } from '../../platform/service-deps.ts'

/** Addresses of an export that are read at once. */
const batch = 1000

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

    async list({ page, ...filters }: SuppressionFilters & { page: number }) {
      const { rows, total } = await suppressions.list(filters, (page - 1) * defaultPageSize, defaultPageSize)
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

    /** Adds those of another system, each with its own reason. The first of two of one address counts. */
    async import(administrator: Identity, entries: readonly ImportedSuppression[]): Promise<{ added: number; known: number }> {
      const now = deps.clock.date()
      const byAddress = new Map(entries.toReversed().map((entry) => [normalizeEmail(entry.email), entry]))
      const rows = [...byAddress.values()].map(({ email, reason, detail, since }) => ({
        id: uuid(),
        email,
        reason,
        detail: detail === undefined || detail === '' ? null : detail,
        created_by: administrator.id,
        created_at: since === undefined || Date.parse(since) > now.getTime() ? now : new Date(since),
      }))
      const added = await deps.transaction(async (tx) => {
        // In one order everywhere: two imports of the same addresses must not wait for each other.
        const count = await deps.suppressions(tx.db).putAll(rows.toSorted((one, other) => (one.email < other.email ? -1 : 1)))
        await tx.audit({
          action: 'email.suppressions_imported',
          target: { kind: 'address' },
          after: { added: count, known: entries.length - count },
        })
        return count
      })
      return { added, known: entries.length - added }
    },

    /** The CSV with these filters: its name, and its content piece by piece. That it was taken is written down. */
    async export(filters: SuppressionFilters): Promise<{ name: string; content: AsyncGenerator<string> }> {
      await deps.transaction((tx) => tx.audit({ action: 'email.suppressions_exported', after: { ...filters } }))
      return { name: `suppressions-${deps.clock.date().toISOString().slice(0, 10)}.csv`, content: recordsOf(suppressions, filters) }
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

async function* recordsOf(suppressions: SuppressionsRepository, filters: SuppressionFilters): AsyncGenerator<string> {
  yield `${exportedColumns}\r\n`
  for (let after: string | undefined = ''; after !== undefined;) {
    const rows: Awaited<ReturnType<SuppressionsRepository['listRecords']>> = await suppressions.listRecords(filters, after, batch)
    if (rows.length > 0) yield rows.map(({ record }) => record).join('')
    after = rows.length < batch ? undefined : rows.at(-1)?.email
  }
}

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
