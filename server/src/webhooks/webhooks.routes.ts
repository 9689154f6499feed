import {
  addWebhook,
  changeWebhook,
  deleteWebhook,
  listDeliveries,
  listWebhooks,
  resendDelivery,
  rotateWebhook,
  testWebhook,
} from '@twofold/contract/webhooks'
import { byAdmin } from '../platform/http/callers.ts'
import { type App, route } from '../platform/http/route.ts'
import type { WebhooksService } from './webhooks.service.ts'

export function webhooksRoutes(app: App, webhooks: WebhooksService): void {
  route(app, listWebhooks, { ...byAdmin.evenClosed.read, isPoll: true }, () => webhooks.list())
  route(app, addWebhook, { ...byAdmin.evenClosed.atOnce, keep: (answer) => ({ ...answer, secret: null }) }, ({ user, body }) =>
    webhooks.add(user, body),
  )
  route(app, changeWebhook, byAdmin.evenClosed.atOnce, ({ user, params, body }) => webhooks.change(user, params.id, body))
  route(app, deleteWebhook, byAdmin.evenClosed.atOnce, ({ user, params }) => webhooks.remove(user, params.id))
  route(app, rotateWebhook, byAdmin.evenClosed.atOnce, ({ user, params }) => webhooks.rotate(user, params.id))
  route(app, testWebhook, byAdmin.evenClosed.atOnce, ({ params }) => webhooks.test(params.id))
  route(app, listDeliveries, { ...byAdmin.evenClosed.read, isPoll: true }, ({ params }) => webhooks.listDeliveries(params.id))
  route(app, resendDelivery, byAdmin.evenClosed.atOnce, ({ params }) => webhooks.resend(params.id, params.delivery_id))
}
