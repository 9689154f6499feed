import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../platform/database.ts'
import { type RetentionTask, rowsUntil } from '../platform/retention.ts'
import { changesRow } from '../platform/row-counts.ts'

/** `copy`: a person copied the code. `turn`: a person reserved it. `take`: it was handed out exclusively. */
export type LeaseKind = 'copy' | 'turn' | 'take'

export interface Lease {
  key_id: string
  /** The codes, as RFC 6238 counts them. */
  time_windows: readonly number[]
  kind: LeaseKind
  /** Null for a program. */
  user_id: string | null
  leased_at: Date
}

export interface LeaseHolder {
  kind: LeaseKind
  user_id: string | null
  name: string | null
  leased_at: Date
}

/** The part of a statement that leases windows as `select` yields them, where they are free; leases that were made are its rows. */
export const insertLeases = (select: RawBuilder<unknown>) =>
  sql`insert into code_leases (key_id, generation, time_window, kind, user_id, leased_at) ${select} on conflict do nothing`

/**
 * Arbiter of codes. The primary key of `code_leases` decides who holds a window of a key's present generation; a second request changes nothing and
 * gets the holder.
 */
export function createLeasesRepository(db: Db) {
  return {
    /**
     * Leases free windows and returns those that this call got. A single statement, so concurrent callers never both get the same window.
     * Copying a reserved code marks the reservation as used: giving it back would let a program take the same code.
     */
    async lease(lease: Lease): Promise<Set<number>> {
      const { rows } = await sql<{ time_window: number; is_new: boolean }>`
        insert into code_leases (key_id, generation, time_window, kind, user_id, leased_at)
        select keys.id, keys.generation, wanted.time_window, ${lease.kind}, ${lease.user_id}::uuid, ${lease.leased_at}
        from keys cross join unnest(${lease.time_windows}::int8[]) as wanted (time_window)
        where keys.id = ${lease.key_id}
        order by wanted.time_window
        on conflict (key_id, generation, time_window) do update set is_copied = true where excluded.kind = 'copy' and code_leases.kind = 'turn'
        -- A row that this statement inserted was never locked or updated.
        returning time_window, xmax = 0 as is_new`.execute(db)
      return new Set(rows.filter((row) => row.is_new).map(({ time_window: window }) => window))
    },

    /** Holder of a window of the present generation; undefined: none. */
    findHolder: (keyId: string, timeWindow: number): Promise<LeaseHolder | undefined> =>
      db
        .selectFrom('code_leases')
        .innerJoin('keys', (join) =>
          join.onRef('keys.id', '=', 'code_leases.key_id').onRef('keys.generation', '=', 'code_leases.generation'),
        )
        .leftJoin('people as users', 'users.id', 'code_leases.user_id')
        .where('code_leases.key_id', '=', keyId)
        .where('code_leases.time_window', '=', timeWindow)
        .select(['code_leases.kind', 'code_leases.user_id', 'users.name', 'code_leases.leased_at'])
        .$narrowType<{ kind: LeaseKind }>()
        .executeTakeFirst(),

    /** Marks that the key had a turn lately: lists of codes look up turns only for such keys. */
    async noteTurn(keyId: string, now: Date): Promise<void> {
      await db.updateTable('keys').set({ reserved_at: now }).where('id', '=', keyId).execute()
    },

    /** Gives back reservations from a window on whose codes were not copied. Answers whether there were any. */
    endTurns: (keyId: string, userId: string, from: number): Promise<boolean> =>
      changesRow(
        db
          .deleteFrom('code_leases')
          .where('key_id', '=', keyId)
          .where('time_window', '>=', from)
          .where('user_id', '=', userId)
          .where('kind', '=', 'turn')
          .where('is_copied', '=', false),
      ),

    /** For a changed secret or period, in the same transaction: leases of the old one say nothing about the new. */
    async nextGeneration(keyId: string): Promise<void> {
      await db
        .updateTable('keys')
        .set(({ eb }) => ({ generation: eb('generation', '+', 1) }))
        .where('id', '=', keyId)
        .execute()
    },

    removable: (until: Date): RetentionTask[] => [rowsUntil({ table: 'code_leases', column: 'leased_at', until })],
  }
}

export type LeasesRepository = ReturnType<typeof createLeasesRepository>
