import type { ProviderConfiguration } from '@twofold/contract/mail-delivery/providers'
import type { MailDesign } from '../mail-design/noun.ts'
import type { MailRules } from '../mail-rules/noun.ts'
import { createEventSealer } from '../platform/crypto/sealers.ts'
import { defineNoun, type OffersOf } from '../platform/ground/define-noun.ts'
import type { Ground } from '../platform/ground/ground.ts'
import type { JobDefinition } from '../platform/job-runner.ts'
import { createOutboundClient } from '../platform/outbound/outbound-client.ts'
import { createPinnedHosts } from '../platform/outbound/pinned-host.ts'
import { offerMethods } from '../platform/offer-methods.ts'
import { createAnnounceService, type FanOut, fanOutJob } from './announcing/announce.service.ts'
import { createComposeOrStandIn } from './announcing/compose-or-stand-in.ts'
import { explainRoutes } from './announcing/explain.routes.ts'
import { createExplainService } from './announcing/explain.service.ts'
import { createSender } from './delivery/create-sender.ts'
import { createDeliveryService } from './delivery/delivery.service.ts'
import { listRemovableMail } from './delivery/sent-mail-retention.service.ts'
import { createHeldRepository } from './delivery/held.repository.ts'
import { createHeldMailService, createSentMailService } from './delivery/sent-mail.service.ts'
import { createQueueRepository } from './delivery/queue.repository.ts'
import { createSentMailRepository } from './delivery/sent-mail.repository.ts'
import { createOpenSenders } from './delivery/open-senders.ts'
import { createTracking } from './delivery/tracking.ts'
import { createWorker } from './delivery/worker.ts'
import { createDeliveryTroubleRepository } from './providers/delivery-trouble.repository.ts'
import { createProviderSecrets } from './providers/provider-secrets.ts'
import { createProvidersRepository } from './providers/providers.repository.ts'
import { providersRoutes } from './providers/providers.routes.ts'
import { createProvidersService } from './providers/providers.service.ts'
import { createWorkingProviders, type WorkingProviders } from './providers/working-providers.ts'
import { createSuppressionsRepository } from './suppressions/suppressions.repository.ts'
import { suppressionsRoutes } from './suppressions/suppressions.routes.ts'
import { createSuppressionsService } from './suppressions/suppressions.service.ts'
import { createMappingTrialsService } from './trials/mapping-trials.service.ts'
import { createTrialsRepository } from './trials/trials.repository.ts'
import { trialsRoutes } from './trials/trials.routes.ts'
import { createTrialsService } from './trials/trials.service.ts'
import { mailMessages } from './delivery/mail-metrics.ts'
import { queueMetrics } from './delivery/mail-metrics.repository.ts'
import { mailChecks } from './delivery/mail-checks.repository.ts'

type Needs = MailDesign & Pick<MailRules, 'mailRules'>

/** From an event to an e-mail handed over to a provider. It subscribes to events, unknown to other nouns. */
export const mailDelivery = defineNoun({
  name: 'mail-delivery',
  owns: [
    'email_attempts',
    'email_logs',
    'email_providers',
    'email_quotas',
    'email_suppressions',
    'logged_mails',
    'mail_attempts',
    'named_providers',
    'sealed_mails',
    'suppressed_addresses',
  ],
  metrics: [queueMetrics, mailMessages],
  build(ground: Ground, needs: Needs) {
    const mailProviders = createMailProviders(ground, needs)
    const { worker, senders, ...sending } = createSending(ground, needs, mailProviders)
    const { announce, ...announcing } = createAnnouncing(ground, needs, { mailProviders, onMail: worker.wake })
    // Few at a time: many side by side would keep single events waiting for their turn on the same thread.
    const fanOut: JobDefinition<FanOut> = { name: fanOutJob, retryLimit: 10, batchSize: 2, run: announce.continueFanOut }
    const service = {
      ...sending,
      ...announcing,
      sentMail: createSentMailService({ queue: createQueueRepository, records: createSentMailRepository }),
      held: createHeldMailService(createHeldRepository),
      /** Makes sure that themes, templates and mappings exist; with `work`, starts sending e-mail. */
      async start({ work }: { work: boolean }): Promise<void> {
        await needs.mailRules.seeding.seed()
        if (!(await mailProviders.isMailAvailable())) ground.log.info('no e-mail provider is active: mail waits until there is one')
        if (work) worker.start()
      },
      /** Finishes e-mail in progress, and claims no more. */
      async stop(): Promise<void> {
        await worker.stop()
        senders.close()
        sending.https.close()
      },
    }
    return {
      offers: {
        mailDelivery: service,
        mailProviders,
        mailTrouble: offerMethods(createDeliveryTroubleRepository, 'countFailedSince', 'listOutOfQuota', 'listResting'),
        isMailAvailable: mailProviders.isMailAvailable,
      },
      routes(app) {
        providersRoutes(app, service.providers)
        trialsRoutes(app, service.trials, service.mappingTrials)
        explainRoutes(app, service.explain)
        suppressionsRoutes(app, service.suppressions)
      },
      jobs: [fanOut],
      events: [{ listener: 'mail', handleMany: announce.handle, isWanted: needs.mailRules.isMapped }],
      hears: 'none',
      deletion: {
        forgets: ['email_logs', 'email_suppressions'],
        removes: (db, person) => createSentMailRepository(db).removeSentTo(person),
      },
      retention: {
        by: needs.mailDesign.keptMail.job,
        tasks: () =>
          listRemovableMail({
            ...ground,
            sentMail: createSentMailRepository,
            providers: createProvidersRepository,
            keptMail: needs.mailDesign.keptMail,
          }),
      },
      health: mailChecks(mailProviders),
      running: { start: service.start, finish: service.stop },
    }
  },
})

export type MailDelivery = OffersOf<typeof mailDelivery>

/** The usable e-mail providers: the one source for e-mail itself, accounts and the health check. */
const createMailProviders = ({ config, db }: Ground, { mailDesign }: Needs) =>
  createWorkingProviders({
    db,
    providers: createProvidersRepository,
    readSender: async (from) => (await mailDesign.settings.get(from)).sender,
    from: config.emailFrom,
    app: mailDesign.app,
  })

/** The queue with its worker, providers and suppressions. */
function createSending(ground: Ground, { mailDesign: { app, settings, templates }, mailRules }: Needs, mailProviders: WorkingProviders) {
  const { clock, config, crypto, db, log } = ground
  const hosts = createPinnedHosts({ allowed: config.emailAllowPrivateHosts, variable: 'EMAIL_ALLOW_PRIVATE_HOSTS' })
  const https = createOutboundClient({ hosts })
  const tracking = createTracking({
    app,
    mac: { mac: (text) => crypto.mac('mail-link', text), macWith: (version, text) => crypto.macWith('mail-link', version, text) },
  })
  const secrets = createProviderSecrets(crypto)
  const openSender = (configuration: ProviderConfiguration) => createSender(configuration, { hosts, https })
  const senders = createOpenSenders({ secrets, createSender: openSender, track: tracking.track, settings, from: config.emailFrom, app })
  const deliveryService = createDeliveryService({
    ...ground,
    queue: createQueueRepository,
    providers: createProvidersRepository,
    suppressions: createSuppressionsRepository,
    senderOf: senders.senderOf,
    identityOf: senders.identityOf,
    random: Math.random,
  })
  const delivery = {
    ...deliveryService,
    async plan() {
      await senders.refresh()
      return deliveryService.plan()
    },
  }
  return {
    https,
    senders,
    tracking,
    delivery,
    worker: createWorker({ delivery, clock, log }),
    providers: createProvidersService({
      ...ground,
      providers: createProvidersRepository,
      queue: createQueueRepository,
      mappings: mailRules.mappings,
      templates,
      secrets,
      openSender,
      identityOf: senders.identityOfConfiguration,
      mailProviders,
      mailLanguageOf: async (userId) => (await mailRules.decisions.findRecipients(db, [userId]))[0]?.language ?? null,
      app,
    }),
    suppressions: createSuppressionsService({ ...ground, suppressions: createSuppressionsRepository }),
  }
}

/** Turns events into e-mails, and explains what would become of one. */
function createAnnouncing(
  ground: Ground,
  { mailDesign, mailRules }: Needs,
  { mailProviders, onMail }: { mailProviders: WorkingProviders; onMail: () => void },
) {
  const { crypto } = ground
  const { app, rendering } = mailDesign
  const composing = { rendering, crypto, app, unsubscribeUrl: mailRules.preferences.unsubscribeUrl }
  const trials = createTrialsService({
    ...ground,
    app,
    rendering,
    templates: mailDesign.storedTemplates,
    queue: createQueueRepository,
    trials: createTrialsRepository,
    mailProviders,
  })
  return {
    composing,
    announce: createAnnounceService({
      ...ground,
      decisions: mailRules.decisions,
      queue: createQueueRepository,
      sealer: createEventSealer(crypto),
      composeOrStandIn: createComposeOrStandIn(composing),
      isTrackingOn: async () => (await mailDesign.settings.recent()).track_opens_and_clicks,
      messageIdDomains: mailProviders.messageIdDomains,
      onMail,
    }),
    trials,
    mappingTrials: createMappingTrialsService({ mappings: mailRules.mappings, trials }),
    explain: createExplainService({
      ...ground,
      mappings: mailRules.mappings,
      decisions: mailRules.decisions,
      providers: createProvidersRepository,
      readSenderCheck: mailProviders.readSenderCheck,
      previews: mailDesign.templatePreviews,
    }),
  }
}
