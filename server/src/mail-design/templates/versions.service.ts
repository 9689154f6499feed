import type { TemplateVersion } from '@twofold/contract/mail-design/template-versions'
import type { Template } from '@twofold/contract/mail-design/templates'
import type { Db } from '../../platform/database.ts'
import { fail } from '../../platform/fail.ts'
import type { Identity } from '../../platform/identity.ts'
import type { RenderingService } from '../rendering/rendering.ts'
import type { TemplatesRepository } from './templates.repository.ts'
import type { TemplatesService } from './templates.service.ts'
import type { VersionsRepository } from './versions.repository.ts'
import { createTemplateTranslations } from './template-translations.service.ts'
import type { ServiceDeps } from '../../platform/service-deps.ts'

const compared = ['name', 'subject', 'description', 'html_content', 'text_content'] as const

export interface VersionsServiceDeps extends ServiceDeps {
  templates: Pick<TemplatesService, 'require' | 'restore'>
  rows: (db: Db) => Pick<TemplatesRepository, 'lock'>
  versions: (db: Db) => VersionsRepository
  rendering: Pick<RenderingService, 'checkDraft' | 'compare' | 'errorsOf'>
  app: { name: string; url: string }
}

export function createVersionsService(deps: VersionsServiceDeps) {
  const versions = deps.versions(deps.db)

  async function requireVersion(templateId: string, number: number) {
    const found = await versions.find(templateId, number)
    if (found === undefined) throw fail('email.version_not_found')
    return found
  }

  return {
    ...createTemplateTranslations(deps),
    /** The newest first. */
    async list(idOrSlug: string): Promise<TemplateVersion[]> {
      const { id } = await deps.templates.require(idOrSlug)
      return (await versions.list(id)).map((row, index) => ({
        number: row.number,
        changes: row.changes,
        changed_by: row.changed_by === null ? null : { id: row.changed_by, name: row.changed_by_name ?? '' },
        created_at: row.created_at.toISOString(),
        is_current: index === 0,
      }))
    },
    /** A version, compared with how the template is now or was at `against`. */
    async get(by: Identity, idOrSlug: string, number: number, against: number | undefined) {
      const template = await deps.templates.require(idOrSlug)
      const row = await requireVersion(template.id, number)
      const other = against === undefined ? template : await requireVersion(template.id, against)
      const differing = compared.filter((field) => (row[field] ?? '') !== (other[field] ?? ''))
      return {
        version: {
          number: row.number,
          changes: row.changes,
          changed_by: row.changed_by === null ? null : { id: row.changed_by, name: row.changed_by_name ?? '' },
          created_at: row.created_at.toISOString(),
          is_current: row.number === template.version,
          name: row.name,
          subject: row.subject,
          description: row.description,
          html_content: row.html_content,
          text_content: row.text_content,
          theme_slug: row.theme_slug,
        },
        differences: await deps.rendering.compare(
          by.id,
          Object.fromEntries(differing.map((field) => [field, [row[field] ?? '', other[field] ?? ''] as const])),
        ),
      }
    },
    async restore(by: Identity, idOrSlug: string, number: number): Promise<Template> {
      const template = await deps.templates.require(idOrSlug)
      const row = await requireVersion(template.id, number)
      return (await deps.templates.restore(by, template, row)).template
    },
  }
}

export type VersionsService = ReturnType<typeof createVersionsService>
