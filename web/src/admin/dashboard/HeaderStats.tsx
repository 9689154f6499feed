import './header-stats.css'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { TriangleAlert } from '../../ui/icons/TriangleAlert.ts'
import { numberText } from '../../lib/number-text.ts'
import { Icon } from '../../ui/Icon.tsx'
import { adminDashboardQuery, mailHealthQuery } from './dashboard.ts'
import { systemHealth } from './system-health.ts'

/** Health of the system, by the figures of e-mail and by the regular check. */
export function useSystemHealth() {
  const { data, isError } = useQuery(mailHealthQuery)
  const { data: figures } = useQuery(adminDashboardQuery)
  return {
    health: systemHealth({ figures: data?.statistics, hasFailed: isError, found: figures?.health.status }),
    waiting: data?.statistics.queue_pending,
  }
}

/** Health of the system, and totals, in the header. Both are polled every 30 seconds. */
export function HeaderStats({ alerts }: { alerts: number }) {
  const { t } = useLingui()
  const { health, waiting } = useSystemHealth()
  const { data: figures } = useQuery(adminDashboardQuery)
  const labels = { healthy: t`System Healthy`, warning: t`System Warning`, critical: t`System Critical`, unknown: t`System Unknown` }
  const active = figures?.users.active
  return (
    <div className="stats">
      <p className="flex items-center gap-2 text-text font-medium" data-health={health} role="status">
        <span className="stats-dot" aria-hidden="true" />
        <span className="stats-label">{labels[health]}</span>
      </p>
      {active !== undefined && (
        <p className="stats-figure">
          <strong>{numberText(active)}</strong> {t`active users`}
        </p>
      )}
      {waiting !== undefined && (
        <p className="stats-figure">
          <strong>{numberText(waiting)}</strong> {t`in e-mail queue`}
        </p>
      )}
      {alerts > 0 && (
        <p className="stats-figure stats-alerts">
          <Icon icon={TriangleAlert} />
          <strong>{numberText(alerts)}</strong> {alerts === 1 ? t`alert` : t`alerts`}
        </p>
      )}
    </div>
  )
}
