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

const dots = { healthy: 'bg-success', warning: 'bg-warning', critical: 'bg-danger', unknown: 'bg-text-3' } as const
const figureLook = 'font-bold text-text tabular-nums'

/** Health of the system, and totals, in the header. Both are polled every 30 seconds. */
export function HeaderStats({ alerts }: { alerts: number }) {
  const { t } = useLingui()
  const { health, waiting } = useSystemHealth()
  const { data: figures } = useQuery(adminDashboardQuery)
  const labels = { healthy: t`System Healthy`, warning: t`System Warning`, critical: t`System Critical`, unknown: t`System Unknown` }
  const active = figures?.users.active
  return (
    <div className="flex min-w-0 items-center gap-5 text-sm whitespace-nowrap text-text-2">
      <p className="flex items-center gap-2 text-text font-medium" role="status">
        <span className={`size-2 flex-none rounded-full forced-color-adjust-none ${dots[health]}`} aria-hidden="true" />
        <span className="max-sm:sr-only">{labels[health]}</span>
      </p>
      {active !== undefined && (
        <p className="max-[80rem]:hidden">
          <strong className={figureLook}>{numberText(active)}</strong> {t`active users`}
        </p>
      )}
      {waiting !== undefined && (
        <p className="max-[80rem]:hidden">
          <strong className={figureLook}>{numberText(waiting)}</strong> {t`in e-mail queue`}
        </p>
      )}
      {alerts > 0 && (
        <p className="flex items-center gap-1.5 text-warning-text max-sm:hidden">
          <Icon icon={TriangleAlert} />
          <strong className="font-bold tabular-nums">{numberText(alerts)}</strong> {alerts === 1 ? t`alert` : t`alerts`}
        </p>
      )}
    </div>
  )
}
