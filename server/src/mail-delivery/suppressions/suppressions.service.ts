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
          listed_at: deps.clock.date(),
        })
        if (!isNew) throw fail('email.already_suppressed')
        await tx.audit({ action: 'email.suppression_added', target: { kind: 'address', id, name: input.email } })
        return deps.suppressions(tx.db).find(id)
      })
      if (row === undefined) throw new Error('A suppression that was just made cannot be found.')
      return present(row)
    },

    /** Adds those of another system, each with its own reason. Of several of one address the first counts, and bounces and complaints as with `put`. */
    async import(administrator: Identity, entries: readonly ImportedSuppression[]): Promise<{ added: number; known: number }> {
      const rounds = roundsOf(entries, administrator.id, deps.clock.date())
      const added = await deps.transaction(async (tx) => {
        const put = new Set<string>()
        for (const round of rounds) for (const email of await deps.suppressions(tx.db).putAll(round)) put.add(email)
        await tx.audit({
          action: 'email.suppressions_imported',
          target: { kind: 'address' },
          after: { added: put.size, known: entries.length - put.size },
        })
        return put.size
      })
      return { added, known: entries.length - added }
    },

    /** The CSV with these filters: its name, and its content piece by piece. That it was taken is written down. */
    async export(filters: SuppressionFilters): Promise<{ name: string; content: AsyncGenerator<string> }> {
      await deps.transaction((tx) => tx.audit({ action: 'email.suppressions_exported', after: { ...filters } }))
      return { name: `suppressions-${deps.clock.date().toISOString().slice(0, 10)}.csv`, content: recordsOf(suppressions, filters) }
    },

    /** Removes the reason. A complaint beside it becomes an entry of its own. Answers whether there is one. */
    async remove(id: string): Promise<{ hasComplained: boolean }> {
      return deps.transaction(async (tx) => {
        const suppressed = deps.suppressions(tx.db)
        const entry = await suppressed.remove(id)
        if (entry === undefined) throw fail('email.suppression_not_found')
        const { email, reason, detail, listed_at, complained_at: complainedAt } = entry
        const hasComplained = complainedAt !== null
        // With another id, so that removing the same entry twice does not remove the complaint.
        if (hasComplained) await suppressed.put({ id: uuid(), email, reason: 'complaint', created_at: complainedAt, listed_at })
        await tx.audit({
          action: 'email.suppression_removed',
          target: { kind: 'address', id, name: email },
          before: { reason, detail },
          ...(hasComplained && { after: { reason: 'complaint' } }),
        })
        return { hasComplained }
      })
    },
  }
}

export type SuppressionsService = ReturnType<typeof createSuppressionsService>

/** All entries, then once more those that count beside the first of their address. */
function roundsOf(entries: readonly ImportedSuppression[], created_by: string, now: Date) {
  const rows = entries.map(({ email, reason, detail, since }) => ({
    id: uuid(),
    email: normalizeEmail(email),
    reason,
    detail: detail === undefined || detail === '' ? null : detail,
    created_by,
    created_at: since === undefined || Date.parse(since) > now.getTime() ? now : new Date(since),
    listed_at: now,
  }))
  return [rows, ...(['bounce', 'complaint'] as const).map((reason) => rows.filter((row) => row.reason === reason))].map(firstOfEach)
}

/** In one order everywhere: two imports of the same addresses must not wait for each other. */
function firstOfEach<Row extends { email: string }>(rows: readonly Row[]): Row[] {
  return [...new Map(rows.toReversed().map((row) => [row.email, row])).values()].toSorted((one, other) =>
    one.email < other.email ? -1 : 1,
  )
}

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
    complained_at: row.complained_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
  }
}
