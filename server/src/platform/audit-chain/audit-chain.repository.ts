import { sql } from 'kysely'
import type { Db } from '../database.ts'
import type { ChainedRow } from './canonical-row.ts'
import type { Checkpoint } from './signer.ts'
import { rowsAtMost } from '../literal-limits.ts'
import { createChainVerification } from './chain-verification.repository.ts'
import { createChainBeginning } from './chain-beginning.repository.ts'
import { chainedColumns, theRow, signedColumns } from './chain-columns.repository.ts'

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

export function createAuditChainRepository(db: Db) {
  return {
    ...createChainVerification(db),
    ...createChainBeginning(db),
    /** Allows one writer at a time, across all nodes, until the transaction ends. */
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
    /** Checkpoints of the rows after `after`, up to and including `until`, in order. */
    async listCheckpoints(after: number, until: number): Promise<Checkpoint[]> {
      const { rows } = await selectCheckpoints(sql`where sequence > ${after} and sequence <= ${until} order by sequence, id`).execute(db)
      return rows.map(toCheckpoint)
    },
  }
}

export type AuditChainRepository = ReturnType<typeof createAuditChainRepository>

export interface CheckpointRow {
  sequence: number
  hash: string
  signed_at: Date
  public_key: string
  signature: string
}

const selectCheckpoints = (rest: ReturnType<typeof sql>) => sql<CheckpointRow>`
  select sequence, encode(hash, 'hex') as hash, ${signedColumns} from audit_checkpoints ${rest}`

function toCheckpoint({ sequence, hash, signed_at, public_key, signature }: CheckpointRow): Checkpoint {
  const statement = { kind: 'twofold-audit-checkpoint-1', sequence, hash, signed_at: signed_at.toISOString() } as const
  return { statement, public_key, signature }
}
