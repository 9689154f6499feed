import { sql } from 'kysely'
import type { Db } from '../../platform/database.ts'
import { countRows } from '../../platform/row-counts.ts'

/** Delivery problems that administrators should know about, read from the database so that any node can report them. */
export function createDeliveryTroubleRepository(db: Db) {
  return {
    /** Providers that have sent what they may in this hour or day. */
    async listOutOfQuota(now: Date): Promise<{ id: string; name: string; scale: 'hour' | 'day'; starts_at: Date; most: number }[]> {
      const { rows } = await sql<{ id: string; name: string; scale: 'hour' | 'day'; starts_at: Date; most: number }>`
        select providers.id, providers.name, quotas.scale, quotas.starts_at,
          case quotas.scale when 'hour' then hourly_limit else daily_limit end as most
        from email_quotas quotas
        join email_providers providers on providers.id = quotas.provider_id and providers.is_active
        where quotas.starts_at <= ${now} and quotas.starts_at + ('1 ' || quotas.scale)::interval > ${now}
          and quotas.used >= case quotas.scale when 'hour' then hourly_limit else daily_limit end`.execute(db)
      return rows
    },
    /** Providers that are left alone after failures, or after they said that their own quota is used up. */
    listResting: (now: Date) =>
      db
        .selectFrom('email_providers')
        .where('is_active', '=', true)
        .where('open_until', '>', now)
        .select(['id', 'name', 'last_error'])
        .execute(),
    countFailedSince: (time: Date): Promise<number> =>
      countRows(
        db
          .selectFrom('email_logs')
          .where('failed_at', '>=', time)
          .where('status', '=', 'failed')
          .where('waiting_reason', 'is distinct from', 'discarded'),
      ),
  }
}
