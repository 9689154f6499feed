import { categoryOfEvent, type EventCategory, type Mapping } from '@twofold/contract/mail-rules/mappings'
import { plainText } from '@twofold/contract/plain-text'
import { translateTemplateName } from '../../lib/server-texts.ts'

export type MappingStatus = 'active' | 'inactive' | 'missing'

/** A mapping without its template sends nothing, whatever it says itself. */
export function statusOf({ template, is_active: isActive }: Pick<Mapping, 'template' | 'is_active'>): MappingStatus {
  if (template === null) return 'missing'
  return isActive ? 'active' : 'inactive'
}

export interface MappingFilters {
  search?: string
  status?: MappingStatus
  category?: EventCategory
  /** A provider's id, or `default`. */
  provider?: string
}

/** The text is looked for in the names of event and template. */
export function matchesFilters(mapping: Mapping, { search = '', status, category, provider }: MappingFilters): boolean {
  const { event_name: event, template_slug: slug, template_name: name } = mapping
  const names = plainText(`${event} ${translateTemplateName({ slug: slug ?? '', name: name ?? '' })}`)
  return (
    names.includes(plainText(search).trim()) &&
    (status === undefined || statusOf(mapping) === status) &&
    (category === undefined || categoryOfEvent(mapping.event_name) === category) &&
    (provider === undefined || (mapping.provider_id ?? 'default') === provider)
  )
}
