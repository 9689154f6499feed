import { cutText } from '@twofold/contract/cut-text'
import type { NewTemplate } from '@twofold/contract/mail-design/template-changes'
import type { Template } from '@twofold/contract/mail-design/templates'
import { slugOf } from '@twofold/contract/mail-design/slugs'
import { v7 as uuid } from 'uuid'
import { changeOf } from '../../platform/audit.ts'
import { checkAll } from '../../platform/fail.ts'
import type { Identity } from '../../platform/identity.ts'
import { auditedTemplate, templateTarget } from './audited-template.ts'
import { keepVersion, type VersionedContent } from './keep-version.ts'
import { requireChoices, requireSound } from './require-sound.ts'
import type { TemplatesRepository } from './templates.repository.ts'
import type { TemplatesServiceDeps, Changed } from './templates.service.ts'
import type { TemplateLookup } from './template-lookup.service.ts'

type NewRow = VersionedContent & { id: string; slug: string; category: string; is_active: boolean; provider_id: string | null }

export function createTemplateCreation(deps: TemplatesServiceDeps, { require, present, changed }: TemplateLookup) {
  const reader = deps.templates(deps.db)

  /** `read`: reads the input of `make` once the slug is locked. */
  async function insert<Found>(
    by: Identity,
    read: (templates: TemplatesRepository) => Promise<Found>,
    make: (found: Found, slug: (name: string) => string) => NewRow,
  ) {
    return deps.transaction(async (tx) => {
      const { db } = tx
      const templates = deps.templates(db)
      const [, listed, found] = await Promise.all([templates.lockSlugs(), templates.listSlugs(), read(templates)])
      const slugs = new Set(listed)
      const row = make(found, (name) => slugOf(name, (slug) => slugs.has(slug)))
      const version = { before: undefined, id: row.id, after: row, changes: ['created'], by: by.id, now: deps.clock.date() }
      tx.writeLast(() => templates.put({ ...row, created_at: deps.clock.date(), updated_at: deps.clock.date() }))
      tx.writeLast(() => keepVersion(deps.versions(db), version))
      const { after } = changeOf({}, auditedTemplate(row))
      await tx.audit({ action: 'email.template_created', target: templateTarget(row), after })
      return row
    })
  }

  return {
    async create(by: Identity, input: NewTemplate): Promise<Changed> {
      const settings = await deps.settings.get()
      const standard = settings.auto_apply_to_new_templates && settings.default_theme !== '' ? settings.default_theme : null
      const theme = input.theme_slug === undefined ? standard : input.theme_slug || null
      const choices = { theme_slug: theme, ...(input.provider_id === undefined ? {} : { provider_id: input.provider_id }) }
      await checkAll(
        () => requireSound(deps.rendering, by.id, { ...input, text_content: input.text_content ?? null }, []),
        () => requireChoices(reader, choices),
      )
      const row = await insert(
        by,
        (templates) => requireChoices(templates, choices),
        (_, slug) => ({
          id: uuid(),
          slug: slug(input.name),
          name: input.name,
          category: input.category,
          subject: input.subject,
          description: input.description || null,
          html_content: input.html_content,
          text_content: input.text_content || null,
          is_active: input.is_active ?? settings.default_is_active,
          theme_slug: theme,
          provider_id: input.provider_id ?? null,
        }),
      )
      return changed(by, row)
    },
    /** A copy that is not active. */
    async duplicate(by: Identity, idOrSlug: string): Promise<Template> {
      const copy = await insert(
        by,
        (templates) => require(templates, idOrSlug),
        (row, slug) => {
          const name = `${cutText(row.name, 93)} (Copy)`
          const { category, subject, description, html_content, text_content, theme_slug, provider_id } = row
          return {
            id: uuid(),
            slug: slug(name),
            name,
            category,
            subject,
            description,
            html_content,
            text_content,
            theme_slug,
            provider_id,
            is_active: false,
          }
        },
      )
      return present(copy.id)
    },
  }
}
