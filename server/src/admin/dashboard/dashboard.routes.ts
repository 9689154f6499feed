import { getAdminDashboard } from '@twofold/contract/admin/dashboard'
import { route } from '../../platform/http/route.ts'
import type { App } from '../../platform/http/route.ts'
import type { DashboardService } from './dashboard.service.ts'

export function dashboardRoutes(app: App, dashboard: DashboardService): void {
  route(app, getAdminDashboard, { role: 'admin', limit: 'read', isPoll: true }, () => dashboard.figures())
}
