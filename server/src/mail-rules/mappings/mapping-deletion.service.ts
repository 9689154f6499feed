import { changeOf } from '../../platform/audit.ts'
import { fail } from '../../platform/fail.ts'
import { isEssentialEvent } from '../../mail-design/templates/template-variables.ts'
import type { MappingRow } from './mappings.repository.ts'
import type { MappingLookup } from './mapping-lookup.service.ts'
import type { MappingsServiceDeps } from './mappings.service.ts'

export const targetOf = ({ id, event_name: name }: Pick<MappingRow, 'id' | 'event_name'>) => ({ kind: 'mapping', id, name })

/** Removes mappings. */
export function createMappingDeletion(deps: MappingsServiceDeps, { require }: MappingLookup) {
  return {
    async remove(id: string): Promise<void> {
      await deps.transaction(async (tx) => {
        const mappings = deps.mappings(tx.db)
        const [, row] = await Promise.all([mappings.lock(id), require(mappings, id)])
        if (isEssentialEvent(row.event_name)) throw fail('email.mapping_essential')
        tx.writeLast(() => mappings.remove(id))
        const { before } = changeOf(auditedMapping(row), {})
        await tx.audit({ action: 'email.mapping_deleted', target: targetOf(row), before })
      })
    },
  }
}

/** The fields of a mapping that the audit log records. */
export function auditedMapping(
  row: Pick<MappingRow, 'event_name' | 'template_slug' | 'provider_id' | 'is_active' | 'conditions' | 'description'>,
) {
  const { event_name, template_slug, provider_id, is_active, conditions, description } = row
  return { event_name, template_slug, provider_id, is_active, conditions, description }
}
