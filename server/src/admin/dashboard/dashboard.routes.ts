import { getAdminDashboard } from '@twofold/contract/admin/dashboard'
import { byAdmin } from '../../platform/http/callers.ts'
import { type App, route } from '../../platform/http/route.ts'
import type { DashboardService } from './dashboard.service.ts'

export function dashboardRoutes(app: App, dashboard: DashboardService): void {
  // Before the answer is sent, so that the figures requested next include the change.
  app.fastify.addHook('onSend', async ({ method }) => {
    if (method !== 'GET') dashboard.forget()
  })
  route(app, getAdminDashboard, { ...byAdmin.evenClosed.read, isPoll: true }, () => dashboard.figures())
}
