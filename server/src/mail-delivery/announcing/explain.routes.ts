import { explainMail } from '@twofold/contract/mail-delivery/explanations'
import { byAdmin } from '../../platform/http/callers.ts'
import { type App, route } from '../../platform/http/route.ts'
import type { ExplainService } from './explain.service.ts'

export function explainRoutes(app: App, explain: ExplainService): void {
  route(
    app,
    explainMail,
    { ...byAdmin.evenClosed.read, approval: 'none', isAudited: false, readsTogether: true },
    async ({ user, body }) => ({
      success: true,
      ...(await explain.explain(user, body)),
    }),
  )
}
