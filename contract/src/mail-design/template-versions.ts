import * as z from 'zod/mini'
import { taggedEndpoint } from '../endpoint.ts'
import { languageField } from '../languages.ts'
import { idOrSlug, slugField } from './slugs.ts'
import { templateFields } from './template-fields.ts'
import { templateProblem } from './template-problems.ts'
import { template } from './templates.ts'
import { done } from '../said.ts'
import { templateErrors } from './template-changes.ts'

const endpoint = taggedEndpoint('E-mail template versions and translations')

const content = { subject: z.string(), html_content: z.string(), text_content: z.nullable(z.string()) }

export const templateVersion = z.object({
  number: z.number(),
  changes: z.array(z.string()),
  changed_by: z.nullable(z.object({ id: z.string(), name: z.string() })),
  created_at: z.string(),
  is_current: z.boolean(),
})
export type TemplateVersion = z.infer<typeof templateVersion>

const versionParams = z.strictObject({
  id: z.union([z.uuid(), slugField]),
  number: z.coerce.number().check(z.int(), z.minimum(1)),
})

export const listTemplateVersions = endpoint('GET /admin/email/templates/{id}/versions', {
  summary: 'List the versions of a template with author and changes, newest first',
  params: idOrSlug,
  errors: ['email.template_not_found'],
  response: z.object({ success: z.boolean(), versions: z.array(templateVersion) }),
})

/** One line of a diff, with its numbers in both texts. */
const diffLine = z.object({
  kind: z.enum(['same', 'added', 'removed']),
  text: z.string(),
  old_line: z.nullable(z.number()),
  new_line: z.nullable(z.number()),
})
export type DiffLine = z.infer<typeof diffLine>

export const getTemplateVersion = endpoint('GET /admin/email/templates/{id}/versions/{number}', {
  summary: 'Compare a version of a template line by line with the current one or with `against`',
  params: versionParams,
  query: z.strictObject({ against: z.optional(z.coerce.number().check(z.int(), z.minimum(1))) }),
  errors: ['email.template_not_found', 'email.version_not_found'],
  response: z.object({
    success: z.boolean(),
    version: z.object({
      ...templateVersion.shape,
      ...content,
      name: z.string(),
      description: z.nullable(z.string()),
      theme_slug: z.nullable(z.string()),
    }),
    /** Field → lines; only fields that differ. */
    differences: z.record(z.string(), z.array(diffLine)),
  }),
})

export const restoreTemplateVersion = endpoint('POST /admin/email/templates/{id}/versions/{number}/restore', {
  summary: 'Restore a version of a template as a new version',
  params: versionParams,
  errors: [...templateErrors, 'email.version_not_found'],
  response: z.object({ ...done, template }),
})

export const templateTranslation = z.object({
  language: z.string(),
  ...content,
  updated_by: z.nullable(z.string()),
  updated_at: z.string(),
  /** The template has changed since. */
  is_outdated: z.boolean(),
})
export type TemplateTranslation = z.infer<typeof templateTranslation>

export const listTemplateTranslations = endpoint('GET /admin/email/templates/{id}/translations', {
  summary: 'List the translations of a template. An e-mail uses its recipient’s language where a translation exists',
  params: idOrSlug,
  errors: ['email.template_not_found'],
  response: z.object({ success: z.boolean(), translations: z.array(templateTranslation) }),
})

const translationParams = z.strictObject({ id: z.union([z.uuid(), slugField]), language: languageField })

export const putTemplateTranslation = endpoint('PUT /admin/email/templates/{id}/translations/{language}', {
  summary: 'Write a translation of a template. With `updated_at`, refused if it has changed since',
  params: translationParams,
  bodyLimit: 2 * 1024 * 1024,
  body: z.strictObject({
    subject: templateFields.subject,
    html_content: templateFields.html_content,
    text_content: z.optional(templateFields.text_content),
    /** Time of the translation that this one replaces; null: there was none. */
    updated_at: z.optional(z.nullable(z.iso.datetime())),
  }),
  errors: ['email.template_changed', 'email.template_not_found', 'email.template_unsound', 'email.translation_not_found'],
  response: z.object({
    ...done,
    translation: templateTranslation,
    warnings: z.array(templateProblem),
  }),
})

export const removeTemplateTranslation = endpoint('DELETE /admin/email/templates/{id}/translations/{language}', {
  summary: 'Delete a translation; its readers get the original template',
  params: translationParams,
  errors: ['email.template_not_found', 'email.translation_not_found'],
  response: z.object(done),
})
