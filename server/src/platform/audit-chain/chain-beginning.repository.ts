import { sql } from 'kysely'
import type { Db } from '../database.ts'
import type { Beginning } from './signer.ts'
import type { CheckpointRow } from './audit-chain.repository.ts'
import { signedColumns } from './chain-columns.repository.ts'

interface BeginningRow extends CheckpointRow {
  until: Date
}

/** Where the chain begins since months were removed. */
export function createChainBeginning(db: Db) {
  return {
    /** Where the chain begins; undefined: at row 1. */
    async findBeginning(): Promise<Beginning | undefined> {
      const { rows } = await sql<BeginningRow>`
        select sequence, encode(hash, 'hex') as hash, until, ${signedColumns} from audit_beginnings order by sequence desc, id desc limit 1`.execute(
        db,
      )
      return rows.map(toBeginning)[0]
    },
    async putBeginning({ statement, public_key, signature }: Beginning): Promise<void> {
      await sql`
        insert into audit_beginnings (sequence, hash, until, signed_at, public_key, signature)
        values (${statement.sequence}, decode(${statement.hash}, 'hex'), ${statement.until}::timestamptz, ${statement.signed_at}::timestamptz,
          decode(${public_key}, 'base64'), decode(${signature}, 'base64'))`.execute(db)
    },
    /**
     * The last row after `after` that may go because it and all before it are from before `until`. Never the newest one, none that an active
     * stream has not sent, and none behind a row that is missing.
     */
    async findLastBefore(until: Date, after: number): Promise<{ sequence: number; hash: string } | undefined> {
      const { rows } = await sql<{ sequence: number; hash: string }>`
        select sequence, encode(hash, 'hex') as hash from audit_chain
        where sequence > ${after} and sequence = least(
          (select coalesce(max(sequence), 0) - 1 from audit_chain),
          (select min(sent_sequence) from stream_progress),
          (select chain.sequence - 1
            from audit_chain chain left join lateral (select happened_at from audit_log where id = chain.audit_id offset 0) written on true
            where chain.sequence > ${after} and (written.happened_at is null or written.happened_at >= ${until})
            order by chain.sequence limit 1)
        )`.execute(db)
      return rows[0]
    },
    /** Removes what is behind the beginning, the oldest first. Answers how many rows went. */
    async removeBehindBeginning(most: number): Promise<number> {
      const { rows } = await sql<{ gone: number }>`select remove_audit_behind_beginning(${most}::int) as gone`.execute(db)
      return rows[0]?.gone ?? 0
    },
  }
}

function toBeginning({ sequence, hash, until, signed_at, public_key, signature }: BeginningRow): Beginning {
  const times = { until: until.toISOString(), signed_at: signed_at.toISOString() }
  return { statement: { kind: 'twofold-audit-beginning-1', sequence, hash, ...times }, public_key, signature }
}
