import type { MailDelivery } from '../mail-delivery/noun.ts'
import type { MailDesign } from '../mail-design/noun.ts'
import type { MailRules } from '../mail-rules/noun.ts'
import { defineNoun } from '../platform/ground/define-noun.ts'
import type { Ground } from '../platform/ground/ground.ts'
import { createDashboardRepository } from './dashboard/dashboard.repository.ts'
import { dashboardRoutes } from './dashboard/dashboard.routes.ts'
import { createDashboardService } from './dashboard/dashboard.service.ts'
import { createFeedbackRepository } from './feedback/feedback.repository.ts'
import { createFeedbackService } from './feedback/feedback.service.ts'
import { createCertificateFetcher, createSnsCertificates, type FetchCertificate } from './feedback/sns-certificates.ts'
import { createSnsVerifier } from './feedback/sns.ts'
import { createTrackingService } from './feedback/tracking.service.ts'
import { createWebhooksService } from './feedback/webhooks.service.ts'
import { heldRoutes } from './held/held.routes.ts'
import { createHeldService } from './held/held.service.ts'
import { createLogsRepository } from './logs/logs.repository.ts'
import { logsRoutes } from './logs/logs.routes.ts'
import { createLogsService } from './logs/logs.service.ts'
import { createMailRenewal } from './logs/mail-renewal.service.ts'
import { publicEmailRoutes } from './public.routes.ts'

type Needs = MailDesign &
  Pick<MailRules, 'mailRules'> &
  Pick<MailDelivery, 'mailDelivery' | 'mailProviders'> & {
    /** Source of SNS certificates; tests have their own. */
    fetchCertificate: FetchCertificate | undefined
  }

/** The log of e-mails, and feedback on them. */
export const mailLog = defineNoun({
  name: 'mail-log',
  owns: ['email_feedback'],
  metrics: 'none',
  build(ground: Ground, needs: Needs) {
    const fed = createFeedback(ground, needs)
    const logs = createLogs(ground, needs)
    const { feedback } = fed
    return {
      offers: { mailLog: { ...fed, ...logs } },
      async routes(app) {
        logsRoutes(app, logs.logs)
        dashboardRoutes(app, logs.dashboard)
        heldRoutes(app, logs.held)
        await publicEmailRoutes(app, { ...fed, preferences: needs.mailRules.preferences })
      },
      jobs: [{ name: 'email.parked-feedback', schedule: '* * * * *', run: () => feedback.applyParked() }],
      events: 'none',
      hears: 'none',
      deletion: 'none',
      retention: {
        by: needs.mailDesign.keptMail.job,
        async tasks() {
          const { until } = await needs.mailDesign.keptMail.read()
          return createFeedbackRepository(ground.db).removable(until)
        },
      },
      health: 'none',
      running: 'none',
    }
  },
})

/** Providers' webhooks, and the links in e-mails. */
function createFeedback(ground: Ground, needs: Needs) {
  const { clock, config } = ground
  const { https, sentMail, suppressions, tracking } = needs.mailDelivery
  const feedback = createFeedbackService({
    ...ground,
    feedback: createFeedbackRepository,
    sentMail,
    suppressions,
  })
  const fetchCertificate = needs.fetchCertificate ?? createCertificateFetcher(https)
  return {
    feedback,
    webhooks: createWebhooksService({
      ...ground,
      feedback,
      sns: createSnsVerifier({ certificates: createSnsCertificates({ fetchCertificate, clock }) }),
      https,
      topics: config.sesTopicArns,
      zeptomailKeys: config.zeptomailWebhookKeys,
    }),
    tracking: createTrackingService({
      ...ground,
      tracking,
      sentMail,
      take: feedback.take,
      app: needs.mailDesign.app,
    }),
  }
}

function createLogs(ground: Ground, { mailDelivery, mailDesign, mailProviders, mailRules }: Needs) {
  const { app, previews, templates } = mailDesign
  const { held, sentMail } = mailDelivery
  const { decisions, mappings } = mailRules
  return {
    logs: createLogsService({
      ...ground,
      logs: createLogsRepository,
      sentMail,
      templates,
      previews,
      unsubscribeHeaders: mailRules.preferences.unsubscribeHeaders,
      renewMail: createMailRenewal({
        ...ground,
        ...mailDelivery.composing,
        decisions,
        messageIdDomains: mailProviders.messageIdDomains,
      }),
      app,
    }),
    dashboard: createDashboardService({
      ...ground,
      dashboard: createDashboardRepository,
      mappings,
      mailProviders,
    }),
    held: createHeldService({ ...ground, held }),
  }
}
