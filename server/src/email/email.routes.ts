import type { App } from '../platform/http/route.ts'
import { dashboardRoutes } from '../mail-log/dashboard/dashboard.routes.ts'
import type { Email } from './email.ts'
import { explainRoutes } from '../mail-delivery/announcing/explain.routes.ts'
import { trialsRoutes } from '../mail-delivery/trials/trials.routes.ts'
import { seedingRoutes } from '../mail-rules/seeding.routes.ts'
import { heldRoutes } from '../mail-log/held/held.routes.ts'
import { logsRoutes } from '../mail-log/logs/logs.routes.ts'
import { mappingsRoutes } from '../mail-rules/mappings/mappings.routes.ts'
import { previewsRoutes } from '../mail-design/previews/previews.routes.ts'
import { providersRoutes } from '../mail-delivery/providers/providers.routes.ts'
import { publicEmailRoutes } from '../mail-log/public.routes.ts'
import { settingsRoutes } from '../mail-design/settings/settings.routes.ts'
import { suppressionsRoutes } from '../mail-delivery/suppressions/suppressions.routes.ts'
import { templatesRoutes } from '../mail-design/templates/templates.routes.ts'
import { versionsRoutes } from '../mail-design/templates/versions.routes.ts'
import { themesRoutes } from '../mail-design/themes/themes.routes.ts'

export async function emailRoutes(app: App, email: Email): Promise<void> {
  providersRoutes(app, email.providers)
  logsRoutes(app, email.logs, email.templates)
  dashboardRoutes(app, email.dashboard)
  templatesRoutes(app, { templates: email.templates, previews: email.templatePreviews })
  versionsRoutes(app, email.versions)
  themesRoutes(app, email.themes)
  previewsRoutes(app, email.previews)
  mappingsRoutes(app, email.mappings)
  trialsRoutes(app, email.trials, email.mappingTrials)
  explainRoutes(app, email.explain)
  seedingRoutes(app, email.seeding)
  settingsRoutes(app, email.settings, email.themeApplications)
  heldRoutes(app, email.held)
  suppressionsRoutes(app, email.suppressions)
  await publicEmailRoutes(app, email)
}
