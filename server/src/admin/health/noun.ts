import type { Ground } from '../../platform/ground/ground.ts'
import { createNodeIdentity } from '../../platform/node-identity.ts'
import { hostsFor } from '../../platform/outbound/configured-client.ts'
import { createPinnedHosts } from '../../platform/outbound/pinned-host.ts'
import { placeOf } from '../../platform/outbound/require-reachable.ts'
import { defineNoun, type OffersOf } from '../../platform/ground/define-noun.ts'
import { createDiskDaysRepository } from './disk-days.repository.ts'
import { askTime, createHealthRepository } from './health.repository.ts'
import { healthRoutes } from './health.routes.ts'
import { createHealthService } from './health.service.ts'
import { createHiddenNamesRepository } from './hidden-names.repository.ts'
import { createInstallationChecks } from './installation-checks.service.ts'

/** Health of the installation, measured every minute. */
export const health = defineNoun({
  name: 'admin/health',
  owns: ['disk_days', 'health_checks', 'hidden_characters'],
  metrics: 'none',
  build(ground: Ground) {
    const { config, policy, nodes } = ground
    const deps = {
      ...ground,
      health: createHealthRepository,
      hiddenNames: createHiddenNamesRepository,
      askTime,
      listNodes: nodes.list,
      dataDir: config.dataDir,
      diskDays: createDiskDaysRepository,
      identity: createNodeIdentity(config.dataDir),
      transport: () => ({ address: policy.address, host: config.host }),
      addressHosts: config.setByEnvironment.includes('APP_URL')
        ? hostsFor(placeOf(config.appUrl).host, config.outboundAllow)
        : createPinnedHosts({ allowed: config.outboundAllow }),
      ntpServer: config.ntpServer,
    }
    const service = createHealthService(deps)
    return {
      offers: { health: service },
      routes: (app) => healthRoutes(app, service),
      jobs: [{ name: 'system.health', schedule: '* * * * *', retryLimit: 0, run: () => service.check() }],
      events: 'none',
      hears: 'none',
      deletion: 'none',
      retention: 'none',
      health: createInstallationChecks(deps),
      running: 'none',
    }
  },
})

export type Health = OffersOf<typeof health>
