import type { Db } from '../../platform/database.ts'

export function createMappingsRepository(db: Db) {
  const mappings = () =>
    db
      .selectFrom('email_mappings')
      .leftJoin('email_templates', 'email_templates.slug', 'email_mappings.template_slug')
      .leftJoin('email_providers', 'email_providers.id', 'email_mappings.provider_id')
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
        'email_providers.name as provider_name',
        'email_providers.provider as provider_kind',
      ])

  return {
    list: () => mappings().execute(),
    /** Mails that a provider took, by mapping: from the index of the log alone. */
    countSent: (): Promise<{ mapping_id: string | null; count: number }[]> =>
      db
        .selectFrom('email_logs')
        .where('status', 'not in', ['pending', 'failed', 'unknown'])
        .groupBy('mapping_id')
        .select(({ fn }) => ['mapping_id', fn.countAll<number>().as('count')])
        .execute(),
  }
}

export type MappingsRepository = ReturnType<typeof createMappingsRepository>
