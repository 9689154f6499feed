import { join } from 'node:path'
import type { Settings } from '@twofold/contract/admin/settings'
import type { HealthCheckName } from '@twofold/contract/admin/health'
import type { LinkEvent } from '@twofold/contract/events'
import { accounts } from './accounts/noun.ts'
import { access } from './admin/access/noun.ts'
import { analytics } from './admin/analytics/noun.ts'
import { audit } from './admin/audit/noun.ts'
import { backups } from './admin/backups/noun.ts'
import { dashboard } from './admin/dashboard/noun.ts'
import { digests } from './admin/digests/noun.ts'
import { firstSteps } from './admin/first-steps/noun.ts'
import { health } from './admin/health/noun.ts'
import { leavers } from './admin/leavers/noun.ts'
import { notifications } from './admin/notifications/noun.ts'
import { programs } from './admin/programs/noun.ts'
import { search } from './admin/search/noun.ts'
import { settings } from './admin/settings/noun.ts'
import { streams } from './admin/streams/noun.ts'
import { system } from './admin/system/noun.ts'
import { users } from './admin/users/noun.ts'
import { codes } from './codes/noun.ts'
import { factors } from './factors/noun.ts'
import { identities } from './identities/noun.ts'
import type { ProviderAddresses } from './identities/configured-providers.ts'
import { installation } from './installation/noun.ts'
import { keys } from './keys/noun.ts'
import { live } from './live/noun.ts'
import { machines } from './machines/noun.ts'
import { mailDelivery } from './mail-delivery/noun.ts'
import { mailDesign } from './mail-design/noun.ts'
import type { RenderBudget } from './mail-design/rendering/render-thread.ts'
import type { RenderWorkers } from './mail-design/rendering/start-render-worker.ts'
import type { FetchCertificate } from './mail-log/feedback/sns-certificates.ts'
import { mailLog } from './mail-log/noun.ts'
import { mailRules } from './mail-rules/noun.ts'
import { type Clock, systemClock } from './platform/clock.ts'
import { createGround, type GroundDeps } from './platform/ground/ground.ts'
import { createHousekeeping } from './platform/housekeeping.ts'
import { serveDocumentation } from './platform/http/documentation.ts'
import { createHttpApp } from './platform/ground/http-app.ts'
import { servePages } from './platform/http/pages.ts'
import { createLifecycle } from './platform/ground/lifecycle.ts'
import {
  type ChecksOf,
  type Duties,
  gather,
  type LinksOf,
  listNouns,
  type TableName,
  type TablesOf,
} from './platform/ground/define-noun.ts'
import { type HashCost, passwordCost, pinCost } from './platform/password-hash.ts'
import { platform } from './platform/ground/platform.ts'
import { watching } from './platform/ground/watching.ts'
import { reviews } from './reviews/noun.ts'
import { sessions } from './sessions/noun.ts'
import { sharing } from './sharing/noun.ts'
import { transfer } from './transfer/noun.ts'
import { trust } from './trust/noun.ts'
import { webhooks } from './webhooks/noun.ts'

/** Replacements for the product's defaults in tests. */
interface Tuning {
  cost: { password: HashCost; pin: HashCost }
  /** Tests begin with people who are no administrators; the product waits for the first one. */
  openBeforeSetUp: boolean
  /** Tests sign webhooks by certificates of their own. */
  fetchCertificate: FetchCertificate | undefined
  /** Tests on a busy machine give a rendering more time. */
  renderBudget: Partial<RenderBudget> | undefined
  /** Rendering threads, which tests reuse for the next application. */
  renderWorkers: RenderWorkers | undefined
  /** Tests run the providers that people sign in at. */
  providerAddresses: ProviderAddresses | undefined
}

export interface AppDeps extends Omit<GroundDeps, 'clock' | 'policyDefaults'>, Partial<Tuning> {
  clock?: Clock
  /** Load tests are not limited. */
  rateLimitFactor?: number
  /** Tests ask no administrator for a second factor; the product does. */
  policyDefaults?: Partial<Settings>
}

/** All nouns. Each uses what those before it offer. */
export const nouns = listNouns<Tuning>()
  .add(platform)
  .add(mailDesign)
  .add(mailRules)
  .add(mailDelivery)
  .add(mailLog)
  .add(trust)
  .add(accounts)
  .add(sessions)
  .add(factors)
  .add(identities)
  .add(installation)
  .add(keys)
  .add(sharing)
  .add(reviews)
  .add(machines)
  .add(codes)
  .add(webhooks)
  .add(live)
  .add(transfer)
  .add(notifications)
  .add(backups)
  .add(health)
  .add(analytics)
  .add(dashboard)
  .add(leavers)
  .add(users)
  .add(system)
  .add(access)
  .add(audit)
  .add(programs)
  .add(search)
  .add(firstSteps)
  .add(settings)
  .add(streams)
  .add(digests)
  .add(watching)

type Unowned = Exclude<TableName | LinkEvent | HealthCheckName, TablesOf<typeof nouns> | LinksOf<typeof nouns> | ChecksOf<typeof nouns>>

/** Every table and view has an owner, and every event with a link and every health check a noun that answers for it. The type checker names one that has none. */
export const ownership: [Unowned] extends [never] ? 'complete' : Unowned = 'complete'

/** Everything of the product, put together. */
export async function createApp(deps: AppDeps) {
  const ground = await createGround({ ...deps, clock: deps.clock ?? systemClock, policyDefaults: deps.policyDefaults })
  const { server, config, version } = ground
  serveDocumentation(server, { name: config.appName, version })
  const { services, parts, retentionJobs } = await nouns.build(ground, {
    cost: deps.cost ?? { password: passwordCost, pin: pinCost },
    openBeforeSetUp: deps.openBeforeSetUp ?? false,
    fetchCertificate: deps.fetchCertificate,
    renderBudget: deps.renderBudget,
    renderWorkers: deps.renderWorkers,
    providerAddresses: deps.providerAddresses,
  })
  const http = createHttpApp(ground, services, deps.rateLimitFactor ?? 1)
  const removable = () => [...gather.retention(parts), ...http.removable()]
  const housekeeping = createHousekeeping({ ...ground, steps: gather.steps(parts), removable })
  const { leave, stop } = createLifecycle({ ...ground, during: (phase) => gather.running(parts, phase) })
  for (const { routes } of parts) if (routes !== 'none') await routes(http.app)
  await servePages(http.app, join(import.meta.dirname, '../../web/dist'))
  const { jobs, events, audit: trail, transaction, auditChain, nodes, deletions } = ground
  return {
    ...services,
    server,
    jobs,
    events,
    audit: trail,
    transaction,
    auditChain,
    nodes,
    housekeeping,
    retentionJobs,
    /** Everything that is removed once its time is over, by the hourly job and by those of its own. */
    listRetained: async () => [...removable(), ...(await gather.retained(parts))],
    deletions,
    /** Has every noun begin its work, in the order of the list. */
    begin: (duties: Duties) => gather.start(parts, duties),
    leave,
    stop,
  }
}

export type Application = Awaited<ReturnType<typeof createApp>>
