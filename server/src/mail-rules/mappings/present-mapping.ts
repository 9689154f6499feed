import type { EventDefinition } from '@twofold/contract/event-definition'
import { eventCatalogue } from '@twofold/contract/event-catalogue'
import type { EventName } from '@twofold/contract/events'
import type { EventDescription } from '@twofold/contract/mail-rules/mapping-calls'
import { categoryOfEvent, type Mapping, mappingConditions } from '@twofold/contract/mail-rules/mappings'
import { samplesOf } from '../../mail-design/templates/template-variables.ts'
import type { MappingRow } from './mappings.repository.ts'

export function presentMapping(row: MappingRow): Mapping {
  return {
    id: row.id,
    event_name: row.event_name,
    template_slug: row.template_slug,
    template_name: row.template_name,
    template:
      row.template_slug === null ? null : { slug: row.template_slug, name: row.template_name ?? '', provider_id: row.template_provider_id },
    provider_id: row.provider_id,
    provider: row.provider_kind === null ? null : { name: row.provider_name ?? '', provider: row.provider_kind },
    is_active: row.is_active,
    conditions: mappingConditions.parse(row.conditions),
    description: row.description,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  }
}

export function describeEvent(name: EventName, isMapped: boolean): EventDescription {
  const definition: EventDefinition = eventCatalogue[name]
  return {
    name,
    title: definition.title,
    when: definition.when,
    said: { title: [{ code: `event.${name}` }], when: [{ code: `event.${name}.when` }] },
    audience: definition.audience,
    class: definition.class,
    category: categoryOfEvent(name),
    variables: samplesOf([name]),
    is_mapped: isMapped,
  }
}
