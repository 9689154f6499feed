import { listFailedJobs, listJobs, retryJob, retryQueue } from '@twofold/contract/admin/jobs'
import { getNoticeReach, sendSecurityNotice } from '@twofold/contract/admin/notices'
import { checkReleases, getReleases } from '@twofold/contract/admin/releases'
import { getReport, runCleanup } from '@twofold/contract/admin/system'
import { byAdmin } from '../../platform/http/callers.ts'
import { type App, route } from '../../platform/http/route.ts'
import type { CleanupService } from './cleanup.service.ts'
import type { JobMonitorService } from './jobs.service.ts'
import type { NoticesService } from './notices.service.ts'
import type { ReleasesService } from './releases.service.ts'
import type { ReportService } from './report.service.ts'

export interface SystemServices {
  cleanups: CleanupService
  report: ReportService
  jobMonitor: JobMonitorService
  releases: ReleasesService
  notices: NoticesService
}

export function systemRoutes(app: App, { cleanups, report, jobMonitor, releases, notices }: SystemServices): void {
  route(app, runCleanup, byAdmin.evenClosed.atOnce, ({ body }) => cleanups.run(body.type, body.dry_run))
  route(app, getReport, byAdmin.evenClosed.write, ({ user }) => report.make(user))

  route(app, listJobs, { ...byAdmin.evenClosed.read, isPoll: true }, async () => ({ queues: await jobMonitor.queues() }))
  route(app, listFailedJobs, { ...byAdmin.evenClosed.read, isPoll: true, readsTogether: true }, ({ query }) => jobMonitor.failed(query))
  route(app, retryJob, byAdmin.evenClosed.atOnce, ({ params }) => jobMonitor.retry(params.id))
  route(app, retryQueue, byAdmin.evenClosed.atOnce, ({ body }) => jobMonitor.retryQueue(body.queue))

  route(app, getReleases, byAdmin.evenClosed.read, () => releases.state())
  route(app, checkReleases, byAdmin.evenClosed.atOnce, () => releases.check())
  route(app, getNoticeReach, { ...byAdmin.evenClosed.read, readsTogether: true }, () => notices.reach())
  route(app, sendSecurityNotice, byAdmin.evenClosed.atOnce, ({ body }) => notices.send(body))
}
