import { endMaintenance, listMaintenance, scheduleMaintenance } from '@twofold/contract/admin/maintenance'
import { route } from '../../platform/http/route.ts'
import type { App } from '../../platform/http/route.ts'
import type { MaintenanceService } from './maintenance.service.ts'

export function maintenanceRoutes(app: App, maintenance: MaintenanceService): void {
  route(app, listMaintenance, { role: 'admin', limit: 'read' }, () => maintenance.list())
  route(app, scheduleMaintenance, { role: 'admin', limit: 'write', rules: (fields) => maintenance.checkTimes(fields) }, ({ user, body }) =>
    maintenance.schedule(user, body),
  )
  route(app, endMaintenance, { role: 'admin', limit: 'write' }, ({ params }) => maintenance.end(params.id))
}
