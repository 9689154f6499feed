import type { SystemReport } from '@twofold/contract/admin/system'
import type { Identity } from '../../platform/identity.ts'
import type { Policy } from '../../platform/policy/policy.ts'
import type { DashboardService } from '../dashboard/dashboard.service.ts'
import type { CleanupService } from './cleanup.service.ts'
import type { HealthService } from '../health/health.service.ts'
import type { JobMonitorService } from './jobs.service.ts'
import type { MaintenanceService } from './maintenance.service.ts'
import type { ReleasesService } from './releases.service.ts'
import type { ReportRepository } from './report.repository.ts'
import type { ServiceDeps } from '../../platform/service-deps.ts'

export interface ReportServiceDeps extends Pick<ServiceDeps, 'clock' | 'transaction'> {
  dashboard: Pick<DashboardService, 'figures'>
  health: Pick<HealthService, 'report'>
  cleanups: Pick<CleanupService, 'countAll'>
  jobs: Pick<JobMonitorService, 'queues'>
  maintenance: Pick<MaintenanceService, 'list'>
  releases: Pick<ReleasesService, 'state'>
  installation: SystemReport['installation']
  facts: ReportRepository
  policy: Pick<Policy, 'second_factor' | 'second_factor_grace_days'>
}

/** A complete system report to keep or to send to support: so it contains nothing about people. */
export function createReportService(deps: ReportServiceDeps) {
  return {
    async make(user: Identity): Promise<SystemReport> {
      const [figures, factors, health, cleanups, jobs, { data: windows }, release] = await Promise.all([
        deps.dashboard.figures(),
        deps.facts.countFactors(),
        deps.health.report(),
        deps.cleanups.countAll(),
        deps.jobs.queues(),
        deps.maintenance.list(),
        deps.releases.state(),
      ])
      await deps.transaction((tx) => tx.audit({ action: 'system.report_made' }))
      return {
        generated_at: deps.clock.date().toISOString(),
        generated_by: user.name,
        installation: deps.installation,
        figures,
        second_factor: { policy: deps.policy.second_factor, grace_days: deps.policy.second_factor_grace_days, ...factors },
        health: { ...health, checks: health.checks.map((check) => ({ ...check, items: [] })) },
        cleanups: cleanups.map((cleanup) => ({ ...cleanup, sample: [] })),
        jobs,
        maintenance: windows.map((window) => ({ ...window, created_by: null })),
        release,
      }
    },
  }
}

export type ReportService = ReturnType<typeof createReportService>
