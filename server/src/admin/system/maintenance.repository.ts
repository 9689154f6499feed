import { sql } from 'kysely'
import type { Db } from '../../platform/database.ts'
import { isOpenSession } from '../../platform/lasts.ts'

export interface NewWindowRow {
  id: string
  starts_at: Date
  ends_at: Date
  message: string
  created_by: string
  created_by_name: string
  created_at: Date
}

export interface WindowRow extends Omit<NewWindowRow, 'created_by' | 'created_by_name'> {
  created_by_name: string | null
  closed_at: Date | null
}

const columns = ['id', 'starts_at', 'ends_at', 'message', 'created_by_name', 'created_at', 'closed_at'] as const

export function createMaintenanceRepository(db: Db) {
  return {
    list: (limit: number): Promise<WindowRow[]> =>
      db.selectFrom('maintenance_windows').select(columns).orderBy('starts_at', 'desc').orderBy('id', 'desc').limit(limit).execute(),

    /** Undefined: it overlaps with another window. */
    put: (window: NewWindowRow): Promise<WindowRow | undefined> =>
      db
        .insertInto('maintenance_windows')
        .values(window)
        .onConflict((conflict) => conflict.doNothing())
        .returning(columns)
        .executeTakeFirst(),

    /** Held until the transaction ends. */
    lock: (id: string): Promise<WindowRow | undefined> =>
      db.selectFrom('maintenance_windows').where('id', '=', id).select(columns).forUpdate().executeTakeFirst(),

    async close(id: string, now: Date): Promise<void> {
      await db.updateTable('maintenance_windows').set({ closed_at: now }).where('id', '=', id).execute()
    },

    /** Windows whose beginning has not been announced, locked until the transaction ends. A canceled one never began. */
    async takeBegun(now: Date): Promise<WindowRow[]> {
      return db
        .updateTable('maintenance_windows')
        .set({ start_told_at: now })
        .where('start_told_at', 'is', null)
        .where('starts_at', '<=', now)
        .where((row) => row.or([row('closed_at', 'is', null), row('closed_at', '>', row.ref('starts_at'))]))
        .returning(columns)
        .execute()
    },

    /** The same for the end of windows. */
    async takeEnded(now: Date): Promise<WindowRow[]> {
      return db
        .updateTable('maintenance_windows')
        .set({ end_told_at: now })
        .where('end_told_at', 'is', null)
        .where('start_told_at', 'is not', null)
        .where((row) => row.or([row('closed_at', 'is not', null), row('ends_at', '<=', now)]))
        .returning(columns)
        .execute()
    },

    /** People affected by a window. */
    async reach(now: Date): Promise<{ shut_out: number; administrators: number; sessions: number }> {
      const { rows } = await sql<{ shut_out: number; administrators: number; sessions: number }>`
        select people.*,
          (select count(*) from session_browsers sessions join people users on users.id = sessions.user_id
            where users.role <> 'admin' and users.is_active and users.deleted_at is null
              and ${isOpenSession(now)}) as sessions
        from (
          select count(*) filter (where role <> 'admin') as shut_out, count(*) filter (where role = 'admin') as administrators
          from people users where is_active and deleted_at is null
        ) people`.execute(db)
      return rows[0] ?? { shut_out: 0, administrators: 0, sessions: 0 }
    },
  }
}

export type MaintenanceRepository = ReturnType<typeof createMaintenanceRepository>
