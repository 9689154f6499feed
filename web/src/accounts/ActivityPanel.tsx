import './activity.css'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { ActivityFilter } from '@twofold/contract/profile'
import { History } from '../ui/icons.generated.ts'
import { useEffect, useEffectEvent, useRef } from 'react'
import { Loaded } from '../kits/Loaded.tsx'
import { Button } from '../ui/Button.tsx'
import { Chip } from '../ui/Chip.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { Pagination } from '../ui/Pagination.tsx'
import { Panel } from '../ui/Panel.tsx'
import { activityQuery, type ActivityView } from './activity.ts'
import { ActivityDays, ActivitySkeleton } from './ActivityDays.tsx'

interface ActivityPanelProps {
  view: ActivityView
  onView: (view: ActivityView) => void
}

/** What happened with the own account: what the person did, and what others did to it. */
export function ActivityPanel({ view, onView }: ActivityPanelProps) {
  const { t } = useLingui()
  const top = useRef<HTMLDivElement>(null)
  const activity = useQuery(activityQuery(view))
  const { data, isPlaceholderData } = activity
  const filters: { show: ActivityFilter | undefined; label: string }[] = [
    { show: undefined, label: t`All` },
    { show: 'sign_in', label: t`Sign-ins` },
    { show: 'security', label: t`Security` },
    { show: 'keys', label: t`Keys` },
    { show: 'shares', label: t`Shares` },
    { show: 'others', label: t`Done by others` },
  ]
  // The address may name a page that there is not, or not any more.
  const lastPage = isPlaceholderData ? undefined : data?.last_page
  const turnBack = useEffectEvent((page: number) => onView({ ...view, page }))
  useEffect(() => {
    if (lastPage !== undefined && view.page > lastPage) turnBack(lastPage)
  }, [lastPage, view.page])

  function turn(page: number) {
    onView({ ...view, page })
    top.current?.scrollIntoView({ block: 'start' })
  }

  return (
    <div ref={top} className="activity">
      <Panel
        title={t`Activity`}
        padding="none"
        footer={data && data.last_page > 1 && <Pagination page={view.page} pages={data.last_page} total={data.total} onPage={turn} />}
      >
        <div className="activity-filters" role="group" aria-label={t`Which activity to show`}>
          {filters.map(({ show, label }) => (
            <Chip key={label} isSelected={view.show === show} onChange={() => onView({ page: 1, show })}>
              {label}
            </Chip>
          ))}
        </div>
        <Loaded
          of={activity}
          failed={t`Your activity could not be loaded`}
          loading={t`Loading your activity...`}
          outline={<ActivitySkeleton />}
          frame="inset"
        >
          {(shown) =>
            shown.total === 0 ? (
              <EmptyState
                icon={History}
                level={3}
                title={view.show === undefined ? t`Nothing has happened yet` : t`Nothing of this kind has happened`}
                action={
                  view.show !== undefined && (
                    <Button size="sm" onPress={() => onView({ page: 1 })}>
                      <Trans>Show all activity</Trans>
                    </Button>
                  )
                }
              >
                <Trans>Your activity over the last 12 months.</Trans>
              </EmptyState>
            ) : (
              <div aria-busy={isPlaceholderData} className={isPlaceholderData ? 'activity-stale' : undefined}>
                <ActivityDays entries={shown.data} />
              </div>
            )
          }
        </Loaded>
      </Panel>
    </div>
  )
}
