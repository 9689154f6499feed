import { Trans, useLingui } from '@lingui/react/macro'
import { At } from '../../ui/At.tsx'

/** Seconds between two loads while the list refreshes by itself. */
export const refreshSeconds = 30

const dots = { loading: 'bg-warning', failed: 'bg-danger', auto: 'bg-accent', ready: 'bg-success' } as const

type LiveStatusProps = { isLoading: boolean; isFailed: boolean; isAuto: boolean; updatedAt: number }

/** State of the list, and the time of its data. `updatedAt` in milliseconds; 0: none yet. */
export function LiveStatus({ isLoading, isFailed, isAuto, updatedAt }: LiveStatusProps) {
  const { t } = useLingui()
  const state = isLoading ? 'loading' : isFailed ? 'failed' : isAuto ? 'auto' : 'ready'
  const words = { loading: t`Loading...`, failed: t`Not loaded`, ready: t`Ready`, auto: t`Auto-refresh (${refreshSeconds}s)` }
  return (
    <span className="flex flex-wrap gap-x-4">
      <span className="inline-flex items-center gap-2">
        <span className={`size-2 rounded-full ${dots[state]}`} />
        {words[state]}
      </span>
      {updatedAt > 0 && (
        <span>
          <Trans>
            Last updated: <At time={new Date(updatedAt).toISOString()} />
          </Trans>
        </span>
      )}
    </span>
  )
}
