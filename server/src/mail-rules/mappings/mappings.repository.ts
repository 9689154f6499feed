import type { Insertable, Updateable } from 'kysely'
import type { Database, Db } from '../../platform/database.ts'
import { createMappingDecisions } from './mapping-decisions.repository.ts'
import { createMappingChoices } from './mapping-choices.repository.ts'
import { changesRow, findsRow } from '../../platform/row-counts.ts'
import { lockAdvisory } from '../../platform/advisory-lock.ts'

/** Number of the advisory lock under which mappings are added. */
const newMappingLock = 7_402_014

export function createMappingsRepository(db: Db) {
  const mappings = () =>
    db
      .selectFrom('email_mappings')
      .leftJoin('mail_templates', 'mail_templates.slug', 'email_mappings.template_slug')
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
        'mail_templates.slug as template_slug',
        'mail_templates.name as template_name',
        'mail_templates.provider_id as template_provider_id',
        'providers.name as provider_name',
        'providers.provider as provider_kind',
      ])

  return {
    ...createMappingDecisions(db),
    ...createMappingChoices(db),
    list: () => mappings().execute(),
    find: (id: string) => mappings().where('email_mappings.id', '=', id).executeTakeFirst(),
    findByEvent: (event: string) => mappings().where('email_mappings.event_name', '=', event).executeTakeFirst(),
    async lock(id: string): Promise<void> {
      await db.selectFrom('email_mappings').where('id', '=', id).select('id').forUpdate().execute()
    },
    /** False: the event is mapped already. */
    put: (mapping: Insertable<Database['email_mappings']>): Promise<boolean> =>
      changesRow(
        db
          .insertInto('email_mappings')
          .values(mapping)
          .onConflict((conflict) => conflict.column('event_name').doNothing()),
      ),
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
    isMapped: (event: string, exceptId: string): Promise<boolean> =>
      findsRow(db.selectFrom('email_mappings').where('event_name', '=', event).where('id', '<>', exceptId).select('id')),
    async change(id: string, change: Updateable<Database['email_mappings']>): Promise<void> {
      await db.updateTable('email_mappings').set(change).where('id', '=', id).execute()
    },
    /** Mappings of a deleted provider use the default one. */
    async forgetProvider(providerId: string): Promise<void> {
      await db.updateTable('email_mappings').set({ provider_id: null }).where('provider_id', '=', providerId).execute()
    },
    async remove(id: string): Promise<void> {
      await db.deleteFrom('email_mappings').where('id', '=', id).execute()
    },
    /** Held until the transaction ends: two new mappings of one event come one after the other. */
    lockAll: (): Promise<void> => lockAdvisory(db, newMappingLock),
  }
}

export type MappingsRepository = ReturnType<typeof createMappingsRepository>

export type MappingRow = NonNullable<Awaited<ReturnType<MappingsRepository['find']>>>
