import { Readable } from 'node:stream'
import { exportAnalytics, exportRisks, getAnalytics, listRisks } from '@twofold/contract/admin/analytics'
import { Download } from '../../platform/http/download.ts'
import { byAdmin } from '../../platform/http/callers.ts'
import { type App, route } from '../../platform/http/route.ts'
import type { AnalyticsService } from './analytics.service.ts'
import type { RisksService } from './risks.service.ts'

const types = { csv: 'text/csv; charset=utf-8; header=present', json: 'application/json; charset=utf-8' } as const

export function analyticsRoutes(app: App, { analytics, risks }: { analytics: AnalyticsService; risks: RisksService }): void {
  route(app, getAnalytics, byAdmin.evenClosed.read, ({ query }) => analytics.get(query))
  route(app, exportAnalytics, byAdmin.evenClosed.write, async ({ query }) => {
    const { name, content } = await analytics.export(query)
    return new Download(name, types[query.format], Readable.from(content, { objectMode: false }))
  })
  route(app, listRisks, { ...byAdmin.evenClosed.read, readsTogether: true }, ({ query }) => risks.list(query.kind, query.page))
  route(app, exportRisks, byAdmin.evenClosed.write, async ({ query: { kind, format } }) => {
    const content = Readable.from(await risks.export(kind, format), { objectMode: false })
    return new Download(`twofold-${kind.replaceAll('_', '-')}.${format}`, types[format], content)
  })
}
