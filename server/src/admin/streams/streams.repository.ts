import { sql } from 'kysely'
import type { StreamKind } from '@twofold/contract/admin/streams'
import type { Db } from '../../platform/database.ts'
import { columns } from './stream-columns.repository.ts'
import { countRows } from '../../platform/row-counts.ts'
import { createAuditChainRepository, type LinkWithRow } from '../../platform/audit-chain/audit-chain.repository.ts'
import { retryPause } from './retry-schedule.ts'

/** Longer than a batch may take, so that no other worker sends it meanwhile. */
const leaseSeconds = 90

const isDue = sql`is_active and next_try_at <= now() and (lease_until is null or lease_until <= now())
  and sent_sequence < (select coalesce(max(sequence), 0) from audit_chain)`

export interface StreamRow {
  id: string
  name: string
  kind: StreamKind
  configuration: unknown
  secret: Buffer | null
  is_active: boolean
  sent_sequence: number
  sent_at: Date | null
  failures: number
  failing_since: Date | null
  last_error: string | null
  next_try_at: Date
  created_at: Date
}

/** A stream with how far it is behind the chain. */
export interface StreamWithLag extends StreamRow {
  waiting: number
  lag_seconds: number | null
}

/** A stream that this worker has for itself for a while. */
export interface ClaimedStream extends StreamRow {
  fence: number
}

/** Times are those of the database: all nodes have to agree on leases. */
export function createStreamsRepository(db: Db) {
  return {
    async listDue(): Promise<string[]> {
      const { rows } = await sql<{ id: string }>`select id from audit_streams where ${isDue}`.execute(db)
      return rows.map(({ id }) => id)
    },
    /** Undefined: another worker has it, or there is nothing left to do. */
    async claim(id: string): Promise<ClaimedStream | undefined> {
      const { rows } = await sql<ClaimedStream>`
        update audit_streams streams set lease_until = now() + make_interval(secs => ${leaseSeconds}), fence = fence + 1
        where id = ${id} and ${isDue} returning ${columns}, fence`.execute(db)
      return rows[0]
    },
    listRows: (after: number, limit: number): Promise<LinkWithRow[]> =>
      createAuditChainRepository(db).listLinks(after, Number.MAX_SAFE_INTEGER, limit),
    /** The receiver has everything up to `to`. False: the lease is somebody else's, or the stream was changed. */
    async advance({ id, fence, sent_sequence: from }: ClaimedStream, to: number): Promise<boolean> {
      const { rows } = await sql<{ id: string }>`
        update audit_streams set sent_sequence = ${to}, sent_at = now(), failures = 0, failing_since = null, last_error = null,
          next_try_at = now(), lease_until = now() + make_interval(secs => ${leaseSeconds})
        where id = ${id} and fence = ${fence} and sent_sequence = ${from} returning id`.execute(db)
      return rows.length > 0
    },
    async putFailure({ id, fence }: ClaimedStream, error: string, askedSeconds: number): Promise<void> {
      const { firstSeconds, longestSeconds } = retryPause
      await sql`
        update audit_streams set failures = failures + 1, failing_since = coalesce(failing_since, now()), last_error = ${error},
          next_try_at = now() + make_interval(secs => greatest(${askedSeconds}::float8, least(${longestSeconds}, ${firstSeconds} * 2 ^ least(failures, 6)))), lease_until = null
        where id = ${id} and fence = ${fence}`.execute(db)
    },
    async release({ id, fence }: ClaimedStream): Promise<void> {
      await sql`update audit_streams set lease_until = null where id = ${id} and fence = ${fence}`.execute(db)
    },
    async list(): Promise<StreamWithLag[]> {
      const { rows } = await sql<StreamWithLag>`
        select ${columns}, greatest(head.sequence - streams.sent_sequence, 0) as waiting,
          (select extract(epoch from now() - greatest(linked_at, streams.since))::float8 from audit_chain
            where sequence = streams.sent_sequence + 1) as lag_seconds
        from audit_streams streams cross join (select coalesce(max(sequence), 0) as sequence from audit_chain) head
        order by streams.created_at, streams.id`.execute(db)
      return rows
    },
    async lock(id: string): Promise<StreamRow | undefined> {
      const { rows } = await sql<StreamRow>`select ${columns} from audit_streams streams where id = ${id} for update`.execute(db)
      return rows[0]
    },
    count: (): Promise<number> => countRows(db.selectFrom('audit_streams')),
    /** `from` now: starts after the present end of the chain. */
    async put(
      row: Pick<StreamRow, 'id' | 'name' | 'kind' | 'secret'> & { configuration: object; from: 'beginning' | 'now' },
    ): Promise<void> {
      await sql`
        insert into audit_streams (id, name, kind, configuration, secret, sent_sequence)
        values (${row.id}, ${row.name}, ${row.kind}, ${JSON.stringify(row.configuration)}, ${row.secret},
          (select coalesce(max(sequence), 0) from ${row.from === 'now' ? sql`audit_chain` : sql`audit_beginnings`}))`.execute(db)
    },
    /** Resets earlier failures: the new settings are tried at once. */
    async change(id: string, row: Pick<StreamRow, 'name' | 'is_active' | 'secret'> & { configuration: object }): Promise<void> {
      await sql`
        update audit_streams set name = ${row.name}, configuration = ${JSON.stringify(row.configuration)}, secret = ${row.secret},
          since = case when ${row.is_active} and not is_active then now() else since end, is_active = ${row.is_active},
          failures = 0, failing_since = null, last_error = null, next_try_at = now(), lease_until = null, fence = fence + 1
        where id = ${id}`.execute(db)
    },
    async remove(id: string): Promise<void> {
      await db.deleteFrom('audit_streams').where('id', '=', id).execute()
    },
    async tryNow(id: string): Promise<void> {
      await sql`update audit_streams set next_try_at = now() where id = ${id}`.execute(db)
    },
  }
}

export type StreamsRepository = ReturnType<typeof createStreamsRepository>
