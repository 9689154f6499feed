import { sql } from 'kysely'
import type { AuditFilters } from '@twofold/contract/admin/audit'
import { chainedColumns } from '../../platform/audit-chain/chain-columns.repository.ts'
import type { LinkedRow } from '../../platform/audit-chain/canonical-row.ts'
import type { Db } from '../../platform/database.ts'
import { day, startOf } from '../../platform/days.ts'
import { contains, plain } from '../../platform/like-pattern.ts'
import { readTotal, totalOf } from '../../platform/paging.ts'

const columns = [
  'id',
  'happened_at',
  'actor_id',
  'actor_name',
  'actor_email',
  'action',
  'target_kind',
  'target_id',
  'target_name',
  'before',
  'after',
  'ip',
  'caused_by',
] as const

export function createAuditRepository(db: Db) {
  function matching({ acts, who, action, whom, request, from, to }: AuditFilters) {
    let rows = db.selectFrom('audit_log')
    // An index has the rows of administrators alone.
    if (acts === 'administrators') rows = rows.where(sql<boolean>`action not like 'person.%'`)
    if (acts === 'people') rows = rows.where(sql<boolean>`action like 'person.%'`)
    if (who !== undefined && who !== '') rows = rows.where(contains(plain(sql`actor_name || E'\n' || actor_email`), who))
    if (action !== undefined) rows = rows.where('action', '=', action)
    if (whom !== undefined && whom !== '') {
      rows = rows.where((row) => row.or([row('target_id', '=', whom), contains(plain('target_name'), whom)]))
    }
    if (request !== undefined && request !== '') rows = rows.where('caused_by', '=', request)
    if (from !== undefined) rows = rows.where('happened_at', '>=', new Date(startOf(from)))
    if (to !== undefined) rows = rows.where('happened_at', '<', new Date(startOf(to) + day))
    return rows
  }

  return {
    async list(filters: AuditFilters, limit: number, offset: number) {
      const found = matching(filters)
      const page = found
        .select(columns)
        .select(totalOf(found))
        .orderBy('happened_at', 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
        .offset(offset)
      const rows = await page.execute()
      return { rows, total: await readTotal(rows, offset, found) }
    },
    /** The next ones after a position, each with its link, for an export that reads batch after batch. */
    async listAfter(filters: AuditFilters, after: LinkedRow | undefined, limit: number): Promise<LinkedRow[]> {
      const found = matching(filters).select(['id', 'happened_at']).orderBy('happened_at', 'desc').orderBy('id', 'desc').limit(limit)
      const next =
        after === undefined
          ? found
          : found.where((row) =>
              // As text: a JavaScript date has fewer digits than the database.
              row(row.refTuple('happened_at', 'id'), '<', row.tuple(sql<Date>`${after.happened_at}::timestamptz`, after.id)),
            )
      const { rows } = await sql<LinkedRow>`
        select ${chainedColumns}, audit_chain.sequence, encode(audit_chain.previous_hash, 'hex') as previous_hash,
          encode(audit_chain.hash, 'hex') as hash
        from (${next}) found join audit_log using (id, happened_at) left join audit_chain on audit_chain.audit_id = audit_log.id
        order by audit_log.happened_at desc, audit_log.id desc`.execute(db)
      return rows
    },
  }
}

export type AuditRepository = ReturnType<typeof createAuditRepository>
