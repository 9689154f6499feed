import { Readable } from 'node:stream'
import { exportAudit, getAuditChain, listAudit } from '@twofold/contract/admin/audit'
import { Download } from '../../platform/http/download.ts'
import { byAdmin } from '../../platform/http/callers.ts'
import { type App, route } from '../../platform/http/route.ts'
import type { AuditService } from './audit.service.ts'

export function auditRoutes(app: App, audit: AuditService): void {
  route(app, listAudit, { ...byAdmin.evenClosed.read, programs: { kinds: ['pat'], scope: 'audit:read' } }, ({ query }) => audit.list(query))
  route(app, getAuditChain, byAdmin.evenClosed.read, () => audit.readChain())
  route(app, exportAudit, byAdmin.evenClosed.write, async ({ query }) => {
    const content = Readable.from(await audit.export(query), { objectMode: false })
    const type = query.format === 'csv' ? 'text/csv; charset=utf-8; header=present' : 'application/json; charset=utf-8'
    return new Download(`twofold-audit.${query.format}`, type, content)
  })
}
