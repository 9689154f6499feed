import * as z from 'zod/mini'
import { taggedEndpoint } from '../endpoint.ts'
import { pageField, pageOf, searchField } from '../paging.ts'
import { label, line } from '../text-fields.ts'
import { unchangedSince } from './mail-terms.ts'
import { idOrSlug, slugParams } from './slugs.ts'
import { layoutType, themeDesign } from './themes.ts'
import { done, said } from '../said.ts'

const endpoint = taggedEndpoint('E-mail themes')

export const themesPerPage = 12

const described = {
  name: label(100).check(z.minLength(1, 'Theme name is required')),
  description: z._default(z.nullable(line(500)), null),
  is_public: z._default(z.boolean(), false),
}

/** Fields of the customizer: omitted ones get their defaults. */
export const themeForm = z.strictObject({ ...described, ...themeDesign.shape })
export type ThemeForm = z.infer<typeof themeForm>

const creator = z.nullable(z.object({ id: z.string(), name: z.string() }))

const owned = {
  id: z.string(),
  slug: z.string(),
  is_system: z.boolean(),
  creator,
  templates_count: z.number(),
  created_at: z.string(),
  updated_at: z.string(),
}

export const theme = z.object({
  ...owned,
  name: z.string(),
  description: z.nullable(z.string()),
  is_public: z.boolean(),
  ...themeDesign.shape,
})
export type Theme = z.infer<typeof theme>

/** Two colors of a theme with too little contrast. E-mails shift the text as far as needed; a better choice can be made here. */
export const contrastWarning = z.object({
  field: z.string(),
  against: z.string(),
  /** 1 to 21 (WCAG 2.2). */
  ratio: z.number(),
  wanted: z.number(),
  message: z.string(),
})
export type ContrastWarning = z.infer<typeof contrastWarning>

export const listThemes = endpoint('GET /admin/email/themes', {
  summary: 'List themes by name, type and layout, sorted and paged',
  query: z.strictObject({
    page: pageField,
    search: searchField,
    type: z._default(z.enum(['all', 'system', 'custom', 'public']), 'all'),
    layout: z._default(z.union([z.literal('all'), layoutType]), 'all'),
    sortBy: z._default(z.enum(['created_at', 'name', 'layout_type']), 'created_at'),
  }),
  response: z.object({ success: z.boolean(), themes: pageOf(theme) }),
})

export const listThemePresets = endpoint('GET /admin/email/theme-presets', {
  summary: 'List color schemes and typography presets to start a theme from',
  response: z.object({
    success: z.boolean(),
    presets: z.object({
      color_schemes: z.record(z.string(), z.record(z.string(), z.string())),
      typography: z.record(z.string(), z.record(z.string(), z.union([z.string(), z.number()]))),
    }),
  }),
})

const oneTheme = { success: z.boolean(), theme }

export const getTheme = endpoint('GET /admin/email/themes/{slug}', {
  summary: 'Get a theme',
  params: slugParams,
  errors: ['email.theme_missing'],
  response: z.object(oneTheme),
})

const changed = { ...oneTheme, ...said, warnings: z.array(contrastWarning) }

export const createTheme = endpoint('POST /admin/email/themes', {
  summary: 'Create a theme',
  status: 201,
  idempotent: true,
  body: themeForm,
  errors: ['email.css_refused', 'email.theme_missing'],
  response: z.object(changed),
})

/** Fields of the answer that the server owns: a form may send them back, and they are ignored. */
const serverOwned = {
  id: z.optional(z.unknown()),
  slug: z.optional(z.unknown()),
  is_system: z.optional(z.unknown()),
  creator: z.optional(z.unknown()),
  templates_count: z.optional(z.unknown()),
  created_at: z.optional(z.unknown()),
  updated_at: z.optional(z.unknown()),
}

export const changeTheme = endpoint('PUT /admin/email/themes/{slug}', {
  summary: 'Change a custom theme. It applies from the next e-mail on. With `unchanged_since`, refused if it has changed since',
  params: slugParams,
  body: z.strictObject({ ...described, ...themeDesign.shape, ...serverOwned, unchanged_since: unchangedSince }),
  errors: ['email.changed_meanwhile', 'email.css_refused', 'email.theme_missing', 'email.theme_system'],
  response: z.object(changed),
})

export const removeTheme = endpoint('DELETE /admin/email/themes/{slug}', {
  summary: 'Delete a custom theme. Templates that use it are left without a theme',
  params: slugParams,
  errors: ['email.theme_missing', 'email.theme_system'],
  response: z.object(done),
})

export const duplicateTheme = endpoint('POST /admin/email/themes/{slug}/duplicate', {
  summary: 'Duplicate a theme as an editable copy',
  status: 201,
  idempotent: true,
  params: slugParams,
  errors: ['email.theme_missing'],
  response: z.object({ ...oneTheme, ...said }),
})

export const initializeSystemThemes = endpoint('POST /admin/email/themes/initialize-system', {
  summary: 'Restore the system themes to their original state',
  response: z.object(done),
})

const previewed = {
  success: z.boolean(),
  html: z.string(),
  /** URL of the same HTML for frames and new tabs: for this session only, for five minutes. */
  preview_url: z.string(),
  warnings: z.array(contrastWarning),
}

const previewOptions = {
  /** Shown in the theme; left out: a sample. */
  template: z.optional(idOrSlug.shape.id),
}

export const previewTheme = endpoint('POST /admin/email/themes/{slug}/preview', {
  summary: 'Render an e-mail in a theme',
  params: slugParams,
  body: z.strictObject(previewOptions),
  errors: ['email.template_not_found', 'email.template_unsound', 'email.theme_missing'],
  response: z.object(previewed),
})

/** A line of custom CSS that is not used, and why. */
export const cssProblem = z.object({ message: z.string(), line: z.number(), column: z.number() })

export const previewDesign = endpoint('POST /admin/email/themes/preview', {
  summary: 'Render an e-mail in an unsaved theme',
  body: z.strictObject({ ...previewOptions, design: themeDesign }),
  errors: ['email.template_not_found', 'email.template_unsound'],
  response: z.object({ ...previewed, css_problems: z.array(cssProblem) }),
})
