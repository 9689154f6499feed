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
import { route } from '../platform/http/route.ts'
import type { App } from '../platform/http/route.ts'
import type { WebhooksService } from './webhooks.service.ts'

const [read, write] = [{ role: 'admin', limit: 'read' } as const, { role: 'admin', limit: 'write' } as const]

export function webhooksRoutes(app: App, webhooks: WebhooksService): void {
  route(app, listWebhooks, { ...read, isPoll: true }, () => webhooks.list())
  route(app, addWebhook, { ...write, keep: (answer) => ({ ...answer, secret: null }) }, ({ user, body }) => webhooks.add(user, body))
  route(app, changeWebhook, write, ({ user, params, body }) => webhooks.change(user, params.id, body))
  route(app, deleteWebhook, write, ({ user, params }) => webhooks.remove(user, params.id))
  route(app, rotateWebhook, write, ({ user, params }) => webhooks.rotate(user, params.id))
  route(app, testWebhook, write, ({ params }) => webhooks.test(params.id))
  route(app, listDeliveries, { ...read, isPoll: true }, ({ params }) => webhooks.listDeliveries(params.id))
  route(app, resendDelivery, write, ({ params }) => webhooks.resend(params.id, params.delivery_id))
}
