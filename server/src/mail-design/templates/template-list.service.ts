import { templateCategories } from '@twofold/contract/mail-design/templates'
import { themeDesign } from '@twofold/contract/mail-design/themes'
import { presentTemplate, statisticsOf } from './present-template.ts'
import type { TemplatesServiceDeps } from './templates.service.ts'
import type { TemplateLookup } from './template-lookup.service.ts'

/** Templates as lists show them. */
export function createTemplateList(deps: TemplatesServiceDeps, { present }: TemplateLookup) {
  const reader = deps.templates(deps.db)

  return {
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
  }
}
