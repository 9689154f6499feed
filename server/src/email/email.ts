import type { EventName } from '@twofold/contract/events'
import type { Clock } from '../platform/clock.ts'
import type { Config } from '../platform/config.ts'
import type { Crypto } from '../platform/crypto/crypto.ts'
import { createEventSealer } from '../platform/crypto/sealers.ts'
import type { Db } from '../platform/database.ts'
import type { Events } from '../platform/events.ts'
import type { Jobs } from '../platform/jobs.ts'
import type { Log } from '../platform/log.ts'
import type { Policy } from '../platform/policy/policy.ts'
import type { Retention } from '../platform/retention.ts'
import type { Tracer } from '../platform/tracing/tracing.ts'
import type { Transaction } from '../platform/transaction.ts'
import { createMailLog } from './mail-log.ts'
import { createSender } from '../mail-delivery/delivery/create-sender.ts'
import { createDeliveryService } from '../mail-delivery/delivery/delivery.service.ts'
import { createOutboundClient } from '../platform/outbound/outbound-client.ts'
import { createPinnedHosts } from '../platform/outbound/pinned-host.ts'
import { createQueueRepository } from '../mail-delivery/delivery/queue.repository.ts'
import type { FetchCertificate } from '../mail-log/feedback/sns-certificates.ts'
import { createTracking } from '../mail-delivery/delivery/tracking.ts'
import { createWorker } from '../mail-delivery/delivery/worker.ts'
import type { RenewLink } from '../mail-log/logs/renew-mail.ts'
import { createAnnounceService, fanOutJob } from '../mail-delivery/announcing/announce.service.ts'
import type { FanOut } from '../mail-delivery/announcing/announce.service.ts'
import { createComposeAll } from '../mail-delivery/announcing/compose-all.ts'
import { createDecisionsRepository } from '../mail-rules/mappings/decisions.repository.ts'
import { createExplainService } from '../mail-delivery/announcing/explain.service.ts'
import { createMappingsRepository } from '../mail-rules/mappings/mappings.repository.ts'
import { createMappingsService } from '../mail-rules/mappings/mappings.service.ts'
import { createPreferencesRepository } from '../mail-rules/preferences/preferences.repository.ts'
import { createPreferencesService } from '../mail-rules/preferences/preferences.service.ts'
import { createUnsubscribeTokens } from '../mail-rules/preferences/unsubscribe-token.ts'
import { createPreviewsRepository } from '../mail-design/previews/previews.repository.ts'
import { createPreviewsService } from '../mail-design/previews/previews.service.ts'
import { createProviderSecrets } from '../mail-delivery/providers/provider-secrets.ts'
import { createProvidersRepository } from '../mail-delivery/providers/providers.repository.ts'
import { createProvidersService } from '../mail-delivery/providers/providers.service.ts'
import type { WorkingProviders } from '../mail-delivery/providers/working-providers.ts'
import type { RenderBudget } from '../mail-design/rendering/render-thread.ts'
import type { RenderWorkers } from '../mail-design/rendering/render-workers.ts'
import { createRendering } from '../mail-design/rendering/rendering.ts'
import { createSystemDesignsRepository } from '../mail-design/system-designs.repository.ts'
import { createSeedingService } from '../mail-rules/seeding.service.ts'
import { createSenders } from '../mail-delivery/delivery/senders.ts'
import { createApplicationsRepository } from '../mail-design/settings/applications.repository.ts'
import { createApplyThemeService } from '../mail-design/settings/apply-theme.service.ts'
import { createSettingsRepository } from '../mail-design/settings/settings.repository.ts'
import { createSettingsService } from '../mail-design/settings/settings.service.ts'
import { createSuppressionsRepository } from '../mail-delivery/suppressions/suppressions.repository.ts'
import { createSuppressionsService } from '../mail-delivery/suppressions/suppressions.service.ts'
import { createTemplatePreviewsService } from '../mail-design/templates/template-previews.service.ts'
import { createTemplatesRepository } from '../mail-design/templates/templates.repository.ts'
import { createTemplatesService } from '../mail-design/templates/templates.service.ts'
import { createMappingTrialsService } from '../mail-delivery/trials/mapping-trials.service.ts'
import { createTrialsRepository } from '../mail-delivery/trials/trials.repository.ts'
import { createTrialsService } from '../mail-delivery/trials/trials.service.ts'
import { createVersionsRepository } from '../mail-design/templates/versions.repository.ts'
import { createVersionsService } from '../mail-design/templates/versions.service.ts'
import { createThemesRepository } from '../mail-design/themes/themes.repository.ts'
import { createThemesService } from '../mail-design/themes/themes.service.ts'

export interface EmailDeps {
  config: Pick<Config, 'emailAllowPrivateHosts' | 'emailFrom' | 'sesTopicArns' | 'zeptomailWebhookKeys'>
  policy: Pick<Policy, 'name' | 'address'>
  db: Db
  transaction: Transaction
  jobs: Pick<Jobs, 'define'>
  events: Pick<Events, 'listenToMany'>
  crypto: Crypto
  clock: Clock
  log: Log
  tracer?: Tracer | undefined
  retention: Pick<Retention, 'run'>
  /** For mail that is sent again. */
  renewLink: (event: EventName, ...asked: Parameters<RenewLink>) => ReturnType<RenewLink>
  mailProviders: WorkingProviders
  /** Where the certificates of SNS come from; tests have their own. */
  fetchCertificate?: FetchCertificate
  /** Tests on a busy machine give a rendering more time. */
  renderBudget?: Partial<RenderBudget> | undefined
  /** Tests keep the threads of one application for the next one. */
  renderWorkers?: RenderWorkers | undefined
}

/** The e-mail noun, wired: it listens to events, defines its jobs, and has a service for each of its screens. */
export function createEmail(deps: EmailDeps) {
  const { config, policy, db, transaction, crypto, clock, log } = deps
  // Read when a mail is made: both may change while the application runs.
  const app = {
    get name() {
      return policy.name
    },
    get url() {
      return policy.address
    },
  }
  const hosts = createPinnedHosts({ allowed: config.emailAllowPrivateHosts, variable: 'EMAIL_ALLOW_PRIVATE_HOSTS' })
  const https = createOutboundClient({ hosts })

  const settings = createSettingsService({ db, transaction, settings: createSettingsRepository, clock })
  const preferences = createPreferencesService({
    db,
    preferences: createPreferencesRepository,
    tokens: createUnsubscribeTokens(crypto),
    app,
    clock,
  })
  const tracking = createTracking({
    app,
    mac: { mac: (text) => crypto.mac('mail-link', text), macWith: (version, text) => crypto.macWith('mail-link', version, text) },
  })
  const secrets = createProviderSecrets(crypto)
  const senders = createSenders({
    secrets,
    createSender: (configuration) => createSender(configuration, { hosts, https }),
    track: tracking.track,
    settings,
    from: config.emailFrom,
    app,
  })

  const deliveryService = createDeliveryService({
    db,
    queue: createQueueRepository,
    providers: createProvidersRepository,
    crypto,
    suppressions: createSuppressionsRepository,
    senderOf: senders.senderOf,
    identityOf: senders.identityOf,
    clock,
    log,
    tracer: deps.tracer,
    random: Math.random,
  })
  const delivery = {
    ...deliveryService,
    async plan() {
      await senders.refresh()
      return deliveryService.plan()
    },
  }
  const worker = createWorker({ delivery, clock, log })
  const rendering = createRendering({ log, budget: deps.renderBudget, workers: deps.renderWorkers })
  const composing = { rendering, crypto, app, unsubscribeUrl: preferences.unsubscribeUrl }
  const announce = createAnnounceService({
    db,
    transaction,
    decisions: createDecisionsRepository,
    queue: createQueueRepository,
    sealer: createEventSealer(crypto),
    composeAll: createComposeAll(composing),
    isTrackingOn: async () => (await settings.recent()).track_opens_and_clicks,
    messageIdDomains: deps.mailProviders.messageIdDomains,
    onMail: worker.wake,
    clock,
  })

  const previews = createPreviewsService({ db, previews: createPreviewsRepository, clock })
  const themes = createThemesService({ db, transaction, themes: createThemesRepository, previews, rendering, app, clock })
  const seeding = createSeedingService({
    transaction,
    designs: createSystemDesignsRepository,
    mappings: createMappingsRepository,
    themes,
    clock,
  })
  const mappings = createMappingsService({ db, transaction, mappings: createMappingsRepository, rendering, clock })
  const editing = { db, transaction, templates: createTemplatesRepository, versions: createVersionsRepository, rendering, app, clock }
  const templates = createTemplatesService({ ...editing, settings })
  const templatePreviews = createTemplatePreviewsService({ ...editing, previews })
  const trials = createTrialsService({
    ...editing,
    queue: createQueueRepository,
    trials: createTrialsRepository,
    mailProviders: deps.mailProviders,
    crypto,
  })

  const mailLog = createMailLog({ ...deps, app, https, settings, preferences, previews, tracking, composing })

  deps.events.listenToMany('mail', announce.handle)
  // Few at a time: many side by side would keep single events waiting for their turn on the same thread.
  deps.jobs.define<FanOut>({ name: fanOutJob, retryLimit: 10, batchSize: 2, run: announce.continueFanOut })
  deps.jobs.define({ name: 'email.previews', schedule: '*/10 * * * *', run: () => deps.retention.run(previews.removable()) })

  return {
    settings,
    preferences,
    seeding,
    delivery,
    providers: createProvidersService({
      db,
      transaction,
      providers: createProvidersRepository,
      queue: createQueueRepository,
      mappings: createMappingsRepository,
      templates: createTemplatesRepository,
      secrets,
      openSender: (configuration) => createSender(configuration, { hosts, https }),
      identityOf: senders.identityOfConfiguration,
      mailProviders: deps.mailProviders,
      mailLanguageOf: async (userId) => (await createDecisionsRepository(db).findRecipients([userId]))[0]?.language ?? null,
      app,
      clock,
    }),
    ...mailLog,
    templates,
    templatePreviews,
    trials,
    versions: createVersionsService({ ...editing, transaction, rows: createTemplatesRepository, templates }),
    themes,
    themeApplications: createApplyThemeService({ ...editing, applications: createApplicationsRepository, settings }),
    previews,
    mappings,
    mappingTrials: createMappingTrialsService({ mappings, trials }),
    explain: createExplainService({
      db,
      mappings: createMappingsRepository,
      decisions: createDecisionsRepository,
      providers: createProvidersRepository,
      findSenders: deps.mailProviders.findSenders,
      findRecipient: (email) => createDecisionsRepository(db).findRecipientByEmail(email),
      previews: templatePreviews,
      clock,
    }),
    suppressions: createSuppressionsService({ db, transaction, suppressions: createSuppressionsRepository, clock }),

    /** Themes, templates and mappings are there; with `work`, mail goes out from now on. */
    async start({ work }: { work: boolean }): Promise<void> {
      await seeding.seed()
      if (!(await deps.mailProviders.isMailAvailable())) log.info('no e-mail provider is active: mail waits until there is one')
      if (work) worker.start()
    },
    /** Mail under way is finished; no more is taken. */
    async stop(): Promise<void> {
      await worker.stop()
      senders.close()
      https.close()
    },
    /** After the jobs, which make mails until they are stopped. */
    endRendering: () => rendering.stop(),
  }
}

export type Email = ReturnType<typeof createEmail>
