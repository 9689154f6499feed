import { getEmailStatistics, listMappingsInUse, listRecentMail } from '@twofold/contract/mail-log/dashboard'
import { route } from '../../platform/http/route.ts'
import type { App } from '../../platform/http/route.ts'
import type { DashboardService } from './dashboard.service.ts'

export function dashboardRoutes(app: App, dashboard: DashboardService): void {
  route(app, getEmailStatistics, { role: 'admin', limit: 'read', isPoll: true }, async () => ({
    success: true,
    statistics: await dashboard.statistics(),
  }))
  route(app, listRecentMail, { role: 'admin', limit: 'read', isPoll: true }, async ({ query }) => ({
    success: true,
    logs: await dashboard.recent(query.limit),
  }))
  route(app, listMappingsInUse, { role: 'admin', limit: 'read', isPoll: true }, async () => ({
    success: true,
    mappings: await dashboard.mappingsInUse(),
  }))
}
