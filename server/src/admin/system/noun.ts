import type { Accounts } from '../../accounts/noun.ts'
import type { MailDelivery } from '../../mail-delivery/noun.ts'
import type { MailRules } from '../../mail-rules/noun.ts'
import type { Factors } from '../../factors/noun.ts'
import type { Ground } from '../../platform/ground/ground.ts'
import { defineNoun } from '../../platform/ground/define-noun.ts'
import { createConfiguredClient } from '../../platform/outbound/configured-client.ts'
import type { Sharing } from '../../sharing/noun.ts'
import type { Dashboard } from '../dashboard/noun.ts'
import type { Health } from '../health/noun.ts'
import type { Notifications } from '../notifications/noun.ts'
import { createCleanupService } from './cleanup.service.ts'
import { createJobsRepository } from './jobs.repository.ts'
import { createJobMonitorService } from './jobs.service.ts'
import { createMaintenanceRepository } from './maintenance.repository.ts'
import { maintenanceRoutes } from './maintenance.routes.ts'
import { createMaintenanceService, maintenanceTurnsJob } from './maintenance.service.ts'
import { clockMetrics, queueMetrics } from './metrics.repository.ts'
import { createNoticesRepository } from './notices.repository.ts'
import { createNoticesService } from './notices.service.ts'
import { createReleasesRepository } from './releases.repository.ts'
import { createReleasesService } from './releases.service.ts'
import { createReportRepository } from './report.repository.ts'
import { createReportService } from './report.service.ts'
import { systemRoutes } from './system.routes.ts'

type Needs = Pick<Accounts, 'deletion'> &
  Pick<Dashboard, 'dashboard'> &
  Pick<Factors, 'recoveryCodes'> &
  Pick<Health, 'health'> &
  Pick<MailDelivery, 'isMailAvailable'> &
  Pick<MailRules, 'countMailReach'> &
  Pick<Notifications, 'notifications'> &
  Pick<Sharing, 'grants'>

/** Operation of the installation: maintenance, clean-ups, jobs, releases, notices. */
export const system = defineNoun({
  name: 'admin/system',
  owns: ['announced_maintenance', 'maintenance_windows', 'release_feed'],
  metrics: [queueMetrics, clockMetrics],
  build(ground: Ground, needs: Needs) {
    const { db } = ground
    const base = { ...ground, ...needs }
    const maintenance = createMaintenanceService({ ...base, maintenance: createMaintenanceRepository })
    const services = {
      cleanups: createCleanupService(base),
      jobMonitor: createJobMonitorService({ ...ground, monitor: createJobsRepository }),
      releases: createReleases(ground),
      notices: createNoticesService({ ...base, notices: createNoticesRepository }),
    }
    const { releases } = services
    const { config, version } = ground
    const report = createReportService({
      ...base,
      ...services,
      jobs: services.jobMonitor,
      maintenance,
      installation: { name: config.appName, url: config.appUrl, version },
      facts: createReportRepository(db),
    })
    return {
      offers: { maintenance, releases },
      routes(app) {
        maintenanceRoutes(app, maintenance)
        systemRoutes(app, { ...services, report })
      },
      jobs: [
        { name: maintenanceTurnsJob, schedule: '* * * * *', run: () => maintenance.notifyTurns() },
        { name: 'system.releases', schedule: '41 5,17 * * *', retryLimit: 0, run: () => releases.look() },
      ],
      events: 'none',
      hears: 'none',
      deletion: { forgets: ['maintenance_windows'] },
      retention: 'none',
      health: 'none',
      running: 'none',
    }
  },
})

function createReleases(ground: Ground) {
  const { updateFeedUrl: url } = ground.config
  const feed = url === undefined ? undefined : { url, client: createConfiguredClient(url) }
  return createReleasesService({ ...ground, releases: createReleasesRepository, feed })
}
