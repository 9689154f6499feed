import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { Database, Db } from '../../platform/database.ts'
import { createQuotas } from './quotas.repository.ts'
import { createProviderHealth } from './provider-health.repository.ts'
import { lockAdvisory } from '../../platform/advisory-lock.ts'

export type ProviderRow = Selectable<Database['email_providers']>

export type NewProviderRow = Insertable<Database['email_providers']>

/** Number of the advisory lock under which a provider becomes the default one. */
const defaultLock = 7_402_010

export function createProvidersRepository(db: Db) {
  const existing = () => db.selectFrom('email_providers').where('deleted_at', 'is', null)

  /** Unsent e-mail that asks for a provider. */
  const waitingFor = (id: string) => sql`preferred_provider_id = ${id} and queue <> 'done'`

  return {
    ...createQuotas(db),
    ...createProviderHealth(db),
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
    /** Rules and e-mails that name a provider, and e-mails being handed over to it. */
    async findUse(id: string): Promise<{ mails_waiting: number; mails_under_way: number; mappings: string[]; templates: string[] }> {
      const { rows } = await sql<{ mails_waiting: number; mails_under_way: number; mappings: string[]; templates: string[] }>`
        select
          (select count(*) from email_logs where ${waitingFor(id)}) as mails_waiting,
          (select count(*) from email_attempts join email_logs on email_logs.id = email_attempts.log_id and email_logs.queue = 'claimed'
            where email_attempts.provider_id = ${id} and email_attempts.finished_at is null) as mails_under_way,
          array(select event_name from mapped_events where provider_id = ${id} order by event_name) as mappings,
          array(select name from mail_templates where provider_id = ${id} order by name) as templates`.execute(db)
      const [use] = rows
      if (use === undefined) throw new Error('What a provider is used for has no row.')
      return use
    },
    /** Keeps only its name, for the log. E-mail that asked for it has no preference afterwards. */
    async remove(id: string, now: Date): Promise<void> {
      const asksForNone = sql`update email_logs set preferred_provider_id = null where ${waitingFor(id)}`.execute(db)
      const onlyNamed = db
        .updateTable('email_providers')
        .set({ deleted_at: now, updated_at: now, is_active: false, is_default: false, configuration: '{}', secret: null, last_error: null })
        .where('id', '=', id)
        .execute()
      await Promise.all([asksForNone, onlyNamed])
    },
    /** Removes providers that were deleted before all e-mail that is kept. */
    async removeForgotten(before: Date): Promise<void> {
      await db.deleteFrom('email_providers').where('deleted_at', '<', before).execute()
    },
    /** Held until the transaction ends: two changes of one provider at once come one after the other. */
    async lock(id: string): Promise<void> {
      await sql`select 1 from email_providers where id = ${id} for update`.execute(db)
    },
    /** Held until the transaction ends: without it, two that become the default at once would meet in the unique index. */
    lockDefault: (): Promise<void> => lockAdvisory(db, defaultLock),
    /** There is one default at most. */
    async clearDefault(exceptId: string, now: Date): Promise<void> {
      await db
        .updateTable('email_providers')
        .set({ is_default: false, updated_at: now })
        .where('is_default', '=', true)
        .where('id', '<>', exceptId)
        .execute()
    },
  }
}

export type ProvidersRepository = ReturnType<typeof createProvidersRepository>
