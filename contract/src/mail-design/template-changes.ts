import * as z from 'zod/mini'
import { taggedEndpoint } from '../endpoint.ts'
import { idOrSlug } from './slugs.ts'
import { content, contentBodyLimit, templateFields, themeChoice } from './template-fields.ts'
import { rendered } from './template-previews.ts'
import { templateProblem } from './template-problems.ts'
import { oneTemplate } from './templates.ts'
import { done, said } from '../said.ts'

const endpoint = taggedEndpoint('E-mail templates')

const changed = { ...oneTemplate, ...said, warnings: z.array(templateProblem) }

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

export const createTemplate = endpoint('POST /admin/email/templates', {
  summary: 'Create a template. Its slug is derived from its name',
  status: 201,
  idempotent: true,
  bodyLimit: contentBodyLimit,
  body: newTemplate,
  errors: ['email.provider_unknown', 'email.template_not_found', 'email.template_unsound', 'email.theme_not_found'],
  response: z.object(changed),
})

/** Fields of the answer that the server owns: a form may send them back, and they are ignored. */
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

/** Every change of a template can meet these. */
export const templateErrors = [
  'email.provider_unknown',
  'email.template_changed',
  'email.template_essential',
  'email.template_not_found',
  'email.template_unsound',
  'email.theme_not_found',
] as const

export const changeTemplate = endpoint('PUT /admin/email/templates/{id}', {
  summary: 'Replace a template. With `version`, refused if it has changed since',
  params: idOrSlug,
  bodyLimit: contentBodyLimit,
  body: wholeTemplate,
  errors: templateErrors,
  response: z.object(changed),
})

/** Fields that versions do not keep. */
const templatePart = z.strictObject({
  category: z.optional(templateFields.category),
  is_active: z.optional(templateFields.is_active),
  provider_id: z.optional(z.nullable(z.uuid())),
})
export type TemplatePart = z.infer<typeof templatePart>

export const changeTemplatePart = endpoint('PATCH /admin/email/templates/{id}', {
  summary: 'Switch a template on or off, or change its category or provider. Omitted fields keep their value',
  params: idOrSlug,
  body: templatePart,
  errors: templateErrors,
  response: z.object(changed),
})

export const editableField = z.enum(['description', 'subject', 'html_content', 'text_content'])
export type EditableField = z.infer<typeof editableField>

export const changeTemplateField = endpoint('PATCH /admin/email/templates/{id}/field', {
  summary: 'Change one field of a template. With `version`, refused if it has changed since',
  params: idOrSlug,
  bodyLimit: contentBodyLimit,
  body: z.strictObject({ field: editableField, value: content, version }),
  errors: [...templateErrors, 'email.content_missing', 'email.content_too_long'],
  response: z.object(changed),
})

export const removeTemplate = endpoint('DELETE /admin/email/templates/{id}', {
  summary: 'Delete a custom template. Events mapped to it are no longer sent',
  params: idOrSlug,
  errors: ['email.template_needed', 'email.template_not_found', 'email.template_system'],
  response: z.object(done),
})

export const duplicateTemplate = endpoint('POST /admin/email/templates/{id}/duplicate', {
  summary: 'Duplicate a template as an inactive copy',
  status: 201,
  idempotent: true,
  params: idOrSlug,
  errors: ['email.template_not_found'],
  response: z.object({ ...oneTemplate, ...said }),
})

export const applyTemplateTheme = endpoint('POST /admin/email/templates/{id}/apply-theme', {
  summary: 'Apply a theme to a template, or remove it. With `update_template: false` only preview it',
  params: idOrSlug,
  body: z.strictObject({ theme: themeChoice, update_template: z.optional(z.boolean()), force_system_edit: z.optional(z.boolean()) }),
  errors: templateErrors,
  response: z.object({
    ...done,
    theme_info: z.object({ name: z.string(), slug: z.nullable(z.string()) }),
    updated_template: rendered,
    /** The former theme, for undo. */
    previous_theme: z.nullable(z.string()),
  }),
})
