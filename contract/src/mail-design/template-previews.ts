import * as z from 'zod/mini'
import { taggedEndpoint } from '../endpoint.ts'
import { languageField } from '../languages.ts'
import { line } from '../text-fields.ts'
import { idOrSlug, slugField } from './slugs.ts'
import { content, contentBodyLimit, sampleData, themeChoice } from './template-fields.ts'
import { templateProblem } from './template-problems.ts'

const endpoint = taggedEndpoint('E-mail templates')

export const rendered = z.object({ subject: z.string(), html_content: z.string(), text_content: z.string() })
const previewed = {
  success: z.boolean(),
  preview: rendered,
  /** Values of the variables that it uses. */
  data: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
  /** URL of the same HTML for frames and new tabs: for this session only, for five minutes. */
  preview_url: z.string(),
}

export const previewTemplate = endpoint('POST /admin/email/templates/{id}/preview', {
  summary: 'Render an e-mail of this template with sample values, optionally in another theme or language',
  params: idOrSlug,
  body: z.strictObject({
    /** Left out: its own; null or empty: none. */
    theme: z.optional(themeChoice),
    data: z.optional(sampleData),
    language: z.optional(languageField),
  }),
  errors: ['email.template_not_found', 'email.template_unsound', 'email.theme_not_found', 'email.translation_not_found'],
  response: z.object(previewed),
})

const draft = {
  subject: line(500),
  html_content: content,
  text_content: z.optional(z.nullable(content)),
  theme: z.optional(themeChoice),
}

export const previewDraft = endpoint('POST /admin/email/templates/preview', {
  summary: 'Render an unsaved template and report its problems',
  bodyLimit: contentBodyLimit,
  body: z.strictObject({
    ...draft,
    data: z.optional(sampleData),
    /** Source of the allowed variables: the events that use this template. */
    template: z.optional(z.union([z.uuid(), slugField])),
    language: z.optional(languageField),
  }),
  errors: ['email.template_not_found', 'email.template_unsound', 'email.theme_not_found'],
  response: z.object({ ...previewed, problems: z.array(templateProblem) }),
})

export const checkDraft = endpoint('POST /admin/email/templates/check', {
  summary: 'Check a template for problems, and for what some mail programs do not support',
  bodyLimit: contentBodyLimit,
  body: z.strictObject({
    ...draft,
    template: z.optional(z.union([z.uuid(), slugField])),
  }),
  errors: ['email.template_not_found', 'email.theme_not_found'],
  response: z.object({
    success: z.boolean(),
    problems: z.array(templateProblem),
    /** For completion. */
    variables: z.record(z.string(), z.string()),
  }),
})
