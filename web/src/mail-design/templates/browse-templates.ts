import type { Template } from '@twofold/contract/mail-design/templates'
import { plainText } from '@twofold/contract/plain-text'
import { translateDescription, translateTemplateName } from '../../lib/server-texts.ts'

export type TemplateSort = 'name' | 'category' | 'sent' | 'success' | 'variables' | 'updated'

export type TemplateFilters = {
  search?: string
  category?: string
  status?: 'active' | 'inactive'
  type?: 'system' | 'custom'
}

const templatesPerPage = 25

export type ListedTemplate = Pick<
  Template,
  | 'slug'
  | 'name'
  | 'subject'
  | 'description'
  | 'category'
  | 'category_label'
  | 'is_active'
  | 'is_system'
  | 'stats'
  | 'variables'
  | 'updated_at'
>

/** Texts are searched and put in order as they are shown: those of the system in the language of the page. */
export function filterTemplates<One extends ListedTemplate>(templates: readonly One[], filters: TemplateFilters): One[] {
  const wanted = plainText(filters.search ?? '').trim()
  return templates.filter(
    ({ slug, name, subject, description, category, is_active: isActive, is_system: isSystem }) =>
      [translateTemplateName({ slug, name }), subject, translateDescription(description ?? '')].some((text) =>
        plainText(text).includes(wanted),
      ) &&
      (filters.category === undefined || category === filters.category) &&
      (filters.status === undefined || isActive === (filters.status === 'active')) &&
      (filters.type === undefined || isSystem === (filters.type === 'system')),
  )
}

const compare: Record<Exclude<TemplateSort, 'name'>, (a: ListedTemplate, b: ListedTemplate) => number> = {
  category: (a, b) => a.category_label.localeCompare(b.category_label),
  sent: (a, b) => a.stats.total_sent - b.stats.total_sent,
  success: (a, b) => a.stats.success_rate - b.stats.success_rate,
  variables: (a, b) => Object.keys(a.variables).length - Object.keys(b.variables).length,
  updated: (a, b) => a.updated_at.localeCompare(b.updated_at),
}

/** Ties are ordered by name. */
export function sortTemplates<One extends ListedTemplate>(templates: readonly One[], by: TemplateSort, direction: 'asc' | 'desc'): One[] {
  const way = direction === 'asc' ? 1 : -1
  const names = new Map(templates.map((one) => [one, translateTemplateName(one)]))
  const byName = (a: One, b: One) => (names.get(a) ?? '').localeCompare(names.get(b) ?? '')
  const compared = by === 'name' ? byName : compare[by]
  return templates.toSorted((a, b) => way * compared(a, b) || byName(a, b))
}

/** The rows of a page, or of the last one where there are not so many. */
export function pageOf<One>(found: readonly One[], asked: number) {
  const pages = Math.max(1, Math.ceil(found.length / templatesPerPage))
  const page = Math.min(asked, pages)
  return { page, pages, rows: found.slice((page - 1) * templatesPerPage, page * templatesPerPage) }
}
