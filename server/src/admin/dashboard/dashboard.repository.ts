import { sql } from 'kysely'
import type { Db } from '../../platform/database.ts'
import { openWindow } from '../../platform/maintenance.repository.ts'
import type { Closure } from '../../platform/maintenance.ts'

/** How much of everything there is. */
export interface DashboardCounts {
  users: number
  active: number
  admins: number
  recent_signups: number
  recent_logins: number
  keys: number
  recent_keys: number
  shares: number
  recent_shares: number
  sessions: number
  recovery_codes: number
  unused_recovery_codes: number
}

interface SystemFigures {
  failed_emails: number
  database_version: string
  database_bytes: number
  maintenance: Closure | null
}

export function createDashboardRepository(db: Db) {
  return {
    /** Reads everything that it counts. `since`: from when on something is recent. */
    async count(now: Date, since: Date): Promise<DashboardCounts> {
      const { rows } = await sql<DashboardCounts>`
        select
          people.*, codes.*, live.*,
          (select count(*) from users where deleted_at is null and created_at >= ${since}) as recent_signups,
          (select count(*) from users where deleted_at is null and last_login_at >= ${since}) as recent_logins,
          (select count(*) from keys where deleted_at is null) as keys,
          (select count(*) from keys where deleted_at is null and created_at >= ${since}) as recent_keys,
          (select count(*) from sessions where seen_at >= ${since} and not is_pending and expires_at > ${now} and idle_expires_at > ${now})
            as sessions
        from
          (select count(*) as users, count(*) filter (where is_active) as active, count(*) filter (where is_active and role = 'admin') as admins
            from users where deleted_at is null) people,
          (select count(*) as shares, count(*) filter (where created_at >= ${since}) as recent_shares
            from live_shares where expires_at is null or expires_at > ${now}) live,
          (select count(*) as recovery_codes, count(*) filter (where used_at is null and replaced_at is null) as unused_recovery_codes
            from recovery_codes) codes`.execute(db)
      const [counts] = rows
      if (counts === undefined) throw new Error('The figures of the dashboard have no row.')
      return counts
    },
    /** What costs nothing to know. `dayAgo`: from when on failed mail counts. */
    async system(now: Date, dayAgo: Date): Promise<SystemFigures> {
      const { rows } = await sql<SystemFigures>`
        select (select count(*) from email_logs where failed_at >= ${dayAgo} and status = 'failed'
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
