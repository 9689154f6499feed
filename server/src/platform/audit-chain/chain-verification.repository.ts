import { sql } from 'kysely'
import type { Db } from '../database.ts'
import type { ChainedRow, LinkedRow } from './canonical-row.ts'
import { rowsAtMost } from '../literal-limits.ts'
import type { Link, LinkWithRow, ChainState } from './audit-chain.repository.ts'
import { chainedColumns, theRow } from './chain-columns.repository.ts'

const linkColumns = sql`audit_chain.sequence, encode(audit_chain.previous_hash, 'hex') as previous_hash, encode(audit_chain.hash, 'hex') as hash`

export function createChainVerification(db: Db) {
  return {
    async listLinks(after: number, until: number, limit: number): Promise<LinkWithRow[]> {
      const { rows } = await sql<Link & (ChainedRow | { [Name in keyof ChainedRow]: null })>`
        select audit_chain.audit_id, ${linkColumns}, ${chainedColumns}
        from audit_chain left join lateral ${theRow('audit_chain')} on true
        where audit_chain.sequence > ${after} and audit_chain.sequence <= ${until} order by audit_chain.sequence ${rowsAtMost(limit)}`.execute(
        db,
      )
      return rows.map(({ sequence, audit_id, previous_hash, hash, ...row }) => ({
        sequence,
        audit_id,
        previous_hash,
        hash,
        row: row.id === null ? undefined : row,
      }))
    },
    /** Rows from `until` down to the one after `after`, for an export. */
    async listLinkedDown(until: number, after: number, limit: number): Promise<LinkedRow[]> {
      const { rows } = await sql<LinkedRow>`
        select ${linkColumns}, ${chainedColumns} from audit_chain cross join lateral ${theRow('audit_chain')}
        where audit_chain.sequence <= ${until} and audit_chain.sequence > ${after} order by audit_chain.sequence desc ${rowsAtMost(limit)}`.execute(
        db,
      )
      return rows
    },
    /** Rows after `after` that wait and are not linked yet, the newest first; `before`: below that position. */
    async listWaitingDown(before: number, limit: number): Promise<(LinkedRow & { position: number })[]> {
      const { rows } = await sql<LinkedRow & { position: number }>`
        select audit_waiting.position, null::int8 as sequence, null as previous_hash, null as hash, ${chainedColumns}
        from audit_waiting cross join lateral ${theRow('audit_waiting')}
        where audit_waiting.position < ${before} order by audit_waiting.position desc ${rowsAtMost(limit)}`.execute(db)
      return rows
    },
    /** A row that neither has a link nor waits for one or has the id of another, and one that waits and is gone. In one statement, so that the writer cannot come in between. */
    async findStrays(): Promise<{ added: string | null; removed: string | null }> {
      const { rows } = await sql<{ added: string | null; removed: string | null }>`
        select
          coalesce(
            (select id from audit_log where not exists (select from audit_chain where audit_id = audit_log.id)
              and not exists (select from audit_waiting where audit_id = audit_log.id) order by happened_at, id limit 1),
            (select id from audit_log group by id having count(*) > 1 limit 1)
          ) as added,
          (select audit_id from audit_waiting where not exists (select from audit_log where id = audit_id) order by position limit 1) as removed`.execute(
        db,
      )
      return rows[0] ?? { added: null, removed: null }
    },
    async putVerification(rows: number, upTo: number, problem: string | null): Promise<void> {
      await db.insertInto('audit_verifications').values({ rows, up_to: upTo, problem }).execute()
    },
    async readState(): Promise<ChainState> {
      const { rows } = await sql<ChainState>`
        select
          coalesce((select max(sequence) from audit_chain), 0) as linked,
          waiting.count as waiting, waiting.seconds as oldest_waiting_seconds,
          checkpoint.sequence as checkpoint_sequence, checkpoint.signed_at as checkpoint_at,
          beginning.sequence as beginning_sequence, beginning.until as beginning_until,
          verification.verified_at, verification.rows as verified_rows, verification.up_to as verified_up_to, verification.problem
        from (select count(*) as count, extract(epoch from now() - min(since))::float8 as seconds from audit_waiting) waiting
        left join (select sequence, signed_at from audit_checkpoints order by sequence desc, id desc limit 1) checkpoint on true
        left join (select sequence, until from audit_beginnings order by sequence desc, id desc limit 1) beginning on true
        left join (select verified_at, rows, coalesce(up_to, rows) as up_to, problem from audit_verifications order by id desc limit 1) verification on true`.execute(
        db,
      )
      const [state] = rows
      if (state === undefined) throw new Error('The state of the audit chain has no row.')
      return state
    },
  }
}
