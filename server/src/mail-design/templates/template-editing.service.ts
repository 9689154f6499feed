import type { EditableField, TemplatePart, WholeTemplate } from '@twofold/contract/mail-design/template-changes'
import { say } from '@twofold/contract/sentences/sentences'
import { failField } from '../../platform/fail.ts'
import type { Identity } from '../../platform/identity.ts'
import { readingTogether } from '../../platform/shared-reads.ts'
import type { VersionedContent } from './keep-version.ts'
import { type Change, createTemplateStoring, defined } from './template-storing.service.ts'
import type { TemplateRow } from './templates.repository.ts'
import type { TemplatesServiceDeps, Changed } from './templates.service.ts'
import type { TemplateLookup } from './template-lookup.service.ts'

export function createTemplateEditing(deps: TemplatesServiceDeps, lookup: TemplateLookup) {
  const { require, changed } = lookup
  const { store } = createTemplateStoring(deps, lookup)
  const reader = deps.templates(deps.db)

  const change = async (idOrSlug: string, by: Identity, version: number | undefined, next: Change): Promise<Changed> =>
    changed(by, await store(idOrSlug, by, version, next))

  return {
    async change(by: Identity, idOrSlug: string, input: WholeTemplate): Promise<Changed> {
      const { name, category, subject, html_content, is_active, version, description, text_content, theme_slug, provider_id } = input
      return change(idOrSlug, by, version, {
        name,
        category,
        subject,
        html_content,
        is_active,
        ...(description === undefined ? {} : { description: description || null }),
        ...(text_content === undefined ? {} : { text_content: text_content || null }),
        ...(theme_slug === undefined ? {} : { theme_slug: theme_slug || null }),
        ...(provider_id === undefined ? {} : { provider_id }),
      })
    },
    changePart: (by: Identity, idOrSlug: string, part: TemplatePart): Promise<Changed> => change(idOrSlug, by, undefined, defined(part)),
    /** The same for one field. */
    async changeField(by: Identity, idOrSlug: string, field: EditableField, value: string, version: number | undefined): Promise<Changed> {
      const isNeeded = field === 'subject' || field === 'html_content'
      const text = field === 'subject' || field === 'description' ? value.trim().replaceAll(/[\p{Cc}\s]+/gu, ' ') : value
      if (isNeeded && text.trim() === '') throw failField('email.content_missing', field)
      if ((field === 'subject' || field === 'description') && text.length > 500) throw failField('email.content_too_long', field)
      return change(idOrSlug, by, version, { [field]: isNeeded ? text : text || null })
    },
    /** Null: none. With `isKept: false` nothing changes. */
    async giveTheme(by: Identity, idOrSlug: string, theme: string | null, { isKept }: { isKept: boolean }) {
      const [row, found] = await readingTogether(() =>
        Promise.all([require(reader, idOrSlug), theme === null ? undefined : reader.findTheme(theme)]),
      )
      if (theme !== null && found === undefined) throw failField('email.theme_not_found', 'theme')
      if (isKept) await store(row.id, by, undefined, { theme_slug: theme }, row)
      return {
        ...(found === undefined ? say('theme.removed') : say('theme.applied', { name: found.name })),
        theme_info: { name: found?.name ?? 'No', slug: theme },
        updated_template: { subject: row.subject, html_content: row.html_content, text_content: row.text_content ?? '' },
        previous_theme: row.theme_slug,
      }
    },
    /** Restores the content of a version. Throws as `change` does. */
    async restore(by: Identity, row: TemplateRow, content: Omit<VersionedContent, 'theme_slug'>): Promise<Changed> {
      const { name, subject, description, html_content, text_content } = content
      return changed(by, await store(row.id, by, undefined, { name, subject, description, html_content, text_content }, row))
    },
  }
}
