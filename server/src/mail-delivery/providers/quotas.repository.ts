import { sql } from 'kysely'
import type { Db } from '../../platform/database.ts'
import { type RetentionTask, rowsUntil } from '../../platform/retention.ts'
import type { ProviderRow } from './providers.repository.ts'

export function createQuotas(db: Db) {
  return {
    /** Reserves one e-mail in the provider's hour and day, up to these limits: 'ok', or the window that is full. */
    async reserveQuota(provider: Pick<ProviderRow, 'id' | 'hourly_limit' | 'daily_limit'>, at: Date): Promise<'ok' | 'hour' | 'day'> {
      const { rows } = await sql<{ answer: 'ok' | 'hour' | 'day' }>`
        select reserve_email_quota(${provider.id}, ${provider.hourly_limit}, ${provider.daily_limit}, ${at}) as answer`.execute(db)
      return rows[0]?.answer ?? 'hour'
    },
    /** Waits for the day before it takes both, in the order in which they are reserved: two workers would else wait for each other. */
    async releaseQuota(id: string, at: Date): Promise<void> {
      await sql`select release_email_quota(${id}, ${at}) from (
        select from email_quotas
        where provider_id = ${id} and scale = 'day' and starts_at = date_trunc('day', ${at}::timestamptz, 'UTC') for update
      ) as day`.execute(db)
    },
    /** Counts e-mails that were not reserved individually. */
    async countMails(id: string, mails: number, at: Date): Promise<void> {
      await sql`
        insert into email_quotas (provider_id, scale, starts_at, used)
        select ${id}, scale, date_trunc(scale, ${at}::timestamptz, 'UTC'), ${mails} from (values ('day'), ('hour')) as scales (scale)
        on conflict (provider_id, scale, starts_at) do update set used = email_quotas.used + excluded.used`.execute(db)
    },
    /** E-mails that each provider accepted today and this hour (UTC). */
    async usage(at: Date): Promise<{ provider_id: string; scale: 'hour' | 'day'; used: number }[]> {
      const { rows } = await sql<{ provider_id: string; scale: 'hour' | 'day'; used: number }>`
        select provider_id, scale, used from email_quotas
        where (scale = 'day' and starts_at = date_trunc('day', ${at}::timestamptz, 'UTC'))
          or (scale = 'hour' and starts_at = date_trunc('hour', ${at}::timestamptz, 'UTC'))`.execute(db)
      return rows
    },
    removableUsage: (until: Date): RetentionTask[] => [rowsUntil({ table: 'email_quotas', column: 'starts_at', until })],
  }
}
