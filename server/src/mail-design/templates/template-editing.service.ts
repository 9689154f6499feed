import type { EditableField, TemplatePart, WholeTemplate } from '@twofold/contract/mail-design/template-changes'
import { say } from '@twofold/contract/sentences/sentences'
import { changeOf } from '../../platform/audit.ts'
import { checkAll, fail, failField } from '../../platform/fail.ts'
import type { Identity } from '../../platform/identity.ts'
import type { MailTemplate } from '../markup/render.ts'
import { auditedTemplate, templateTarget } from './audited-template.ts'
import { changesBetween, keepVersion } from './keep-version.ts'
import type { VersionedContent } from './keep-version.ts'
import { isEssential } from './present-template.ts'
import { requireChoices, requireSound } from './require-sound.ts'
import type { TemplateRow } from './templates.repository.ts'
import type { TemplatesServiceDeps, Changed } from './templates.service.ts'
import type { TemplateLookup } from './template-lookup.service.ts'

type Change = Partial<Pick<WholeTemplate, 'name' | 'category' | 'subject' | 'html_content' | 'is_active' | 'provider_id'>> & {
  description?: string | null
  text_content?: string | null
  theme_slug?: string | null
}

/** Edits templates. */
export function createTemplateEditing(deps: TemplatesServiceDeps, lookup: TemplateLookup) {
  const { require } = lookup
  const { change } = createTemplateChange(deps, lookup)
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
    changePart: (by: Identity, idOrSlug: string, part: TemplatePart): Promise<Changed> =>
      change(idOrSlug, by, undefined, () => defined(part)),
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

/** One change of a template. */
function createTemplateChange(deps: TemplatesServiceDeps, { require, changed }: TemplateLookup) {
  const lookUp = deps.templates(deps.db)

  /** Changes a template under its lock, and keeps a version where what it says changed. */
  const change = (idOrSlug: string, by: Identity, version: number | undefined, make: (row: TemplateRow) => Change): Promise<Changed> =>
    whileStale(() => changeOnce(idOrSlug, by, version, make))

  async function changeOnce(idOrSlug: string, by: Identity, version: number | undefined, make: (row: TemplateRow) => Change) {
    const before = await require(lookUp, idOrSlug)
    if (version !== undefined && version !== before.version) throw fail('email.template_changed')
    const checked: VersionedContent = { ...before, ...defined(make(before)) }
    await checkAll(
      () => requireSound(deps.rendering, by.id, checked, before.events),
      () => requireChoices(lookUp, make(before)),
    )
    const stored = await deps.transaction(async (tx) => {
      const { db } = tx
      const templates = deps.templates(db)
      const locked = await templates.lock(idOrSlug)
      if (locked === undefined) throw fail('email.template_not_found')
      const row = await require(templates, locked)
      if (version !== undefined && version !== row.version) throw fail('email.template_changed')
      const next = make(row)
      if (isEssential(row) && next.is_active === false) throw fail('email.template_essential')
      await requireChoices(templates, next)
      const after: VersionedContent = { ...row, ...defined(next) }
      if (!isSameMail(after, checked) || row.events.join() !== before.events.join()) throw new StaleCheckError()
      const changes = changesBetween(row, after)
      // A theme is not what a template says: a newer version of a system template still replaces an untouched text.
      const isEdited = Object.keys(next).some((field) => field !== 'theme_slug')
      await templates.change(locked, { ...defined(next), ...(isEdited ? { updated_at: deps.clock.date() } : {}) })
      if (changes.length > 0) {
        await keepVersion(deps.versions(db), { before: row, id: locked, after, changes, by: by.id, now: deps.clock.date() })
      }
      const audited = changeOf(auditedTemplate(row), auditedTemplate({ ...row, ...defined(next) }))
      await tx.audit({ action: 'email.template_changed', target: templateTarget(row), ...audited })
      return { ...row, ...defined(next) }
    })
    return changed(by, stored)
  }

  return { change }
}

/** Somebody else changed what was checked before the template was locked. */
class StaleCheckError extends Error {}

const maxAttempts = 5

/** Does `work` again where its check was stale. */
async function whileStale<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof StaleCheckError)) throw error
      if (attempt === maxAttempts) throw fail('email.template_changed')
    }
  }
}

const isSameMail = (a: MailTemplate, b: MailTemplate) =>
  a.subject === b.subject && a.html_content === b.html_content && a.text_content === b.text_content

/** Without what is undefined, which a change does not touch. */
function defined<Fields extends object>(fields: Fields): { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never
}
