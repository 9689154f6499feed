import { getEmailStatistics, listMappingsInUse, listRecentMail } from '@twofold/contract/mail-log/dashboard'
import { byAdmin } from '../../platform/http/callers.ts'
import { type App, route } from '../../platform/http/route.ts'
import type { DashboardService } from './dashboard.service.ts'

export function dashboardRoutes(app: App, dashboard: DashboardService): void {
  route(app, getEmailStatistics, { ...byAdmin.evenClosed.read, isPoll: true, readsTogether: true }, async () => ({
    success: true,
    statistics: await dashboard.statistics(),
  }))
  route(app, listRecentMail, { ...byAdmin.evenClosed.read, isPoll: true }, async ({ query }) => ({
    success: true,
    logs: await dashboard.recent(query.limit),
  }))
  route(app, listMappingsInUse, { ...byAdmin.evenClosed.read, isPoll: true, readsTogether: true }, async () => ({
    success: true,
    mappings: await dashboard.mappingsInUse(),
  }))
}
