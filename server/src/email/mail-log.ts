import { createDecisionsRepository } from '../mail-rules/mappings/decisions.repository.ts'
import { createMappingsRepository } from '../mail-rules/mappings/mappings.repository.ts'
import { createProvidersRepository } from '../mail-delivery/providers/providers.repository.ts'
import { createQueueRepository } from '../mail-delivery/delivery/queue.repository.ts'
import { createSuppressionsRepository } from '../mail-delivery/suppressions/suppressions.repository.ts'
import type { ComposeDeps } from '../mail-delivery/announcing/compose-mail.ts'
import type { createTracking } from '../mail-delivery/delivery/tracking.ts'
import type { PreviewsService } from '../mail-design/previews/previews.service.ts'
import type { RenderingService } from '../mail-design/rendering/rendering.ts'
import type { SettingsService } from '../mail-design/settings/settings.service.ts'
import type { PreferencesService } from '../mail-rules/preferences/preferences.service.ts'
import type { OutboundClient } from '../platform/outbound/outbound-client.ts'
import type { EmailDeps } from './email.ts'
import { createDashboardRepository } from '../mail-log/dashboard/dashboard.repository.ts'
import { createDashboardService } from '../mail-log/dashboard/dashboard.service.ts'
import { createFeedbackRepository } from '../mail-log/feedback/feedback.repository.ts'
import { createFeedbackService } from '../mail-log/feedback/feedback.service.ts'
import { createRecordsRepository } from '../mail-delivery/delivery/records.repository.ts'
import { createCertificateFetcher, createSnsCertificates } from '../mail-log/feedback/sns-certificates.ts'
import { createSnsVerifier } from '../mail-log/feedback/sns.ts'
import { createTrackingService } from '../mail-log/feedback/tracking.service.ts'
import { createWebhooksService } from '../mail-log/feedback/webhooks.service.ts'
import { createHeldRepository } from '../mail-delivery/delivery/held.repository.ts'
import { createHeldService } from '../mail-log/held/held.service.ts'
import { createLogsRepository } from '../mail-log/logs/logs.repository.ts'
import { createLogsService } from '../mail-log/logs/logs.service.ts'
import { createMailRenewal } from '../mail-log/logs/renew-mail.ts'
import { createRetentionService } from '../mail-log/logs/retention.service.ts'

interface Deps extends Omit<EmailDeps, 'events' | 'policy' | 'renderBudget'> {
  app: ComposeDeps['app']
  https: OutboundClient
  settings: SettingsService
  preferences: PreferencesService
  previews: PreviewsService
  tracking: ReturnType<typeof createTracking>
  composing: ComposeDeps & { rendering: RenderingService }
}

/** What was sent and what came back, put together. */
export function createMailLog(deps: Deps) {
  const { app, clock, composing, config, crypto, db, https, log, preferences, previews, settings, tracking, transaction } = deps
  const feedback = createFeedbackService({
    transaction,
    feedback: createFeedbackRepository,
    records: createRecordsRepository,
    suppressions: createSuppressionsRepository,
    clock,
    log,
  })
  const sns = createSnsVerifier({
    certificates: createSnsCertificates({ fetchCertificate: deps.fetchCertificate ?? createCertificateFetcher(https), clock }),
  })
  const retention = createRetentionService({
    db,
    logs: createLogsRepository,
    records: createRecordsRepository,
    decisions: createDecisionsRepository,
    providers: createProvidersRepository,
    feedback: createFeedbackRepository,
    settings,
    retention: deps.retention,
    clock,
  })
  deps.jobs.define({ name: 'email.parked-feedback', schedule: '* * * * *', run: () => feedback.applyParked() })
  deps.jobs.define({ name: 'email.retention', schedule: '41 3 * * *', expireInSeconds: 3600, run: () => retention.run() })

  return {
    feedback,
    retention,
    logs: createLogsService({
      db,
      transaction,
      logs: createLogsRepository,
      queue: createQueueRepository,
      records: createRecordsRepository,
      crypto,
      previews,
      unsubscribeHeaders: preferences.unsubscribeHeaders,
      renewMail: createMailRenewal({
        ...composing,
        db,
        decisions: createDecisionsRepository,
        renewLink: deps.renewLink,
        messageIdDomains: deps.mailProviders.messageIdDomains,
        clock,
      }),
      app,
      clock,
    }),
    dashboard: createDashboardService({
      db,
      dashboard: createDashboardRepository,
      mappings: createMappingsRepository,
      mailProviders: deps.mailProviders,
      clock,
    }),
    held: createHeldService({ db, transaction, held: createHeldRepository, clock }),
    webhooks: createWebhooksService({
      feedback,
      sns,
      https,
      topics: config.sesTopicArns,
      zeptomailKeys: config.zeptomailWebhookKeys,
      clock,
      log,
    }),
    tracking: createTrackingService({ db, tracking, feedback: createFeedbackRepository, take: feedback.take, crypto, app, clock }),
  }
}
