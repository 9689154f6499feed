import type { Ground } from '../platform/ground/ground.ts'
import { defineNoun } from '../platform/ground/define-noun.ts'
import { createPinnedHosts, isListed } from '../platform/outbound/pinned-host.ts'
import { createDeliveriesRepository } from './deliveries.repository.ts'
import { createPublish } from './publish.ts'
import { createSendingService } from './sending.service.ts'
import { createWebhookSecrets } from './webhook-secrets.ts'
import { createWebhooksRepository } from './webhooks.repository.ts'
import { webhooksRoutes } from './webhooks.routes.ts'
import { createWebhooksService } from './webhooks.service.ts'

/** Endpoints elsewhere that are notified of what happens. */
export const webhooks = defineNoun({
  name: 'webhooks',
  owns: ['webhook_deliveries', 'webhook_endpoints'],
  metrics: 'none',
  build(ground: Ground) {
    const { outboundAllow } = ground.config
    const shared = {
      ...ground,
      hosts: createPinnedHosts({ allowed: outboundAllow }),
      isListed: (host: string) => isListed(host, outboundAllow),
      secrets: createWebhookSecrets(ground.crypto),
    }
    const service = createWebhooksService({ ...shared, webhooks: createWebhooksRepository })
    const sending = createSendingService({ ...shared, deliveries: createDeliveriesRepository, random: Math.random })
    return {
      offers: { webhooks: sending },
      routes: (app) => webhooksRoutes(app, service),
      jobs: 'none',
      events: 'none',
      hears: [ground.hooks.published.heardBy(createPublish({ ...ground, deliveries: createDeliveriesRepository }))],
      deletion: 'none',
      retention: sending.removable,
      health: 'none',
      running: { start: ({ work }) => work && sending.start(), finish: sending.stop },
    }
  },
})
