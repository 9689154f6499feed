import { endMaintenance, listMaintenance, scheduleMaintenance } from '@twofold/contract/admin/maintenance'
import { byAdmin } from '../../platform/http/callers.ts'
import { type App, route } from '../../platform/http/route.ts'
import type { MaintenanceService } from './maintenance.service.ts'

export function maintenanceRoutes(app: App, maintenance: MaintenanceService): void {
  route(app, listMaintenance, { ...byAdmin.evenClosed.read, readsTogether: true }, () => maintenance.list())
  route(app, scheduleMaintenance, { ...byAdmin.evenClosed.atOnce, rules: (fields) => maintenance.checkTimes(fields) }, ({ user, body }) =>
    maintenance.schedule(user, body),
  )
  route(app, endMaintenance, byAdmin.evenClosed.atOnce, ({ params }) => maintenance.end(params.id))
}
