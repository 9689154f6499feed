import type { EventName } from '@twofold/contract/events'
import type { Clock } from '../platform/clock.ts'
import type { Config } from '../platform/config.ts'
import type { Crypto } from '../platform/crypto/crypto.ts'
import type { Db } from '../platform/database.ts'
import type { Events } from '../platform/events.ts'
import type { Jobs } from '../platform/jobs.ts'
import type { Log } from '../platform/log.ts'
import type { Policy } from '../platform/policy/policy.ts'
import type { Retention } from '../platform/retention.ts'
import type { Tracer } from '../platform/tracing/tracing.ts'
import type { Transaction } from '../platform/transaction.ts'
import { createMailLog } from './mail-log.ts'
import type { FetchCertificate } from '../mail-log/feedback/sns-certificates.ts'
import type { RenewLink } from '../mail-log/logs/renew-mail.ts'
import type { WorkingProviders } from '../mail-delivery/providers/working-providers.ts'
import type { RenderBudget } from '../mail-design/rendering/render-thread.ts'
import type { RenderWorkers } from '../mail-design/rendering/render-workers.ts'
import { createMailDesign } from './mail-design.ts'
import { createMailRules } from './mail-rules.ts'
import { createMailDelivery } from './mail-delivery.ts'

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
  const { policy } = deps
  // Read when a mail is made: both may change while the application runs.
  const app = {
    get name() {
      return policy.name
    },
    get url() {
      return policy.address
    },
  }
  const design = createMailDesign({ ...deps, app })
  const rules = createMailRules({ ...deps, app, design })
  const { https, senders, tracking, worker, composing, ...delivery } = createMailDelivery({ ...deps, app, design, rules })
  const mailLog = createMailLog({
    ...deps,
    app,
    https,
    settings: design.settings,
    preferences: rules.preferences,
    previews: design.previews,
    tracking,
    composing,
  })
  const { rendering, editing: _, ...shownDesign } = design

  return {
    ...shownDesign,
    ...rules,
    ...delivery,
    ...mailLog,

    /** Themes, templates and mappings are there; with `work`, mail goes out from now on. */
    async start({ work }: { work: boolean }): Promise<void> {
      await rules.seeding.seed()
      if (!(await deps.mailProviders.isMailAvailable())) deps.log.info('no e-mail provider is active: mail waits until there is one')
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
