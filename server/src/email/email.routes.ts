import type { App } from '../platform/http/route.ts'
import { dashboardRoutes } from './dashboard/dashboard.routes.ts'
import type { Email } from './email.ts'
import { logsRoutes } from './logs/logs.routes.ts'
import { mappingsRoutes } from './mappings/mappings.routes.ts'
import { providersRoutes } from './providers/providers.routes.ts'
import { publicEmailRoutes } from './public.routes.ts'
import { settingsRoutes } from './settings/settings.routes.ts'
import { suppressionsRoutes } from './suppressions/suppressions.routes.ts'

export async function emailRoutes(app: App, email: Email): Promise<void> {
  providersRoutes(app, email.providers)
  logsRoutes(app, email.logs)
  dashboardRoutes(app, email.dashboard)
  mappingsRoutes(app, email.mappings)
  settingsRoutes(app, email.settings)
  suppressionsRoutes(app, email.suppressions)
  await publicEmailRoutes(app, email)
}
