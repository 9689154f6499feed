import * as z from 'zod/mini'
import { taggedEndpoint } from '../endpoint.ts'
import { type MailCategory, providerKind } from './mail-terms.ts'
import { idOrSlug } from './slugs.ts'

const endpoint = taggedEndpoint('E-mail templates')

export const templateCategories = {
  system: 'System',
  notification: 'Notification',
  marketing: 'Marketing',
  security: 'Security',
  admin: 'Administration',
  test: 'Test',
} as const satisfies Record<MailCategory, string>

export const template = z.object({
  id: z.string(),
  slug: z.string(),
  name: z.string(),
  category: z.string(),
  category_label: z.string(),
  subject: z.string(),
  description: z.nullable(z.string()),
  html_content: z.string(),
  text_content: z.nullable(z.string()),
  is_active: z.boolean(),
  is_system: z.boolean(),
  /** An account depends on its e-mail: it can be edited, never disabled or deleted. */
  is_essential: z.boolean(),
  /** Variable → what it holds. */
  variables: z.record(z.string(), z.string()),
  theme_slug: z.nullable(z.string()),
  provider_id: z.nullable(z.string()),
  provider: z.nullable(z.object({ name: z.string(), provider: providerKind })),
  events: z.array(z.string()),
  languages: z.array(z.string()),
  stats: z.object({ total_sent: z.number(), success_rate: z.number() }),
  /** Number of its newest version: send it with a change, which is refused if somebody else was faster. */
  version: z.number(),
  created_at: z.string(),
  updated_at: z.string(),
})
export type Template = z.infer<typeof template>

export const templateStatistics = z.object({
  total_templates: z.number(),
  active_templates: z.number(),
  system_templates: z.number(),
  custom_templates: z.number(),
})
export type TemplateStatistics = z.infer<typeof templateStatistics>

export const listTemplates = endpoint('GET /admin/email/templates', {
  summary: 'List templates with their figures and mapped events',
  query: z.strictObject({ active_only: z.optional(z.stringbool()) }),
  response: z.object({
    success: z.boolean(),
    data: z.array(template),
    templates: z.array(template),
    categories: z.record(z.string(), z.string()),
    event_mappings: z.array(
      z.object({ id: z.string(), event_name: z.string(), template_slug: z.nullable(z.string()), is_active: z.boolean() }),
    ),
    statistics: templateStatistics,
  }),
})

export const getTemplateStatistics = endpoint('GET /admin/email/templates/statistics', {
  summary: 'Count templates',
  response: z.object({ success: z.boolean(), statistics: templateStatistics }),
})

export const listTemplateThemes = endpoint('GET /admin/email/templates/themes', {
  summary: 'List themes by slug, for pickers',
  response: z.object({
    success: z.boolean(),
    themes: z.record(
      z.string(),
      z.object({
        name: z.string(),
        description: z.nullable(z.string()),
        primary_color: z.string(),
        secondary_color: z.string(),
        accent_color: z.string(),
        background: z.string(),
      }),
    ),
  }),
})

export const oneTemplate = { success: z.boolean(), template }

export const getTemplate = endpoint('GET /admin/email/templates/{id}', {
  summary: 'Get a template by its id or slug',
  params: idOrSlug,
  errors: ['email.template_not_found'],
  response: z.object(oneTemplate),
})
