import { sql } from 'kysely'
import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Database, Db } from '../../platform/database.ts'
import { rowsUntil } from '../../platform/retention.ts'
import type { RetentionTask } from '../../platform/retention.ts'

export type ProviderRow = Selectable<Database['email_providers']>
export type NewProviderRow = Insertable<Database['email_providers']>

/** Failures in a row that open a provider's breaker, and for how many seconds the first time and at most. */
export const breaker = { failures: 5, firstSeconds: 60, longestSeconds: 3600 } as const

/** Number of the advisory lock under which a provider becomes the default one. */
const defaultLock = 7_402_010

export function createProvidersRepository(db: Db) {
  const existing = () => db.selectFrom('email_providers').where('deleted_at', 'is', null)
  /** Mail that asks for a provider and is not out. */
  const waitingFor = (id: string) => sql`preferred_provider_id = ${id} and queue <> 'done'`

  return {
    list: (): Promise<ProviderRow[]> =>
      existing().selectAll().orderBy('is_default', 'desc').orderBy('priority').orderBy('created_at').execute(),
    listActive: (): Promise<ProviderRow[]> =>
      existing()
        .selectAll()
        .where('is_active', '=', true)
        .orderBy('is_default', 'desc')
        .orderBy('priority')
        .orderBy('created_at')
        .execute(),
    find: (id: string): Promise<ProviderRow | undefined> => existing().selectAll().where('id', '=', id).executeTakeFirst(),
    async put(provider: NewProviderRow): Promise<void> {
      await db.insertInto('email_providers').values(provider).execute()
    },
    async change(id: string, change: Updateable<Database['email_providers']>): Promise<void> {
      await db.updateTable('email_providers').set(change).where('id', '=', id).execute()
    },
    /** What asks for a provider by name, and what is being handed over to it. */
    async findUse(id: string): Promise<{ mails_waiting: number; mails_under_way: number; mappings: string[]; templates: string[] }> {
      const { rows } = await sql<{ mails_waiting: number; mails_under_way: number; mappings: string[]; templates: string[] }>`
        select
          (select count(*) from email_logs where ${waitingFor(id)}) as mails_waiting,
          (select count(*) from email_attempts join email_logs on email_logs.id = email_attempts.log_id and email_logs.queue = 'claimed'
            where email_attempts.provider_id = ${id} and email_attempts.finished_at is null) as mails_under_way,
          array(select event_name from email_mappings where provider_id = ${id} order by event_name) as mappings,
          array(select name from email_templates where provider_id = ${id} order by name) as templates`.execute(db)
      const [use] = rows
      if (use === undefined) throw new Error('What a provider is used for has no row.')
      return use
    },
    /** Only its name stays, for the log. E-mail that asked for it asks for none. */
    async remove(id: string, now: Date): Promise<void> {
      await sql`update email_logs set preferred_provider_id = null where ${waitingFor(id)}`.execute(db)
      await db
        .updateTable('email_providers')
        .set({ deleted_at: now, updated_at: now, is_active: false, is_default: false, configuration: '{}', secret: null, last_error: null })
        .where('id', '=', id)
        .execute()
    },
    /** Those that were deleted and that no mail in the log names any more. */
    async removeForgotten(before: Date): Promise<void> {
      await sql`delete from email_providers where deleted_at < ${before}
        and not exists (select from email_logs where provider_id = email_providers.id)`.execute(db)
    },
    /** Held until the transaction ends: two changes of one provider at once come one after the other. */
    async lock(id: string): Promise<void> {
      await sql`select 1 from email_providers where id = ${id} for update`.execute(db)
    },
    /** Held until the transaction ends: without it, two that become the default at once would meet in the unique index. */
    async lockDefault(): Promise<void> {
      await sql`select pg_advisory_xact_lock(${defaultLock})`.execute(db)
    },
    /** There is one default at most. */
    async clearDefault(exceptId: string): Promise<void> {
      await db
        .updateTable('email_providers')
        .set({ is_default: false })
        .where('is_default', '=', true)
        .where('id', '<>', exceptId)
        .execute()
    },

    /** 'ok' takes one mail out of the provider's hour and day, up to these limits; else the window that is full. */
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
    /** Adds mails that were not reserved one by one. */
    async countMails(id: string, mails: number, at: Date): Promise<void> {
      await sql`
        insert into email_quotas (provider_id, scale, starts_at, used)
        select ${id}, scale, date_trunc(scale, ${at}::timestamptz, 'UTC'), ${mails} from (values ('day'), ('hour')) as scales (scale)
        on conflict (provider_id, scale, starts_at) do update set used = email_quotas.used + excluded.used`.execute(db)
    },
    /** How many mails each provider took today and this hour (UTC). */
    async usage(at: Date): Promise<{ provider_id: string; scale: 'hour' | 'day'; used: number }[]> {
      const { rows } = await sql<{ provider_id: string; scale: 'hour' | 'day'; used: number }>`
        select provider_id, scale, used from email_quotas
        where (scale = 'day' and starts_at = date_trunc('day', ${at}::timestamptz, 'UTC'))
          or (scale = 'hour' and starts_at = date_trunc('hour', ${at}::timestamptz, 'UTC'))`.execute(db)
      return rows
    },
    removableUsage: (until: Date): RetentionTask[] => [rowsUntil({ table: 'email_quotas', column: 'starts_at', until })],

    /** Counts a failure; the fifth in a row opens the breaker, each later one for twice as long. */
    async recordFailure(id: string, error: string, at: Date): Promise<void> {
      await sql`
        update email_providers set failures = failures + 1, last_error = ${error}, last_error_at = ${at},
          open_until = case when failures + 1 >= ${breaker.failures} then ${at}::timestamptz + make_interval(secs => open_seconds) else open_until end,
          open_seconds = case when failures + 1 >= ${breaker.failures} then least(${breaker.longestSeconds}, open_seconds * 2) else open_seconds end
        where id = ${id}`.execute(db)
    },
    async recordSuccess(id: string): Promise<void> {
      await db
        .updateTable('email_providers')
        .set({ failures: 0, open_seconds: breaker.firstSeconds, open_until: null })
        .where('id', '=', id)
        .where('failures', '>', 0)
        .execute()
    },
    /** The provider said itself that its quota is used up. */
    async closeUntil(id: string, until: Date, error: string, at: Date): Promise<void> {
      await db
        .updateTable('email_providers')
        .set({ open_until: until, last_error: error, last_error_at: at })
        .where('id', '=', id)
        .execute()
    },
  }
}

export type ProvidersRepository = ReturnType<typeof createProvidersRepository>
