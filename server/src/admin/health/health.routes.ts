import { getSystemHealth } from '@twofold/contract/admin/health'
import { byAdmin } from '../../platform/http/callers.ts'
import { type App, route } from '../../platform/http/route.ts'
import type { HealthService } from './health.service.ts'

export function healthRoutes(app: App, health: Pick<HealthService, 'report'>): void {
  route(app, getSystemHealth, { ...byAdmin.evenClosed.read, isPoll: true }, () => health.report())
}
