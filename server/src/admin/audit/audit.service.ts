import { auditActions } from '@twofold/contract/admin/audit'
import type { AuditAction, AuditEntry, AuditFilters } from '@twofold/contract/admin/audit'
import { defaultPageSize } from '@twofold/contract/paging'
import { csvRecord } from '../../platform/csv.ts'
import type { Db } from '../../platform/database.ts'
import { paged } from '../../platform/paging.ts'
import type { Transaction } from '../../platform/transaction.ts'
import type { AuditRepository } from './audit.repository.ts'

type Row = Awaited<ReturnType<AuditRepository['listAfter']>>[number]

/** Rows of an export read at once. */
const batch = 500

export function createAuditService(deps: { db: Db; transaction: Transaction; audit: (db: Db) => AuditRepository }) {
  const audit = deps.audit(deps.db)

  async function* rows(filters: AuditFilters): AsyncGenerator<AuditEntry> {
    let after: Row | undefined
    do {
      const found: Row[] = await audit.listAfter(filters, after, batch)
      yield* found.map(present)
      after = found.length < batch ? undefined : found.at(-1)
    } while (after !== undefined)
  }

  async function* csv(filters: AuditFilters): AsyncGenerator<string> {
    yield csvRecord(['time (UTC+00:00)', 'who', 'e-mail', 'what', 'kind', 'whom', 'id', 'before', 'after', 'address'])
    for await (const { happened_at, actor, title, target, before, after, address } of rows(filters)) {
      yield csvRecord([
        happened_at,
        actor?.name ?? null,
        actor?.email ?? null,
        title,
        target?.kind ?? null,
        target?.name ?? null,
        target?.id ?? null,
        before && JSON.stringify(before),
        after && JSON.stringify(after),
        address,
      ])
    }
  }

  async function* json(filters: AuditFilters): AsyncGenerator<string> {
    let before = '[\n'
    for await (const entry of rows(filters)) {
      yield `${before}${JSON.stringify(entry)}`
      before = ',\n'
    }
    yield before === '[\n' ? '[]\n' : '\n]\n'
  }

  return {
    async list({ page, ...filters }: AuditFilters & { page: number }) {
      const { rows: found, total } = await audit.list(filters, defaultPageSize, (page - 1) * defaultPageSize)
      return paged(found.map(present), { page, perPage: defaultPageSize, total })
    },

    /** The file, piece by piece. That it was taken is itself written down. */
    async export({ format, ...filters }: AuditFilters & { format: 'csv' | 'json' }): Promise<AsyncGenerator<string>> {
      await deps.transaction((tx) => tx.audit({ action: 'audit.exported', after: { format, ...filters } }))
      return format === 'csv' ? csv(filters) : json(filters)
    },
  }
}

export type AuditService = ReturnType<typeof createAuditService>

function present(row: Row): AuditEntry {
  return {
    id: row.id,
    happened_at: row.happened_at.toISOString(),
    actor: row.actor_id === null ? null : { id: row.actor_id, name: row.actor_name ?? '', email: row.actor_email ?? '' },
    action: row.action,
    title: auditActions[row.action as AuditAction] ?? row.action,
    target: row.target_kind === null ? null : { kind: row.target_kind, id: row.target_id, name: row.target_name },
    before: row.before as Record<string, unknown> | null,
    after: row.after as Record<string, unknown> | null,
    address: row.ip,
  }
}
