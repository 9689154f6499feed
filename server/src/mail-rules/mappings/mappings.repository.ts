import type { Insertable, Updateable } from 'kysely'
import { sql } from 'kysely'
import type { Database, Db } from '../../platform/database.ts'

export function createMappingsRepository(db: Db) {
  const mappings = () =>
    db
      .selectFrom('email_mappings')
      .leftJoin('email_templates', 'email_templates.slug', 'email_mappings.template_slug')
      .leftJoin('named_providers as providers', 'providers.id', 'email_mappings.provider_id')
      .orderBy('email_mappings.event_name')
      .select([
        'email_mappings.id',
        'email_mappings.event_name',
        'email_mappings.provider_id',
        'email_mappings.is_active',
        'email_mappings.conditions',
        'email_mappings.description',
        'email_mappings.created_at',
        'email_mappings.updated_at',
        'email_templates.slug as template_slug',
        'email_templates.name as template_name',
        'email_templates.provider_id as template_provider_id',
        'providers.name as provider_name',
        'providers.provider as provider_kind',
      ])
  const decisions = (mappingId: string, outcome: 'sent' | 'not_sent' | undefined) => {
    const rows = db.selectFrom('email_decisions').where('email_decisions.mapping_id', '=', mappingId)
    return outcome === undefined ? rows : rows.where('email_decisions.outcome', '=', outcome)
  }

  return {
    list: () => mappings().execute(),
    find: (id: string) => mappings().where('email_mappings.id', '=', id).executeTakeFirst(),
    findByEvent: (event: string) => mappings().where('email_mappings.event_name', '=', event).executeTakeFirst(),
    async lock(id: string): Promise<void> {
      await db.selectFrom('email_mappings').where('id', '=', id).select('id').forUpdate().execute()
    },
    /** False: the event is mapped already. */
    async put(mapping: Insertable<Database['email_mappings']>): Promise<boolean> {
      const inserted = await db
        .insertInto('email_mappings')
        .values(mapping)
        .onConflict((conflict) => conflict.column('event_name').doNothing())
        .executeTakeFirst()
      return inserted.numInsertedOrUpdatedRows === 1n
    },
    /** An event that is mapped keeps its mapping. */
    async putMissing(mappings: Insertable<Database['email_mappings']>[]): Promise<void> {
      if (mappings.length === 0) return
      await db
        .insertInto('email_mappings')
        .values(mappings)
        .onConflict((conflict) => conflict.column('event_name').doNothing())
        .execute()
    },
    /** False: another mapping has the event. */
    async isMapped(event: string, exceptId: string): Promise<boolean> {
      const found = await db
        .selectFrom('email_mappings')
        .where('event_name', '=', event)
        .where('id', '<>', exceptId)
        .select('id')
        .executeTakeFirst()
      return found !== undefined
    },
    async change(id: string, change: Updateable<Database['email_mappings']>): Promise<void> {
      await db.updateTable('email_mappings').set(change).where('id', '=', id).execute()
    },
    /** What was sent by a provider that is gone is sent by the default one. */
    async forgetProvider(providerId: string): Promise<void> {
      await db.updateTable('email_mappings').set({ provider_id: null }).where('provider_id', '=', providerId).execute()
    },
    async remove(id: string): Promise<void> {
      await db.deleteFrom('email_mappings').where('id', '=', id).execute()
    },
    /** Held until the transaction ends: two new mappings of one event come one after the other. */
    async lockAll(): Promise<void> {
      await sql`select pg_advisory_xact_lock(7402014)`.execute(db)
    },
    listTemplates: () => db.selectFrom('email_templates').select(['slug', 'name', 'category', 'is_active']).orderBy('name').execute(),
    findTemplate: (slug: string) =>
      db
        .selectFrom('email_templates')
        .where('slug', '=', slug)
        .select(['slug', 'name', 'subject', 'html_content', 'text_content', 'is_active'])
        .executeTakeFirst(),
    listProviders: () =>
      db
        .selectFrom('named_providers')
        .where('deleted_at', 'is', null)
        .select(['id', 'name', 'provider', 'is_default', 'is_active'])
        .orderBy('is_default', 'desc')
        .orderBy('priority')
        .execute(),

    async countDecisions(mappingId: string, outcome: 'sent' | 'not_sent' | undefined): Promise<number> {
      const { count } = await decisions(mappingId, outcome)
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow()
      return count
    },
    listDecisions: (mappingId: string, outcome: 'sent' | 'not_sent' | undefined, offset: number, limit: number) =>
      decisions(mappingId, outcome)
        .orderBy('email_decisions.decided_at', 'desc')
        .orderBy('email_decisions.id', 'desc')
        .offset(offset)
        .limit(limit)
        .selectAll('email_decisions')
        .select((row) =>
          row
            .selectFrom('logged_mails as mails')
            .whereRef('mails.mapping_id', '=', 'email_decisions.mapping_id')
            .whereRef('mails.decision_id', '=', 'email_decisions.id')
            .whereRef('mails.created_at', '>=', sql<Date>`email_decisions.decided_at - interval '1 minute'`)
            .whereRef('mails.created_at', '<=', sql<Date>`email_decisions.decided_at + interval '1 minute'`)
            .select('mails.id')
            .limit(1)
            .as('log_id'),
        )
        .execute(),

    /**
     * Mails that a provider took, by mapping: from the index of the log alone. The states are written out, so that each run is planned for them: the
     * generic plan does not know how few mails they leave out, and took 1.2 to 1.4 times as long (`npm run bench prepared`).
     */
    countSent: (): Promise<{ mapping_id: string | null; count: number }[]> =>
      db
        .selectFrom('logged_mails')
        .where(sql<boolean>`status not in ('pending', 'failed', 'unknown')`)
        .groupBy('mapping_id')
        .select(({ fn }) => ['mapping_id', fn.countAll<number>().as('count')])
        .execute(),
  }
}

export type MappingsRepository = ReturnType<typeof createMappingsRepository>
export type MappingRow = NonNullable<Awaited<ReturnType<MappingsRepository['find']>>>
