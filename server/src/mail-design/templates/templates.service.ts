import type { EmailSettings } from '@twofold/contract/mail-design/settings'
import type { TemplateProblem } from '@twofold/contract/mail-design/template-problems'
import { type Template, templateCategories } from '@twofold/contract/mail-design/templates'
import { changeOf } from '../../platform/audit.ts'
import type { Db } from '../../platform/database.ts'
import { fail } from '../../platform/fail.ts'
import type { Tx } from '../../platform/transaction.ts'
import type { RenderingService } from '../rendering/rendering.ts'
import { auditedTemplate, templateTarget } from './audited-template.ts'
import { isEssential, presentTemplate, statisticsOf } from './present-template.ts'
import type { TemplatesRepository } from './templates.repository.ts'
import type { VersionsRepository } from './versions.repository.ts'
import { createTemplateLookup } from './template-lookup.service.ts'
import { createTemplateEditing } from './template-editing.service.ts'
import { createTemplateCreation } from './template-creation.service.ts'
import type { ServiceDeps } from '../../platform/service-deps.ts'
import { themeDesign } from '@twofold/contract/mail-design/themes'

export interface TemplatesServiceDeps extends ServiceDeps {
  templates: (db: Db) => TemplatesRepository
  versions: (db: Db) => VersionsRepository
  settings: { get: () => Promise<EmailSettings> }
  rendering: Pick<RenderingService, 'checkDraft' | 'errorsOf'>
  app: { name: string; url: string }
}

export interface Changed {
  template: Template
  warnings: TemplateProblem[]
}

export function createTemplatesService(deps: TemplatesServiceDeps) {
  const lookup = createTemplateLookup(deps)
  const { require } = lookup
  const reader = deps.templates(deps.db)

  const { present } = lookup

  return {
    /** Runs in the transaction that removes the provider. */
    forgetProvider: (tx: Tx, providerId: string): Promise<void> => deps.templates(tx.db).forgetProvider(providerId),
    get: present,
    async list(options: { onlyActive: boolean }) {
      const [rows, counts, mappings] = await Promise.all([reader.list({ onlyActive: false }), reader.countMails(), reader.listMappings()])
      const shown = rows
        .filter(({ is_active }) => is_active || !options.onlyActive)
        .map((row) =>
          presentTemplate(
            row,
            counts.filter(({ template_slug }) => template_slug === row.slug),
          ),
        )
      return {
        data: shown,
        templates: shown,
        categories: templateCategories,
        event_mappings: mappings,
        statistics: statisticsOf(rows),
      }
    },
    statistics: async () => statisticsOf(await reader.list({ onlyActive: false })),
    /** The themes by slug, as pickers show them. */
    async themes() {
      const rows = await reader.listThemes()
      return Object.fromEntries(
        rows.map(({ slug, name, description, design }) => {
          const { primary_color, secondary_color, accent_color, background_color } = themeDesign.parse(design)
          return [slug, { name, description, primary_color, secondary_color, accent_color, background: background_color }]
        }),
      )
    },
    ...createTemplateEditing(deps, lookup),
    ...createTemplateCreation(deps, lookup),
    require: (idOrSlug: string) => require(reader, idOrSlug),
    async remove(idOrSlug: string): Promise<string> {
      return deps.transaction(async (tx) => {
        const templates = deps.templates(tx.db)
        const id = await templates.lock(idOrSlug)
        if (id === undefined) throw fail('email.template_not_found')
        const row = await require(templates, id)
        if (row.is_system) throw fail('email.template_system')
        if (isEssential(row)) throw fail('email.template_needed')
        await templates.remove(id)
        const { before } = changeOf(auditedTemplate(row), {})
        await tx.audit({ action: 'email.template_deleted', target: templateTarget(row), before })
        return row.name
      })
    },
  }
}

export type TemplatesService = ReturnType<typeof createTemplatesService>
