import type { ProviderConfiguration } from '@twofold/contract/mail-delivery/providers'
import { createEventSealer } from '../platform/crypto/sealers.ts'
import { createSender } from '../mail-delivery/delivery/create-sender.ts'
import { createDeliveryService } from '../mail-delivery/delivery/delivery.service.ts'
import { createOutboundClient } from '../platform/outbound/outbound-client.ts'
import { createPinnedHosts } from '../platform/outbound/pinned-host.ts'
import { createQueueRepository } from '../mail-delivery/delivery/queue.repository.ts'
import { createTracking } from '../mail-delivery/delivery/tracking.ts'
import { createWorker } from '../mail-delivery/delivery/worker.ts'
import { createAnnounceService, fanOutJob } from '../mail-delivery/announcing/announce.service.ts'
import type { FanOut } from '../mail-delivery/announcing/announce.service.ts'
import { createComposeAll } from '../mail-delivery/announcing/compose-all.ts'
import { createDecisionsRepository } from '../mail-rules/mappings/decisions.repository.ts'
import { createExplainService } from '../mail-delivery/announcing/explain.service.ts'
import { createMappingsRepository } from '../mail-rules/mappings/mappings.repository.ts'
import { createProviderSecrets } from '../mail-delivery/providers/provider-secrets.ts'
import { createProvidersRepository } from '../mail-delivery/providers/providers.repository.ts'
import { createProvidersService } from '../mail-delivery/providers/providers.service.ts'
import { createSenders } from '../mail-delivery/delivery/senders.ts'
import { createSuppressionsRepository } from '../mail-delivery/suppressions/suppressions.repository.ts'
import { createSuppressionsService } from '../mail-delivery/suppressions/suppressions.service.ts'
import { createTemplatesRepository } from '../mail-design/templates/templates.repository.ts'
import { createMappingTrialsService } from '../mail-delivery/trials/mapping-trials.service.ts'
import { createTrialsRepository } from '../mail-delivery/trials/trials.repository.ts'
import { createTrialsService } from '../mail-delivery/trials/trials.service.ts'
import type { EmailDeps } from './email.ts'
import type { MailDesign } from './mail-design.ts'
import type { MailRules } from './mail-rules.ts'

interface Deps extends Omit<EmailDeps, 'policy' | 'renderBudget'> {
  app: { readonly name: string; readonly url: string }
  design: MailDesign
  rules: Pick<MailRules, 'mappings' | 'preferences'>
}

/** The queue with its worker, providers and suppressions. */
function createSending(deps: Deps) {
  const { app, clock, config, crypto, db, design, log, transaction } = deps
  const hosts = createPinnedHosts({ allowed: config.emailAllowPrivateHosts, variable: 'EMAIL_ALLOW_PRIVATE_HOSTS' })
  const https = createOutboundClient({ hosts })
  const tracking = createTracking({
    app,
    mac: { mac: (text) => crypto.mac('mail-link', text), macWith: (version, text) => crypto.macWith('mail-link', version, text) },
  })
  const secrets = createProviderSecrets(crypto)
  const openSender = (configuration: ProviderConfiguration) => createSender(configuration, { hosts, https })
  const senders = createSenders({
    secrets,
    createSender: openSender,
    track: tracking.track,
    settings: design.settings,
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
  return {
    https,
    senders,
    tracking,
    delivery,
    worker: createWorker({ delivery, clock, log }),
    providers: createProvidersService({
      db,
      transaction,
      providers: createProvidersRepository,
      queue: createQueueRepository,
      mappings: createMappingsRepository,
      templates: createTemplatesRepository,
      secrets,
      openSender,
      identityOf: senders.identityOfConfiguration,
      mailProviders: deps.mailProviders,
      mailLanguageOf: async (userId) => (await createDecisionsRepository(db).findRecipients([userId]))[0]?.language ?? null,
      app,
      clock,
    }),
    suppressions: createSuppressionsService({ db, transaction, suppressions: createSuppressionsRepository, clock }),
  }
}

/** Makes mails of events, and shows what would become of one. */
function createAnnouncing(deps: Deps, onMail: () => void) {
  const { app, clock, crypto, db, design, mailProviders, rules, transaction } = deps
  const composing = { rendering: design.rendering, crypto, app, unsubscribeUrl: rules.preferences.unsubscribeUrl }
  const announce = createAnnounceService({
    db,
    transaction,
    decisions: createDecisionsRepository,
    queue: createQueueRepository,
    sealer: createEventSealer(crypto),
    composeAll: createComposeAll(composing),
    isTrackingOn: async () => (await design.settings.recent()).track_opens_and_clicks,
    messageIdDomains: mailProviders.messageIdDomains,
    onMail,
    clock,
  })
  deps.events.listenToMany('mail', announce.handle)
  // Few at a time: many side by side would keep single events waiting for their turn on the same thread.
  deps.jobs.define<FanOut>({ name: fanOutJob, retryLimit: 10, batchSize: 2, run: announce.continueFanOut })

  const trials = createTrialsService({
    ...design.editing,
    queue: createQueueRepository,
    trials: createTrialsRepository,
    mailProviders,
    crypto,
  })
  return {
    composing,
    trials,
    mappingTrials: createMappingTrialsService({ mappings: rules.mappings, trials }),
    explain: createExplainService({
      db,
      mappings: createMappingsRepository,
      decisions: createDecisionsRepository,
      providers: createProvidersRepository,
      findSenders: mailProviders.findSenders,
      findRecipient: (email) => createDecisionsRepository(db).findRecipientByEmail(email),
      previews: design.templatePreviews,
      clock,
    }),
  }
}

/** From an event to mail that is handed over to a provider, put together. */
export function createMailDelivery(deps: Deps) {
  const sending = createSending(deps)
  return { ...sending, ...createAnnouncing(deps, sending.worker.wake) }
}
