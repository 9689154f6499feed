import { Readable } from 'node:stream'
import { exportAccess, listAccess } from '@twofold/contract/admin/access'
import { Download } from '../../platform/http/download.ts'
import { route } from '../../platform/http/route.ts'
import type { App } from '../../platform/http/route.ts'
import type { LedgerService } from './ledger.service.ts'

export function accessRoutes(app: App, ledger: LedgerService): void {
  route(app, listAccess, { role: 'admin', limit: 'read' }, ({ query }) => ledger.list(query))
  route(app, exportAccess, { role: 'admin', limit: 'write' }, async ({ query }) => {
    const content = Readable.from(await ledger.export(query), { objectMode: false })
    return new Download(`twofold-access-${query.question.replaceAll('_', '-')}.csv`, 'text/csv; charset=utf-8; header=present', content)
  })
}
