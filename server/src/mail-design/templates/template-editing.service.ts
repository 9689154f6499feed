import type { EditableField, WholeTemplate } from '@twofold/contract/mail-design/template-changes'
import { say } from '@twofold/contract/sentences/sentences'
import { failField } from '../../platform/fail.ts'
import type { Identity } from '../../platform/identity.ts'
import type { VersionedContent } from './edit-template.ts'
import type { TemplatesServiceDeps, Changed } from './templates.service.ts'
import type { TemplatePresenter } from './template-presenter.service.ts'
import { createTemplateChange } from './template-change.service.ts'

/** Edits templates. */
export function createTemplateEditing(deps: TemplatesServiceDeps, answers: TemplatePresenter) {
  const { require } = answers
  const { change } = createTemplateChange(deps, answers)
  const lookUp = deps.templates(deps.db)

  return {
    async change(by: Identity, idOrSlug: string, input: WholeTemplate): Promise<Changed> {
      const { name, category, subject, html_content, is_active, version, description, text_content, theme_slug, provider_id } = input
      return change(idOrSlug, by, version, () => ({
        name,
        category,
        subject,
        html_content,
        is_active,
        ...(description === undefined ? {} : { description: description || null }),
        ...(text_content === undefined ? {} : { text_content: text_content || null }),
        ...(theme_slug === undefined ? {} : { theme_slug: theme_slug || null }),
        ...(provider_id === undefined ? {} : { provider_id }),
      }))
    },
    /** The same for one field. */
    async changeField(by: Identity, idOrSlug: string, field: EditableField, value: string, version: number | undefined): Promise<Changed> {
      const isNeeded = field === 'subject' || field === 'html_content'
      const text = field === 'subject' || field === 'description' ? value.trim().replaceAll(/[\p{Cc}\s]+/gu, ' ') : value
      if (isNeeded && text.trim() === '') throw failField('email.content_missing', field)
      if ((field === 'subject' || field === 'description') && text.length > 500) throw failField('email.content_too_long', field)
      return change(idOrSlug, by, version, () => ({ [field]: isNeeded ? text : text || null }))
    },
    /** Null: none. With `isKept: false` nothing changes. */
    async giveTheme(by: Identity, idOrSlug: string, theme: string | null, { isKept }: { isKept: boolean }) {
      const row = await require(lookUp, idOrSlug)
      const found = theme === null ? undefined : await lookUp.findTheme(theme)
      if (theme !== null && found === undefined) throw failField('email.theme_not_found', 'theme')
      if (isKept) await change(row.id, by, undefined, () => ({ theme_slug: theme }))
      return {
        ...(found === undefined ? say('theme.removed') : say('theme.applied', { name: found.name })),
        theme_info: { name: found?.name ?? 'No', slug: theme },
        updated_template: { subject: row.subject, html_content: row.html_content, text_content: row.text_content ?? '' },
        previous_theme: row.theme_slug,
      }
    },
    /** As a version: what it says comes back. Throws as `change` does. */
    async restore(by: Identity, idOrSlug: string, content: Omit<VersionedContent, 'theme_slug'>): Promise<Changed> {
      const { name, subject, description, html_content, text_content } = content
      return change(idOrSlug, by, undefined, () => ({ name, subject, description, html_content, text_content }))
    },
  }
}
