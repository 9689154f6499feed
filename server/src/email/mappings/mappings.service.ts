import type { Mapping } from '@twofold/contract/email/mappings'
import { mappingConditions } from '@twofold/contract/email/mappings'
import type { Db } from '../../platform/database.ts'
import type { MappingsRepository } from './mappings.repository.ts'

export function createMappingsService(deps: { db: Db; mappings: (db: Db) => MappingsRepository }) {
  const mappings = deps.mappings(deps.db)

  return {
    async list(): Promise<Mapping[]> {
      return (await mappings.list()).map((row) => ({
        id: row.id,
        event_name: row.event_name,
        template_slug: row.template_slug,
        template_name: row.template_name,
        template:
          row.template_slug === null
            ? null
            : { slug: row.template_slug, name: row.template_name ?? '', provider_id: row.template_provider_id },
        provider_id: row.provider_id,
        provider: row.provider_kind === null ? null : { name: row.provider_name ?? '', provider: row.provider_kind },
        is_active: row.is_active,
        conditions: mappingConditions.parse(row.conditions),
        description: row.description,
        created_at: row.created_at.toISOString(),
        updated_at: row.updated_at.toISOString(),
      }))
    },
  }
}

export type MappingsService = ReturnType<typeof createMappingsService>
