import * as z from 'zod/mini'
import { emailField } from '../accounts.ts'
import { taggedEndpoint } from '../endpoint.ts'
import { label } from '../text-fields.ts'
import { slugField } from './slugs.ts'
import { done } from '../said.ts'
import { whole } from '../whole-number.ts'

const endpoint = taggedEndpoint('E-mail settings')

const days = whole(1, 3650, 'days')

export const defaultCategory = z.enum(['', 'system', 'notification', 'marketing', 'security', 'admin'])

/** Every field has a default, so that `{}` is a whole set of settings. */
export const emailSettings = z.strictObject({
  /** Slug of a theme; empty: none. */
  default_theme: z._default(z.string().check(z.maxLength(64), z.regex(/^([a-z0-9]+(-[a-z0-9]+)*)?$/)), ''),
  auto_apply_to_new_templates: z._default(z.boolean(), true),
  auto_apply_to_existing_templates: z._default(z.boolean(), false),
  override_existing_themes: z._default(z.boolean(), false),
  default_category: z._default(defaultCategory, 'notification'),
  default_is_active: z._default(z.boolean(), true),
  /** Default sender if a provider has none; empty: EMAIL_FROM of the installation. And the reply address. */
  sender: z._default(
    z.strictObject({
      from_email: z._default(z.union([z.literal(''), emailField]), ''),
      from_name: z._default(label(100), ''),
      /** Address for replies; empty: the sender. */
      reply_to: z._default(z.union([z.literal(''), emailField]), ''),
    }),
    { from_email: '', from_name: '', reply_to: '' },
  ),
  /** Never for security and system e-mail. */
  track_opens_and_clicks: z._default(z.boolean(), true),
  /** Days that e-mails, and their contents, stay in the log. */
  retention_days: z._default(days, 90),
  body_retention_days: z._default(days, 30),
})
export type EmailSettings = z.infer<typeof emailSettings>

export const getEmailSettings = endpoint('GET /admin/email/settings', {
  summary: 'Get the e-mail settings: look, sender and retention',
  response: z.object({ success: z.boolean(), settings: emailSettings }),
})

/** A theme was given to many templates at once. */
export const themeApplication = z.object({
  ...done,
  /** Templates that have the theme now, and those that could not be given it, with why. */
  applied: z.number(),
  failed: z.number(),
  failures: z.array(z.object({ template: z.string(), reason: z.string() })),
  /** Id to undo it with; null if nothing changed. */
  undo_id: z.nullable(z.string()),
})
export type ThemeApplication = z.infer<typeof themeApplication>

export const changeEmailSettings = endpoint('PUT /admin/email/settings', {
  summary:
    'Replace the e-mail settings; with `auto_apply_to_existing_templates` the default theme is applied as well. Omitted fields get their default',
  body: emailSettings,
  errors: ['email.retention_order', 'email.theme_not_found'],
  response: z.object({
    ...done,
    settings: emailSettings,
    /** Outcome for existing templates, if the settings give them the default theme. */
    application: z.nullable(themeApplication),
  }),
})

export const applyThemeToAll = endpoint('POST /admin/email/settings/apply-theme', {
  summary: 'Apply a theme to templates without one, or with `override_existing_themes` to all of them',
  body: z.strictObject({
    /** Left out: the default theme of the settings. */
    theme: z.optional(slugField),
    /** Left out: what the settings say. */
    override_existing_themes: z.optional(z.boolean()),
  }),
  errors: ['email.theme_not_found'],
  response: themeApplication,
})

export const undoThemeForAll = endpoint('POST /admin/email/settings/apply-theme/{id}/undo', {
  summary: 'Restore the previous themes of templates, unless they have changed since',
  errors: ['email.application_not_found', 'email.application_undone'],
  response: z.object({ ...done, restored: z.number() }),
})
