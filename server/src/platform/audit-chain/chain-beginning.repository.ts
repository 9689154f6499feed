import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../database.ts'
import type { Beginning } from './signer.ts'
import type { CheckpointRow } from './audit-chain.repository.ts'
import { signedColumns } from './chain-columns.repository.ts'

interface BeginningRow extends CheckpointRow {
  until: Date
}

/** The row at which the chain begins after retention removed months. */
export function createChainBeginning(db: Db) {
  const countBefore = (until: Date) => sql`select count(*) from audit_log where happened_at < ${until}`

  /** The link at `last`, unless it is the newest one or a stream has not sent it, or the last one before that. */
  async function findLast(after: number, last: RawBuilder<unknown>): Promise<{ sequence: number; hash: string } | undefined> {
    const { rows } = await sql<{ sequence: number; hash: string }>`
      select sequence, encode(hash, 'hex') as hash from audit_chain
      where sequence > ${after} and sequence = least(
        (select coalesce(max(sequence), 0) - 1 from audit_chain), (select min(sent_sequence) from stream_progress), ${last}
      )`.execute(db)
    return rows[0]
  }

  return {
    /** The beginning of the chain; undefined: row 1. */
    async findBeginning(): Promise<Beginning | undefined> {
      const { rows } = await sql<BeginningRow>`
        select sequence, encode(hash, 'hex') as hash, until, ${signedColumns} from audit_beginnings order by sequence desc, id desc limit 1`.execute(
        db,
      )
      return rows.map(toBeginning)[0]
    },
    /** Has the log begin there, and drops the months before. Answers how many rows went with them. */
    async beginAt({ statement, public_key, signature }: Beginning): Promise<number> {
      const { rows } = await sql<{ gone: number }>`
        select begin_audit_log_at(${statement.sequence}, decode(${statement.hash}, 'hex'), ${statement.until}::timestamptz, ${statement.signed_at}::timestamptz,
          decode(${public_key}, 'base64'), decode(${signature}, 'base64')) as gone`.execute(db)
      return rows[0]?.gone ?? 0
    },
    /**
     * The last row after `after` that may go because it and all before it are from before `until`. Never the newest one, none that an active
     * stream has not sent, and none behind a row that is missing.
     */
    findLastBefore: (until: Date, after: number): Promise<{ sequence: number; hash: string } | undefined> =>
      // Among (number of such rows + 1) links, at least one belongs to a later row.
      findLast(
        after,
        sql`(select min(sequence) - 1 from audit_chain
          where sequence > ${after} and sequence <= ${after} + 1 + (${countBefore(until)})
            and not exists (select from audit_log where id = audit_chain.audit_id and happened_at < ${until}))`,
      ),
    /** The same if rows were linked in the order of their times, as they mostly are: a guess at a fifth of the cost. */
    guessLastBefore: (until: Date, after: number): Promise<{ sequence: number; hash: string } | undefined> =>
      findLast(after, sql`${after} + (${countBefore(until)})`),
    /** Drops the months of which all is behind the beginning, and that were not dropped when it was made. Answers how many rows went. */
    async dropMonths(): Promise<number> {
      const { rows } = await sql<{ gone: number }>`select drop_audit_months_behind_beginning() as gone`.execute(db)
      return rows[0]?.gone ?? 0
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
