import { sql } from 'kysely'
import type { Db } from '../database.ts'
import type { ChainedRow, LinkedRow } from './canonical-row.ts'
import type { Beginning, Checkpoint } from './signer.ts'
import { rowsAtMost } from '../literal-limits.ts'

export interface Link {
  sequence: number
  audit_id: string
  previous_hash: string
  hash: string
}

/** A link with its row; the row is undefined where it is gone. */
export interface LinkWithRow extends Link {
  row: ChainedRow | undefined
}

/** How the chain is, for people. */
export interface ChainState {
  linked: number
  waiting: number
  /** Seconds for which the oldest row has waited. */
  oldest_waiting_seconds: number | null
  checkpoint_sequence: number | null
  checkpoint_at: Date | null
  /** The last row that retention removed, and the moment before which all that is gone was written. */
  beginning_sequence: number | null
  beginning_until: Date | null
  verified_at: Date | null
  verified_rows: number | null
  verified_up_to: number | null
  problem: string | null
}

/** The columns of `audit_log` that the chain protects. A session's time zone and date style do not change what comes out. */
export const chainedColumns = sql`audit_log.id, to_char(audit_log.happened_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as happened_at,
  audit_log.actor_id, audit_log.actor_name, audit_log.actor_email, audit_log.action, audit_log.target_kind, audit_log.target_id,
  audit_log.target_name, audit_log.before, audit_log.after, audit_log.ip, audit_log.caused_by`

const linkColumns = sql`audit_chain.sequence, encode(audit_chain.previous_hash, 'hex') as previous_hash, encode(audit_chain.hash, 'hex') as hash`

/** One look at the index for each row. Without `offset` the planner may read the whole log for 500 of its rows. */
const theRow = (table: 'audit_chain' | 'audit_waiting') =>
  sql`(select * from audit_log where id = ${sql.table(table)}.audit_id offset 0) audit_log`

export function createAuditChainRepository(db: Db) {
  return {
    /** One writer at a time, on any node, until the transaction ends. */
    async lock(): Promise<void> {
      await sql`select pg_advisory_xact_lock(hashtext('twofold.audit-chain'))`.execute(db)
    },
    async tryLock(): Promise<boolean> {
      const { rows } = await sql<{ locked: boolean }>`select pg_try_advisory_xact_lock(hashtext('twofold.audit-chain')) as locked`.execute(
        db,
      )
      return rows[0]?.locked === true
    },

    async findHead(): Promise<{ sequence: number; hash: string } | undefined> {
      const { rows } = await sql<{ sequence: number; hash: string }>`
        select sequence, encode(hash, 'hex') as hash from audit_chain order by sequence desc limit 1`.execute(db)
      return rows[0]
    },

    async hasWaiting(): Promise<boolean> {
      const { rows } = await sql<{ waits: boolean }>`select exists (select from audit_waiting) as waits`.execute(db)
      return rows[0]?.waits === true
    },

    /** The next rows to be linked. One that was removed while it waited stays in `audit_waiting`, for verification to find. */
    async nextWaiting(limit: number): Promise<(ChainedRow & { position: number })[]> {
      const { rows } = await sql<ChainedRow & { position: number }>`
        select audit_waiting.position, ${chainedColumns} from audit_waiting cross join lateral ${theRow('audit_waiting')}
        order by audit_waiting.position ${rowsAtMost(limit)}`.execute(db)
      return rows
    },

    async putLinks(links: readonly Link[], positions: readonly number[]): Promise<void> {
      await sql`
        insert into audit_chain (sequence, audit_id, previous_hash, hash)
        select sequence, audit_id, decode(previous_hash, 'hex'), decode(hash, 'hex')
        from unnest(
          ${links.map(({ sequence }) => sequence)}::int8[], ${links.map(({ audit_id: id }) => id)}::uuid[],
          ${links.map(({ previous_hash: hash }) => hash)}::text[], ${links.map(({ hash }) => hash)}::text[]
        ) as link (sequence, audit_id, previous_hash, hash)`.execute(db)
      await sql`delete from audit_waiting where position = any (${[...positions]}::int8[])`.execute(db)
    },

    async putCheckpoint({ statement, public_key, signature }: Checkpoint): Promise<void> {
      await sql`
        insert into audit_checkpoints (sequence, hash, signed_at, public_key, signature)
        values (${statement.sequence}, decode(${statement.hash}, 'hex'), ${statement.signed_at}::timestamptz,
          decode(${public_key}, 'base64'), decode(${signature}, 'base64'))`.execute(db)
    },

    async findLastCheckpoint(): Promise<Checkpoint | undefined> {
      const { rows } = await selectCheckpoints(sql`order by sequence desc, id desc limit 1`).execute(db)
      return rows.map(toCheckpoint)[0]
    },

    /** Those of the rows after `after`, up to and including `until`, in order. */
    async listCheckpoints(after: number, until: number): Promise<Checkpoint[]> {
      const { rows } = await selectCheckpoints(sql`where sequence > ${after} and sequence <= ${until} order by sequence, id`).execute(db)
      return rows.map(toCheckpoint)
    },

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

    async listLinks(after: number, until: number, limit: number): Promise<LinkWithRow[]> {
      const { rows } = await sql<Link & Omit<ChainedRow, 'id'> & { id: string | null }>`
        select audit_chain.audit_id, ${linkColumns}, ${chainedColumns}
        from audit_chain left join lateral ${theRow('audit_chain')} on true
        where audit_chain.sequence > ${after} and audit_chain.sequence <= ${until} order by audit_chain.sequence ${rowsAtMost(limit)}`.execute(
        db,
      )
      return rows.map(({ sequence, audit_id, previous_hash, hash, id, ...row }) => ({
        sequence,
        audit_id,
        previous_hash,
        hash,
        row: id === null ? undefined : { id, ...row },
      }))
    },

    /** From row `until` down to the one after `after`, for an export. */
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
        select audit_waiting.position, null as sequence, null as previous_hash, null as hash, ${chainedColumns}
        from audit_waiting cross join lateral ${theRow('audit_waiting')}
        where audit_waiting.position < ${before} order by audit_waiting.position desc ${rowsAtMost(limit)}`.execute(db)
      return rows
    },

    /** A row that neither has a link nor waits for one, and one that waits and is gone. In one statement, so that the writer cannot come in between. */
    async findStrays(): Promise<{ added: string | null; removed: string | null }> {
      const { rows } = await sql<{ added: string | null; removed: string | null }>`
        select
          (select id from audit_log where not exists (select from audit_chain where audit_id = audit_log.id)
            and not exists (select from audit_waiting where audit_id = audit_log.id) order by happened_at, id limit 1) as added,
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

export type AuditChainRepository = ReturnType<typeof createAuditChainRepository>

interface CheckpointRow {
  sequence: number
  hash: string
  signed_at: Date
  public_key: string
  signature: string
}

interface BeginningRow extends CheckpointRow {
  until: Date
}

/** PostgreSQL breaks base64 into lines. */
const signedColumns = sql`signed_at, replace(encode(public_key, 'base64'), E'\n', '') as public_key,
    replace(encode(signature, 'base64'), E'\n', '') as signature`

const selectCheckpoints = (rest: ReturnType<typeof sql>) => sql<CheckpointRow>`
  select sequence, encode(hash, 'hex') as hash, ${signedColumns} from audit_checkpoints ${rest}`

function toCheckpoint({ sequence, hash, signed_at, public_key, signature }: CheckpointRow): Checkpoint {
  const statement = { kind: 'twofold-audit-checkpoint-1', sequence, hash, signed_at: signed_at.toISOString() } as const
  return { statement, public_key, signature }
}

function toBeginning({ sequence, hash, until, signed_at, public_key, signature }: BeginningRow): Beginning {
  const times = { until: until.toISOString(), signed_at: signed_at.toISOString() }
  return { statement: { kind: 'twofold-audit-beginning-1', sequence, hash, ...times }, public_key, signature }
}
