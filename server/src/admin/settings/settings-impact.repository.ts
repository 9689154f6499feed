import { sql } from 'kysely'
import type { Db } from '../../platform/database.ts'
import { isOpenSession } from '../../platform/lasts.ts'

export interface SettingsImpact {
  sessions: number
  activities: number
  notifications: number
  passkeys: number
}

/** Times before which something is over; null: nothing of it is. */
export interface Cutoffs {
  idleSince: Date
  openedSince: Date
  rememberedSince: Date
  activitySince: Date | null
  notificationsSince: Date | null
  arePasskeysVoid: boolean
}

export function createSettingsImpactRepository(db: Db) {
  return {
    async count(now: Date, at: Cutoffs): Promise<SettingsImpact> {
      const { rows } = await sql<SettingsImpact>`
        select
          (select count(*) from session_browsers sessions where ${isOpenSession(now)} and case
            when remember then seen_at <= ${at.rememberedSince} or created_at <= ${at.rememberedSince}
            else seen_at <= ${at.idleSince} or created_at <= ${at.openedSince} end) as sessions,
          (select count(*) from account_activity where happened_at < ${at.activitySince}) as activities,
          (select count(*) from dated_notifications where created_at < ${at.notificationsSince}) as notifications,
          (select count(*) from named_passkeys where ${at.arePasskeysVoid}) as passkeys`.execute(db)
      return rows[0] ?? { sessions: 0, activities: 0, notifications: 0, passkeys: 0 }
    },
  }
}

export type SettingsImpactRepository = ReturnType<typeof createSettingsImpactRepository>
