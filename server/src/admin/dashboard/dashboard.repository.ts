import { sql } from 'kysely'
import type { Db } from '../../platform/database.ts'
import { openWindow } from '../../platform/maintenance.repository.ts'
import type { Closure } from '../../platform/maintenance.ts'

/** Counts, by the definitions of docs/decisions/0084. */
type CountName =
  | 'users'
  | 'active'
  | 'admins'
  | 'keys'
  | 'shares'
  | 'sessions'
  | 'recovery_codes'
  | 'unused_recovery_codes'
  | 'recent_users'
  | 'recent_keys'
  | 'recent_shares'

interface SystemFigures {
  failed_emails: number
  database_version: string
  database_bytes: number
  maintenance: Closure | null
}

export function createDashboardRepository(db: Db) {
  return {
    /** Reads everything that it counts. `since`: from when on something came, or a session was used, lately. */
    async count(now: Date, since: Date): Promise<Record<CountName, number>> {
      const { rows } = await sql<Record<CountName, number>>`
        select people.*, codes.*, held.*, given.*,
          (select count(*) from open_sessions_at(${now}) where seen_at >= ${since}) as sessions
        from
          (select count(*) as users, count(*) filter (where is_active) as active, count(*) filter (where role = 'admin') as admins,
            count(*) filter (where created_at >= ${since}) as recent_users from counted_users) people,
          (select count(*) as keys, count(*) filter (where created_at >= ${since}) as recent_keys from counted_keys) held,
          (select count(*) as shares, count(*) filter (where created_at >= ${since}) as recent_shares from grants_at(${now})) given,
          (select count(*) as recovery_codes, count(*) filter (where used_at is null) as unused_recovery_codes
            from counted_recovery_codes) codes`.execute(db)
      const [counts] = rows
      if (counts === undefined) throw new Error('The figures of the dashboard have no row.')
      return counts
    },
    /** Cheap figures. `dayAgo`: failed e-mail counts from then on. */
    async system(now: Date, dayAgo: Date): Promise<SystemFigures> {
      const { rows } = await sql<SystemFigures>`
        select (select count(*) from logged_mails where failed_at >= ${dayAgo} and status = 'failed'
            and waiting_reason is distinct from 'discarded') as failed_emails,
          current_setting('server_version') as database_version, pg_database_size(current_database()) as database_bytes,
          ${openWindow(now)} as maintenance`.execute(db)
      const [system] = rows
      if (system === undefined) throw new Error('The figures of the system have no row.')
      return system
    },
  }
}

export type DashboardRepository = ReturnType<typeof createDashboardRepository>
