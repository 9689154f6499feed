import { sql } from 'kysely'
import type { StreamKind } from '@twofold/contract/admin/streams'
import type { Db } from '../../platform/database.ts'
import { createStreamProgress } from './stream-progress.repository.ts'
import { columns } from './stream-columns.repository.ts'
import { countRows } from '../../platform/row-counts.ts'

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
    ...createStreamProgress(db),
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
