import { createPreviewsRepository } from '../mail-design/previews/previews.repository.ts'
import { createPreviewsService } from '../mail-design/previews/previews.service.ts'
import { createRendering } from '../mail-design/rendering/rendering.ts'
import { createApplicationsRepository } from '../mail-design/settings/applications.repository.ts'
import { createApplyThemeService } from '../mail-design/settings/apply-theme.service.ts'
import { createSettingsRepository } from '../mail-design/settings/settings.repository.ts'
import { createSettingsService } from '../mail-design/settings/settings.service.ts'
import { createTemplatePreviewsService } from '../mail-design/templates/template-previews.service.ts'
import { createTemplatesRepository } from '../mail-design/templates/templates.repository.ts'
import { createTemplatesService } from '../mail-design/templates/templates.service.ts'
import { createVersionsRepository } from '../mail-design/templates/versions.repository.ts'
import { createVersionsService } from '../mail-design/templates/versions.service.ts'
import { createThemesRepository } from '../mail-design/themes/themes.repository.ts'
import { createThemesService } from '../mail-design/themes/themes.service.ts'
import type { EmailDeps } from './email.ts'

interface Deps extends Pick<EmailDeps, 'clock' | 'db' | 'jobs' | 'log' | 'renderBudget' | 'renderWorkers' | 'retention' | 'transaction'> {
  app: { readonly name: string; readonly url: string }
}

/** Templates, themes, previews and the settings of e-mail, put together. */
export function createMailDesign(deps: Deps) {
  const { app, clock, db, log, transaction } = deps
  const rendering = createRendering({ log, budget: deps.renderBudget, workers: deps.renderWorkers })
  const settings = createSettingsService({ db, transaction, settings: createSettingsRepository, clock })
  const previews = createPreviewsService({ db, previews: createPreviewsRepository, clock })
  const editing = { db, transaction, templates: createTemplatesRepository, versions: createVersionsRepository, rendering, app, clock }
  const templates = createTemplatesService({ ...editing, settings })
  deps.jobs.define({ name: 'email.previews', schedule: '*/10 * * * *', run: () => deps.retention.run(previews.removable()) })

  return {
    rendering,
    editing,
    settings,
    previews,
    themes: createThemesService({ db, transaction, themes: createThemesRepository, previews, rendering, app, clock }),
    themeApplications: createApplyThemeService({ ...editing, applications: createApplicationsRepository, settings }),
    templates,
    templatePreviews: createTemplatePreviewsService({ ...editing, previews }),
    versions: createVersionsService({ ...editing, transaction, rows: createTemplatesRepository, templates }),
  }
}

export type MailDesign = ReturnType<typeof createMailDesign>
