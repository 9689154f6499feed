import { sql } from 'kysely'
import { createAuditChainRepository, type LinkWithRow } from '../../platform/audit-chain/audit-chain.repository.ts'
import type { Db } from '../../platform/database.ts'
import { retryPause } from './retry-schedule.ts'
import type { ClaimedStream } from './streams.repository.ts'
import { columns } from './stream-columns.repository.ts'

/** Longer than a batch may take, so that no other worker sends it meanwhile. */
const leaseSeconds = 90

const isDue = sql`is_active and next_try_at <= now() and (lease_until is null or lease_until <= now())
  and sent_sequence < (select coalesce(max(sequence), 0) from audit_chain)`

/** Progress of streams in the log. */
export function createStreamProgress(db: Db) {
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
    async putFailure({ id, fence }: ClaimedStream, error: string): Promise<void> {
      const { firstSeconds, longestSeconds } = retryPause
      await sql`
        update audit_streams set failures = failures + 1, failing_since = coalesce(failing_since, now()), last_error = ${error},
          next_try_at = now() + make_interval(secs => least(${longestSeconds}, ${firstSeconds} * 2 ^ least(failures, 6))), lease_until = null
        where id = ${id} and fence = ${fence}`.execute(db)
    },
    async release({ id, fence }: ClaimedStream): Promise<void> {
      await sql`update audit_streams set lease_until = null where id = ${id} and fence = ${fence}`.execute(db)
    },
  }
}
