import type { CleanupServiceDeps } from '../admin/system/cleanup.service.ts'
import { createCleanupService } from '../admin/system/cleanup.service.ts'
import { createHealthRepository } from '../admin/system/health.repository.ts'
import { createDiskDaysRepository } from '../admin/system/disk-days.repository.ts'
import { createHealthService } from '../admin/system/health.service.ts'
import { createHiddenNamesRepository } from '../admin/system/hidden-names.repository.ts'
import { createInstallationFigures } from '../admin/system/installation-figures.ts'
import { createJobsRepository } from '../admin/system/jobs.repository.ts'
import { createJobMonitorService } from '../admin/system/jobs.service.ts'
import { createMaintenanceRepository } from '../admin/system/maintenance.repository.ts'
import { maintenanceRoutes } from '../admin/system/maintenance.routes.ts'
import { createMaintenanceService, maintenanceTurnsJob } from '../admin/system/maintenance.service.ts'
import { createMetricFiguresRepository } from '../admin/system/metric-figures.repository.ts'
import { createNoticesRepository } from '../admin/system/notices.repository.ts'
import { createNoticesService } from '../admin/system/notices.service.ts'
import { createReleasesRepository } from '../admin/system/releases.repository.ts'
import { createReleasesService } from '../admin/system/releases.service.ts'
import { createReportService } from '../admin/system/report.service.ts'
import type { ReportServiceDeps } from '../admin/system/report.service.ts'
import { systemRoutes } from '../admin/system/system.routes.ts'
import { createUsersRepository } from '../admin/users/users.repository.ts'
import type { Clock } from '../platform/clock.ts'
import type { Config } from '../platform/config.ts'
import type { Db } from '../platform/database.ts'
import type { App } from '../platform/http/route.ts'
import type { Jobs } from '../platform/jobs.ts'
import type { Log } from '../platform/log.ts'
import type { LivingNode } from '../platform/nodes.ts'
import { createNodeIdentity } from '../platform/node-identity.ts'
import { createConfiguredClient } from '../platform/outbound/configured-client.ts'
import type { Policy } from '../platform/policy/policy.ts'
import type { Transaction } from '../platform/transaction.ts'
import type { MailProviders } from './mail-providers.ts'

export interface SystemDeps extends Pick<CleanupServiceDeps, 'grants' | 'deletion' | 'recoveryCodes' | 'notifications'> {
  config: Config
  db: Db
  transaction: Transaction
  jobs: Pick<Jobs, 'define' | 'retry'>
  mailProviders: MailProviders
  policy: Pick<Policy, 'address' | 'second_factor' | 'second_factor_grace_days'>
  version: string
  listNodes: () => Promise<LivingNode[]>
  clock: Clock
  log: Log
}

const configured = (url: string) => ({ url, client: createConfiguredClient(url) })

/** What keeps the system itself going, wired. */
export function createSystem({ config, policy, version, jobs, mailProviders, listNodes, log, ...rest }: SystemDeps) {
  const { db, transaction, clock } = rest
  const maintenance = createMaintenanceService({ db, transaction, maintenance: createMaintenanceRepository, clock })
  const health = createHealthService({
    db,
    transaction,
    health: createHealthRepository,
    hiddenNames: createHiddenNamesRepository,
    listProviders: mailProviders.listStates,
    listNodes,
    dataDir: config.dataDir,
    diskDays: createDiskDaysRepository,
    identity: createNodeIdentity(config.dataDir),
    transport: () => ({ address: policy.address, host: config.host }),
    actsAlone: config.approvals === 'none',
    ntpServer: config.ntpServer,
    isOffSite: config.offSite !== undefined,
    clock,
    log,
  })
  const cleanups = createCleanupService(rest)
  const jobMonitor = createJobMonitorService({ db, transaction, monitor: createJobsRepository, jobs })
  const releases = createReleasesService({
    db,
    transaction,
    releases: createReleasesRepository,
    feed: config.updateFeedUrl === undefined ? undefined : configured(config.updateFeedUrl),
    version,
    clock,
  })
  const notices = createNoticesService({
    db,
    transaction,
    notices: createNoticesRepository,
    isMailAvailable: mailProviders.isMailAvailable,
  })

  jobs.define({ name: maintenanceTurnsJob, schedule: '* * * * *', run: () => maintenance.tellTurns() })
  jobs.define({ name: 'system.health', schedule: '* * * * *', retryLimit: 0, run: () => health.check() })
  jobs.define({ name: 'system.releases', schedule: '41 5,17 * * *', retryLimit: 0, run: () => releases.look() })

  const figures = createInstallationFigures({
    db,
    figures: createMetricFiguresRepository,
    jobs: createJobsRepository,
    listNodes,
    clock,
  })

  return {
    services: { maintenance, health, releases },
    figures,
    serve(app: App, dashboard: ReportServiceDeps['dashboard']): void {
      const installation = { name: config.appName, url: config.appUrl, version }
      const report = createReportService({
        transaction,
        dashboard,
        health,
        cleanups,
        jobs: jobMonitor,
        maintenance,
        releases,
        installation,
        users: createUsersRepository(db),
        policy,
        clock,
      })
      maintenanceRoutes(app, maintenance)
      systemRoutes(app, { health, cleanups, report, jobMonitor, releases, notices })
    },
  }
}
