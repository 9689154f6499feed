import type { EmailStatistics } from '@twofold/contract/mail-log/dashboard'
import { mailStatusLabels } from '@twofold/contract/mail-design/mail-terms'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database.ts'
import { figuresOf } from '../../mail-design/templates/present-template.ts'
import type { MappingsService } from '../../mail-rules/mappings/mappings.service.ts'
import type { WorkingProviders } from '../../mail-delivery/providers/working-providers.ts'
import type { DashboardRepository } from './dashboard.repository.ts'

const dayMilliseconds = 24 * 60 * 60 * 1000

export function createDashboardService(deps: {
  db: Db
  dashboard: (db: Db) => DashboardRepository
  mappings: Pick<MappingsService, 'listWithCounts'>
  mailProviders: Pick<WorkingProviders, 'listWorking'>
  clock: Clock
}) {
  const dashboard = deps.dashboard(deps.db)

  return {
    async statistics(): Promise<EmailStatistics> {
      const now = deps.clock.now()
      const [counts, figures, working] = await Promise.all([
        dashboard.countByStatus(),
        dashboard.figures(new Date(now - dayMilliseconds)),
        deps.mailProviders.listWorking(),
      ])
      const { total_sent: sent, success_rate } = figuresOf(counts)
      return {
        ...figures,
        active_providers: working.length,
        total_emails_sent: sent,
        success_rate,
        last_health_check: new Date(now).toISOString(),
      }
    },

    async recent(limit: number) {
      return (await dashboard.listRecent(limit)).map(({ created_at, ...mail }) => ({
        ...mail,
        status_label: mailStatusLabels[mail.status],
        created_at: created_at.toISOString(),
      }))
    },

    async mappingsInUse() {
      return (await deps.mappings.listWithCounts()).map((row) => ({
        id: row.id,
        event_name: row.event_name,
        template:
          row.template_slug === null
            ? null
            : {
                slug: row.template_slug,
                name: row.template_name ?? '',
                provider: row.provider_name === null ? null : { name: row.provider_name },
              },
        emails_sent: row.sent,
        is_active: row.is_active,
      }))
    },
  }
}

export type DashboardService = ReturnType<typeof createDashboardService>
