import { Readable } from 'node:stream'
import {
  addSuppression,
  exportSuppressions,
  importSuppressions,
  listSuppressions,
  removeSuppression,
} from '@twofold/contract/mail-delivery/suppressions'
import { sayDone } from '@twofold/contract/sentences/sentences'

import { Download } from '../../platform/http/download.ts'
import { byAdmin } from '../../platform/http/callers.ts'
import { type App, route } from '../../platform/http/route.ts'
import type { SuppressionsService } from './suppressions.service.ts'

export function suppressionsRoutes(app: App, suppressions: SuppressionsService): void {
  route(app, listSuppressions, byAdmin.evenClosed.read, async ({ query }) => ({
    success: true,
    suppressions: await suppressions.list(query),
  }))
  route(app, addSuppression, byAdmin.evenClosed.atOnce, async ({ user, body }) => ({
    ...sayDone('suppression.added'),
    suppression: await suppressions.add(user, body),
  }))
  route(app, importSuppressions, byAdmin.evenClosed.atOnce, async ({ user, body }) => {
    const counts = await suppressions.import(user, body.entries)
    return { ...sayDone('suppression.imported', { count: counts.added }), ...counts }
  })
  route(app, exportSuppressions, byAdmin.evenClosed.atOnce, async ({ query }) => {
    const { name, content } = await suppressions.export(query)
    return new Download(name, 'text/csv; charset=utf-8; header=present', Readable.from(content, { objectMode: false }))
  })
  route(app, removeSuppression, byAdmin.evenClosed.atOnce, async ({ params }) => {
    const { hasComplained } = await suppressions.remove(params.id)
    return sayDone(hasComplained ? 'suppression.complaint_stays' : 'suppression.removed')
  })
}
