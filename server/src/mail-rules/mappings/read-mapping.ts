import { mappingConditions } from '@twofold/contract/mail-rules/mappings'
import { themeDesign } from '@twofold/contract/mail-design/themes'
import type { DecisionsRepository } from './decisions.repository.ts'

type MappingRow = Awaited<ReturnType<DecisionsRepository['findMappings']>>[number]

/** A mapping with its template and theme, as it was stored and is understood. */
export type Mapping = ReturnType<typeof readMapping>

export function readMapping(row: MappingRow) {
  return {
    ...row,
    conditions: mappingConditions.parse(row.conditions),
    design: row.design === null ? undefined : themeDesign.parse(row.design),
    template: row.template_slug === null ? undefined : { is_active: row.template_is_active === true, name: row.template_name ?? '' },
  }
}
