import { defineNoun, type OffersOf } from '../platform/ground/define-noun.ts'
import type { Ground } from '../platform/ground/ground.ts'
import { createPreviewsRepository } from './previews/previews.repository.ts'
import { previewsRoutes } from './previews/previews.routes.ts'
import { createPreviewsService } from './previews/previews.service.ts'
import type { RenderBudget } from './rendering/render-thread.ts'
import type { RenderWorkers } from './rendering/start-render-worker.ts'
import { createRendering } from './rendering/rendering.ts'
import { createApplicationsRepository } from './settings/applications.repository.ts'
import { createApplyThemeService } from './settings/apply-theme.service.ts'
import { createKeptMailService } from './settings/kept-mail.service.ts'
import { createSettingsRepository } from './settings/settings.repository.ts'
import { settingsRoutes } from './settings/settings.routes.ts'
import { createSettingsService } from './settings/settings.service.ts'
import { createSystemDesignsRepository } from './system-designs.repository.ts'
import { createSystemDesignsService } from './system-designs.service.ts'
import { createStoredTemplatesService } from './templates/stored-templates.service.ts'
import { createTemplateParts } from './templates/template-parts.repository.ts'
import { createTemplatePreviewsService } from './templates/template-previews.service.ts'
import { createTemplatesRepository } from './templates/templates.repository.ts'
import { templatesRoutes } from './templates/templates.routes.ts'
import { createTemplatesService } from './templates/templates.service.ts'
import { createVersionsRepository } from './templates/versions.repository.ts'
import { versionsRoutes } from './templates/versions.routes.ts'
import { createVersionsService } from './templates/versions.service.ts'
import { createThemesRepository } from './themes/themes.repository.ts'
import { themesRoutes } from './themes/themes.routes.ts'
import { createThemesService } from './themes/themes.service.ts'

interface Needs {
  renderBudget: Partial<RenderBudget> | undefined
  renderWorkers: RenderWorkers | undefined
}

/** Templates, themes, previews and the settings of e-mail. */
export const mailDesign = defineNoun({
  name: 'mail-design',
  owns: [
    'email_previews',
    'email_settings',
    'email_template_translations',
    'email_template_versions',
    'email_templates',
    'email_theme_applications',
    'email_themes',
    'mail_templates',
    'mail_themes',
    'mail_translations',
  ],
  metrics: 'none',
  build(ground: Ground, needs: Needs) {
    const design = createDesign(ground, needs)
    return {
      offers: { mailDesign: design },
      routes(app) {
        templatesRoutes(app, { templates: design.templates, previews: design.templatePreviews })
        versionsRoutes(app, design.versions)
        themesRoutes(app, design.themes)
        previewsRoutes(app, design.previews)
        settingsRoutes(app, design.settings, design.themeApplications)
      },
      jobs: 'none',
      events: 'none',
      hears: 'none',
      deletion: { forgets: ['email_template_translations', 'email_template_versions', 'email_theme_applications', 'email_themes'] },
      retention: { by: { name: 'email.previews', schedule: '*/10 * * * *' }, tasks: design.previews.removable },
      // Jobs render e-mails until they are stopped.
      health: 'none',
      running: { release: design.rendering.stop },
    }
  },
})

export type MailDesign = OffersOf<typeof mailDesign>

function createDesign({ clock, db, log, policy, transaction }: Ground, { renderBudget, renderWorkers }: Needs) {
  /** The installation's name in e-mails. Read per e-mail: both may change while the application runs. */
  const app = {
    get name() {
      return policy.name
    },
    get url() {
      return policy.address
    },
  }
  const rendering = createRendering({ log, budget: renderBudget, workers: renderWorkers })
  const settings = createSettingsService({ db, transaction, settings: createSettingsRepository, clock })
  const previews = createPreviewsService({ db, previews: createPreviewsRepository, clock })
  const editing = { db, transaction, templates: createTemplatesRepository, versions: createVersionsRepository, rendering, app, clock }
  const templates = createTemplatesService({ ...editing, settings })
  return {
    app,
    rendering,
    storedTemplates: createStoredTemplatesService({ ...editing, parts: createTemplateParts }),
    systemDesigns: createSystemDesignsService({ designs: createSystemDesignsRepository, clock }),
    settings,
    keptMail: createKeptMailService({ settings, clock }),
    previews,
    themes: createThemesService({ db, transaction, themes: createThemesRepository, previews, rendering, app, clock }),
    themeApplications: createApplyThemeService({ ...editing, applications: createApplicationsRepository, settings }),
    templates,
    templatePreviews: createTemplatePreviewsService({ ...editing, previews }),
    versions: createVersionsService({ ...editing, transaction, rows: createTemplatesRepository, templates }),
  }
}
