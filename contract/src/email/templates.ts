import * as z from 'zod/mini'
import { emailField } from '../accounts.ts'
import { endpoint } from '../endpoint.ts'
import { languageField } from '../languages.ts'
import { hasNoControlCharacters } from '../text.ts'
import { mailCategory, mailLog, mailStatus } from './logs.ts'
import { providerKind } from './providers.ts'
import { idOrSlug, slugField } from './slugs.ts'

const tag = 'E-mail templates'

/** Bytes: two contents of 256 KiB, written as JSON. */
const contentBodyLimit = 2 * 1024 * 1024

/** Bytes of HTML above which Gmail cuts a mail off. */
export const clippingBytes = 102 * 1024

export const templateCategories = {
  system: 'System',
  notification: 'Notification',
  marketing: 'Marketing',
  security: 'Security',
  admin: 'Administration',
  test: 'Test',
} as const satisfies Record<z.infer<typeof mailCategory>, string>

const line = (max: number) => z.string().check(z.trim(), z.maxLength(max), z.refine(hasNoControlCharacters))
const content = z.string().check(
  z.maxLength(256 * 1024),
  z.refine((text) => !text.includes('\0'), 'This contains a character that cannot be stored'),
)

export const templateFields = {
  name: line(100).check(z.minLength(1, 'Template name is required')),
  category: mailCategory,
  /** Liquid in text. */
  subject: line(500).check(z.minLength(1, 'Subject is required')),
  description: z.nullable(line(500)),
  /** Liquid in HTML. */
  html_content: content.check(z.minLength(1, 'HTML content is required')),
  /** Liquid in text; empty: derived from the HTML when a mail is made. */
  text_content: z.nullable(content),
  is_active: z.boolean(),
} as const

/** Everything a variable may be given for a preview or a test: flat, by dotted names. */
export const sampleData = z.record(
  z.string().check(z.regex(/^[a-z_]+(\.[a-z_]+)*$/), z.maxLength(100)),
  z.union([
    z.string().check(
      z.maxLength(2000),
      z.refine((text) => !text.includes('\0')),
    ),
    z.number(),
    z.boolean(),
  ]),
)
export type SampleData = z.infer<typeof sampleData>

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
  /** An account depends on its mail: it may be edited, never disabled or deleted. */
  is_essential: z.boolean(),
  /** Variable → what it holds. */
  variables: z.record(z.string(), z.string()),
  theme_slug: z.nullable(z.string()),
  provider_id: z.nullable(z.string()),
  provider: z.nullable(z.object({ name: z.string(), provider: providerKind })),
  /** Events that are mailed by it. */
  events: z.array(z.string()),
  /** Languages it is translated into. */
  languages: z.array(z.string()),
  stats: z.object({ total_sent: z.number(), success_rate: z.number() }),
  /** That of its newest version: send it back with a change, and the change is refused when somebody else was faster. */
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

/** Something about a template that will not look or work as meant. Errors keep it from being saved. */
export const templateProblem = z.object({
  severity: z.enum(['error', 'warning']),
  kind: z.enum([
    'syntax',
    'not_available',
    'unknown_variable',
    'limit',
    'empty_link',
    'text_part',
    'contrast',
    'outlook',
    'gmail',
    'dark_mode',
    'size',
    'alt_text',
  ]),
  field: z.enum(['subject', 'html_content', 'text_content']),
  message: z.string(),
  /** Both from 1. */
  line: z.number(),
  column: z.number(),
})
export type TemplateProblem = z.infer<typeof templateProblem>

const rendered = z.object({ subject: z.string(), html_content: z.string(), text_content: z.string() })
const previewed = {
  success: z.boolean(),
  preview: rendered,
  /** Where the same HTML is served for frames and new tabs: for this session only, for five minutes. */
  preview_url: z.string(),
}

const themeChoice = z.nullable(z.union([z.literal(''), slugField]))

export const listTemplates = endpoint({
  method: 'GET',
  path: '/admin/email/templates',
  tag,
  summary: 'Every template, with its figures and the events that are mailed by it',
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

export const getTemplateStatistics = endpoint({
  method: 'GET',
  path: '/admin/email/templates/statistics',
  tag,
  summary: 'How many templates there are',
  response: z.object({ success: z.boolean(), statistics: templateStatistics }),
})

export const listTemplateThemes = endpoint({
  method: 'GET',
  path: '/admin/email/templates/themes',
  tag,
  summary: 'The themes by slug, for pickers',
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

const oneTemplate = { success: z.boolean(), template }

export const getTemplate = endpoint({
  method: 'GET',
  path: '/admin/email/templates/{id}',
  tag,
  summary: 'One template, by its id or its slug',
  params: idOrSlug,
  response: z.object(oneTemplate),
})

const changed = { ...oneTemplate, message: z.string(), warnings: z.array(templateProblem) }

const newTemplate = z.strictObject({
  ...templateFields,
  description: z.optional(templateFields.description),
  text_content: z.optional(templateFields.text_content),
  is_active: z.optional(templateFields.is_active),
  /** Left out: what the settings say; null: none. */
  theme_slug: z.optional(themeChoice),
  provider_id: z.optional(z.nullable(z.uuid())),
})
export type NewTemplate = z.infer<typeof newTemplate>

export const createTemplate = endpoint({
  method: 'POST',
  path: '/admin/email/templates',
  tag,
  summary: 'Make a template. Its slug follows from its name',
  status: 201,
  idempotent: true,
  bodyLimit: contentBodyLimit,
  body: newTemplate,
  response: z.object(changed),
})

/** What the answer about a template has besides, and a form may send back. */
const serverOwned = {
  id: z.optional(z.unknown()),
  slug: z.optional(z.unknown()),
  category_label: z.optional(z.unknown()),
  is_system: z.optional(z.unknown()),
  is_essential: z.optional(z.unknown()),
  variables: z.optional(z.unknown()),
  provider: z.optional(z.unknown()),
  events: z.optional(z.unknown()),
  languages: z.optional(z.unknown()),
  stats: z.optional(z.unknown()),
  created_at: z.optional(z.unknown()),
  updated_at: z.optional(z.unknown()),
}

const version = z.optional(z.int().check(z.minimum(0)))

const wholeTemplate = z.strictObject({
  ...templateFields,
  description: z.optional(templateFields.description),
  text_content: z.optional(templateFields.text_content),
  theme_slug: z.optional(themeChoice),
  provider_id: z.optional(z.nullable(z.uuid())),
  version,
  ...serverOwned,
})
export type WholeTemplate = z.infer<typeof wholeTemplate>

export const changeTemplate = endpoint({
  method: 'PUT',
  path: '/admin/email/templates/{id}',
  tag,
  summary: 'Change a template as a whole. With `version`, refused when it has changed since',
  params: idOrSlug,
  bodyLimit: contentBodyLimit,
  body: wholeTemplate,
  response: z.object(changed),
})

export const editableField = z.enum(['description', 'subject', 'html_content', 'text_content'])
export type EditableField = z.infer<typeof editableField>

export const changeTemplateField = endpoint({
  method: 'PATCH',
  path: '/admin/email/templates/{id}/field',
  tag,
  summary: 'Change one field of a template. With `version`, refused when it has changed since',
  params: idOrSlug,
  bodyLimit: contentBodyLimit,
  body: z.strictObject({ field: editableField, value: content, version }),
  response: z.object(changed),
})

export const removeTemplate = endpoint({
  method: 'DELETE',
  path: '/admin/email/templates/{id}',
  tag,
  summary: 'Delete a template that is not one of the system. Events that were mailed by it are not mailed any more',
  params: idOrSlug,
  response: z.object({ success: z.boolean(), message: z.string() }),
})

export const duplicateTemplate = endpoint({
  method: 'POST',
  path: '/admin/email/templates/{id}/duplicate',
  tag,
  summary: 'Make a copy that is not active yet',
  status: 201,
  idempotent: true,
  params: idOrSlug,
  response: z.object({ ...oneTemplate, message: z.string() }),
})

export const previewTemplate = endpoint({
  method: 'POST',
  path: '/admin/email/templates/{id}/preview',
  tag,
  summary: 'What a mail of this template looks like, with sample values and, if asked, another theme or language',
  params: idOrSlug,
  body: z.strictObject({
    /** Left out: its own; null or empty: none. */
    theme: z.optional(themeChoice),
    data: z.optional(sampleData),
    language: z.optional(languageField),
  }),
  response: z.object(previewed),
})

export const previewDraft = endpoint({
  method: 'POST',
  path: '/admin/email/templates/preview',
  tag,
  summary: 'What a mail would look like, and what is wrong with it, before it is saved',
  bodyLimit: contentBodyLimit,
  body: z.strictObject({
    subject: line(500),
    html_content: content,
    text_content: z.optional(z.nullable(content)),
    theme: z.optional(themeChoice),
    data: z.optional(sampleData),
    /** Whose variables it may use: the events that are mailed by this template. */
    template: z.optional(z.union([z.uuid(), slugField])),
    language: z.optional(languageField),
  }),
  response: z.object({ ...previewed, problems: z.array(templateProblem) }),
})

export const checkDraft = endpoint({
  method: 'POST',
  path: '/admin/email/templates/check',
  tag,
  summary: 'What is wrong with a template, and what some mail programs will make of it',
  bodyLimit: contentBodyLimit,
  body: z.strictObject({
    subject: line(500),
    html_content: content,
    text_content: z.optional(z.nullable(content)),
    theme: z.optional(themeChoice),
    template: z.optional(z.union([z.uuid(), slugField])),
  }),
  response: z.object({
    success: z.boolean(),
    problems: z.array(templateProblem),
    /** For completion. */
    variables: z.record(z.string(), z.string()),
  }),
})

export const applyTemplateTheme = endpoint({
  method: 'POST',
  path: '/admin/email/templates/{id}/apply-theme',
  tag,
  summary: 'Give a template a theme, or none. With `update_template: false` only show it',
  params: idOrSlug,
  body: z.strictObject({ theme: themeChoice, update_template: z.optional(z.boolean()), force_system_edit: z.optional(z.boolean()) }),
  response: z.object({
    success: z.boolean(),
    message: z.string(),
    theme_info: z.object({ name: z.string(), slug: z.nullable(z.string()) }),
    updated_template: rendered,
    /** As it was, for undoing. */
    previous_theme: z.nullable(z.string()),
  }),
})

export const sendMethod = z.enum(['sync', 'queue'])

/** What became of a mail that was sent to try something. */
export const testOutcome = z.object({
  success: z.boolean(),
  message: z.string(),
  provider: z.nullable(z.string()),
  status: mailStatus,
  send_method: sendMethod,
  email_log_id: z.string(),
})
export type TestOutcome = z.infer<typeof testOutcome>

export const testBody = z.strictObject({
  test_email: emailField,
  send_method: z._default(sendMethod, 'sync'),
  data: z.optional(sampleData),
  language: z.optional(languageField),
})
export type TestBody = z.infer<typeof testBody>

export const testTemplate = endpoint({
  method: 'POST',
  path: '/admin/email/templates/{id}/test',
  tag,
  summary: 'Send a mail of this template with sample values. `sync` answers with what became of it, `queue` at once',
  params: idOrSlug,
  body: testBody,
  response: testOutcome,
})

export const listTemplateLogs = endpoint({
  method: 'GET',
  path: '/admin/email/templates/{id}/logs',
  tag,
  summary: 'The newest mails of a template, with its figures',
  params: idOrSlug,
  query: z.strictObject({
    status: z.optional(mailStatus),
    provider: z.optional(providerKind),
    limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100)), 6),
  }),
  response: z.object({
    success: z.boolean(),
    logs: z.object({ data: z.array(mailLog) }),
    summary: z.object({ total_logs: z.number(), success_rate: z.number(), status_counts: z.record(z.string(), z.number()) }),
    filters: z.object({ providers: z.record(z.string(), z.string()) }),
  }),
})
