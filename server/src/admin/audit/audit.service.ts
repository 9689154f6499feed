import type { AuditChainState, AuditEntry, AuditFilters } from '@twofold/contract/admin/audit'
import { wordingOfAct } from '@twofold/contract/audited-acts'
import { defaultPageSize } from '@twofold/contract/paging'
import { patternOf, textOf } from '@twofold/contract/sentences/sentences'
import type { AuditChain } from '../../platform/audit-chain/audit-chain.ts'
import type { LinkedRow } from '../../platform/audit-chain/canonical-row.ts'
import { type ExportFormat, writeExport } from '../../platform/audit-chain/export-file.ts'
import type { Db } from '../../platform/database.ts'
import { paged } from '../../platform/paging.ts'
import type { AuditRepository } from './audit.repository.ts'
import type { ServiceDeps } from '../../platform/service-deps.ts'

type Row = Awaited<ReturnType<AuditRepository['list']>>['rows'][number]

/** Rows of an export read at once. */
const batch = 500

export interface AuditServiceDeps extends ServiceDeps {
  audit: (db: Db) => AuditRepository
  chain: AuditChain
}

export function createAuditService(deps: AuditServiceDeps) {
  const { chain } = deps
  const audit = deps.audit(deps.db)

  async function* matchingRows(filters: AuditFilters): AsyncGenerator<LinkedRow> {
    let after: LinkedRow | undefined
    do {
      const found: LinkedRow[] = await audit.listAfter(filters, after, batch)
      yield* found
      after = found.length < batch ? undefined : found.at(-1)
    } while (after !== undefined)
  }

  return {
    async list({ page, ...filters }: AuditFilters & { page: number }) {
      const { rows: found, total } = await audit.list(filters, defaultPageSize, (page - 1) * defaultPageSize)
      return paged(found.map(present), { page, perPage: defaultPageSize, total })
    },

    /** The file, piece by piece, signed at its end. That it was taken is itself written down. */
    async export({ format, ...filters }: AuditFilters & { format: ExportFormat }): Promise<AsyncGenerator<string>> {
      await deps.transaction((tx) => tx.audit({ action: 'audit.exported', after: { format, ...filters } }))
      const { checkpoint, beginning, waits } = await chain.seal()
      const narrow = Object.fromEntries(
        Object.entries(filters).filter(([, value]) => value !== undefined && value !== '' && value !== 'all'),
      )
      const isFiltered = Object.keys(narrow).length > 0
      const span = { sequence: checkpoint?.statement.sequence ?? 0, after: beginning?.statement.sequence ?? 0, waits }
      const rows = isFiltered ? matchingRows(filters) : chain.listAll(span)
      const exportedAt = deps.clock.date()
      return writeExport(rows, { format, filters: narrow, checkpoint, beginning, signer: chain.signer, exportedAt })
    },

    async readChain(): Promise<AuditChainState> {
      const state = await chain.readState()
      return {
        fingerprint: chain.signer.fingerprint,
        public_key: chain.signer.publicKey,
        linked: state.linked,
        waiting: state.waiting,
        checkpoint:
          state.checkpoint_sequence === null || state.checkpoint_at === null
            ? null
            : { sequence: state.checkpoint_sequence, signed_at: state.checkpoint_at.toISOString() },
        beginning:
          state.beginning_sequence === null || state.beginning_until === null
            ? null
            : { sequence: state.beginning_sequence, until: state.beginning_until.toISOString() },
        verification:
          state.verified_at === null
            ? null
            : {
                verified_at: state.verified_at.toISOString(),
                rows: state.verified_rows ?? 0,
                up_to: state.verified_up_to ?? 0,
                problem: state.problem,
              },
      }
    },
  }
}

export type AuditService = ReturnType<typeof createAuditService>

/** An action of a newer version is shown by its name. */
function present(row: Row): AuditEntry {
  const title = [wordingOfAct(row.action, row.after)]
  return {
    id: row.id,
    happened_at: row.happened_at.toISOString(),
    actor: row.actor_id === null ? null : { id: row.actor_id, name: row.actor_name ?? '', email: row.actor_email ?? '' },
    action: row.action,
    title: title.some(({ code }) => patternOf(code) === undefined) ? row.action : textOf(title),
    said: { title },
    target: row.target_kind === null ? null : { kind: row.target_kind, id: row.target_id, name: row.target_name },
    before: row.before as Record<string, unknown> | null,
    after: row.after as Record<string, unknown> | null,
    address: row.ip,
    request_id: row.caused_by,
  }
}
