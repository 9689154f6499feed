import type { MailStatus } from '@twofold/contract/mail-design/mail-terms'
import { type Template, templateCategories, type TemplateStatistics } from '@twofold/contract/mail-design/templates'
import type { TemplateRow } from './templates.repository.ts'
import { describeVariables, isEssentialEvent, isOptionalEvent } from './template-variables.ts'

/** Statuses of e-mails accepted by a provider, and of those that were not delivered. */
const taken: readonly MailStatus[] = ['sent', 'delivered', 'opened', 'clicked', 'bounced', 'complained']
const arrived: readonly MailStatus[] = ['sent', 'delivered', 'opened', 'clicked']
const lost: readonly MailStatus[] = ['failed', 'bounced', 'complained']

export interface MailCount {
  status: MailStatus
  count: number
}

/** Accepted e-mails, and the percentage of those with a known outcome that were delivered: 100 if there are none. */
export function figuresOf(counts: readonly MailCount[]): { total_sent: number; success_rate: number } {
  const sum = (statuses: readonly MailStatus[]) =>
    counts.filter(({ status }) => statuses.includes(status)).reduce((total, { count }) => total + count, 0)
  const settled = sum(arrived) + sum(lost)
  return { total_sent: sum(taken), success_rate: settled === 0 ? 100 : Math.round((sum(arrived) / settled) * 100) }
}

/** Only optional e-mail can be unsubscribed from, and so its preview shows it; a template without an event may still become optional. */
export const canUnsubscribe = (row: Pick<TemplateRow, 'is_essential' | 'events'>): boolean =>
  !isEssential(row) && row.events.every(isOptionalEvent)

/** Whether accounts depend on its e-mail: made for such an event, or mapped to one. */
export const isEssential = ({ is_essential, events }: Pick<TemplateRow, 'is_essential' | 'events'>): boolean =>
  is_essential || events.some(isEssentialEvent)

export function presentTemplate(row: TemplateRow, counts: readonly MailCount[]): Template {
  return {
    id: row.id,
    slug: row.slug,
    name: row.name,
    category: row.category,
    category_label: labelOf(row.category),
    subject: row.subject,
    description: row.description,
    html_content: row.html_content,
    text_content: row.text_content,
    is_active: row.is_active,
    is_system: row.is_system,
    is_essential: isEssential(row),
    variables: describeVariables(row.events),
    theme_slug: row.theme_slug,
    provider_id: row.provider_id,
    provider: row.provider_kind === null ? null : { name: row.provider_name ?? '', provider: row.provider_kind },
    events: row.events,
    languages: row.languages,
    stats: figuresOf(counts),
    version: row.version,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  }
}

function labelOf(category: string): string {
  return Object.hasOwn(templateCategories, category) ? templateCategories[category as keyof typeof templateCategories] : category
}

export function statisticsOf(rows: readonly TemplateRow[]): TemplateStatistics {
  return {
    total_templates: rows.length,
    active_templates: rows.filter(({ is_active }) => is_active).length,
    system_templates: rows.filter(({ is_system }) => is_system).length,
    custom_templates: rows.filter(({ is_system }) => !is_system).length,
  }
}
