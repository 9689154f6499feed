import type { Template } from '@twofold/contract/mail-design/templates'
import { plainText } from '@twofold/contract/plain-text'

export type TemplateSort = 'name' | 'category' | 'sent' | 'success' | 'variables' | 'updated'

export type TemplateFilters = {
  search?: string
  category?: string
  status?: 'active' | 'inactive'
  type?: 'system' | 'custom'
}

/** Rows of a page. */
const templatesPerPage = 25

export type ListedTemplate = Pick<
  Template,
  'name' | 'subject' | 'description' | 'category' | 'category_label' | 'is_active' | 'is_system' | 'stats' | 'variables' | 'updated_at'
>

export function filterTemplates<One extends ListedTemplate>(templates: readonly One[], filters: TemplateFilters): One[] {
  const wanted = plainText(filters.search ?? '').trim()
  return templates.filter(
    ({ name, subject, description, category, is_active: isActive, is_system: isSystem }) =>
      [name, subject, description ?? ''].some((text) => plainText(text).includes(wanted)) &&
      (filters.category === undefined || category === filters.category) &&
      (filters.status === undefined || isActive === (filters.status === 'active')) &&
      (filters.type === undefined || isSystem === (filters.type === 'system')),
  )
}

const compare: Record<TemplateSort, (a: ListedTemplate, b: ListedTemplate) => number> = {
  name: (a, b) => a.name.localeCompare(b.name),
  category: (a, b) => a.category_label.localeCompare(b.category_label),
  sent: (a, b) => a.stats.total_sent - b.stats.total_sent,
  success: (a, b) => a.stats.success_rate - b.stats.success_rate,
  variables: (a, b) => Object.keys(a.variables).length - Object.keys(b.variables).length,
  updated: (a, b) => a.updated_at.localeCompare(b.updated_at),
}

/** Ties are ordered by name. */
export function sortTemplates<One extends ListedTemplate>(templates: readonly One[], by: TemplateSort, direction: 'asc' | 'desc'): One[] {
  const way = direction === 'asc' ? 1 : -1
  return templates.toSorted((a, b) => way * compare[by](a, b) || compare.name(a, b))
}

/** The rows of a page, or of the last one where there are not so many. */
export function pageOf<One>(found: readonly One[], asked: number) {
  const pages = Math.max(1, Math.ceil(found.length / templatesPerPage))
  const page = Math.min(asked, pages)
  return { page, pages, rows: found.slice((page - 1) * templatesPerPage, page * templatesPerPage) }
}
