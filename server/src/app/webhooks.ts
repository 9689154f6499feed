import type { Clock } from '../platform/clock.ts'
import type { Config } from '../platform/config.ts'
import type { Crypto } from '../platform/crypto/crypto.ts'
import type { Db } from '../platform/database.ts'
import type { App } from '../platform/http/route.ts'
import type { Log } from '../platform/log.ts'
import { createPinnedHosts, isListed } from '../platform/outbound/pinned-host.ts'
import type { Transaction } from '../platform/transaction.ts'
import { createDeliveriesRepository } from '../webhooks/deliveries.repository.ts'
import { createSendingService } from '../webhooks/sending.service.ts'
import { createWebhookSecrets } from '../webhooks/webhook-secrets.ts'
import { createWebhooksRepository } from '../webhooks/webhooks.repository.ts'
import { webhooksRoutes } from '../webhooks/webhooks.routes.ts'
import { createWebhooksService } from '../webhooks/webhooks.service.ts'

export interface WebhooksWiring {
  config: Pick<Config, 'outboundAllow'>
  db: Db
  transaction: Transaction
  crypto: Crypto
  clock: Clock
  log: Log
}

/** Endpoints that are told of what happens, wired. */
export function createWebhooks({ config, crypto, log, ...base }: WebhooksWiring) {
  const shared = {
    ...base,
    hosts: createPinnedHosts({ allowed: config.outboundAllow }),
    isListed: (host: string) => isListed(host, config.outboundAllow),
    secrets: createWebhookSecrets(crypto),
  }
  const service = createWebhooksService({ ...shared, webhooks: createWebhooksRepository })
  const sending = createSendingService({ ...shared, deliveries: createDeliveriesRepository, random: Math.random, log })
  return { sending, serve: (app: App): void => webhooksRoutes(app, service) }
}
