import { addSuppression, listSuppressions, removeSuppression } from '@twofold/contract/mail-delivery/suppressions'
import { sayDone } from '@twofold/contract/sentences/sentences'

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
  route(app, removeSuppression, byAdmin.evenClosed.atOnce, async ({ params }) => {
    await suppressions.remove(params.id)
    return sayDone('suppression.removed')
  })
}
