import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { ActivityFilter } from '@twofold/contract/profile'
import { History } from '../ui/icons/History.ts'
import { useRef } from 'react'
import { ListPanel } from '../kits/ListPanel.tsx'
import { Button } from '../ui/Button.tsx'
import { Chip } from '../ui/Chip.tsx'
import { activityQuery, type ActivityView } from './activity.ts'
import { ActivityDays, ActivitySkeleton } from './ActivityDays.tsx'

interface ActivityPanelProps {
  view: ActivityView
  onView: (view: ActivityView) => void
}

/** The person's own activity: their acts, and other people's acts on the account. */
export function ActivityPanel({ view, onView }: ActivityPanelProps) {
  const { t } = useLingui()
  const top = useRef<HTMLDivElement>(null)
  const activity = useQuery(activityQuery(view))
  const { isPlaceholderData } = activity
  const filters: { show: ActivityFilter | undefined; label: string }[] = [
    { show: undefined, label: t`All` },
    { show: 'sign_in', label: t`Sign-ins` },
    { show: 'security', label: t`Security` },
    { show: 'keys', label: t`Keys` },
    { show: 'shares', label: t`Shares` },
    { show: 'others', label: t`Done by others` },
  ]

  function turn(page: number, { replace = false } = {}) {
    onView({ ...view, page })
    // A redirect from a missing page did not come from the end of the list.
    if (!replace) top.current?.scrollIntoView({ block: 'start' })
  }

  return (
    <div ref={top} className="min-w-0 scroll-mt-[calc(var(--h-header)+1rem)]">
      <ListPanel
        title={t`Activity`}
        of={activity}
        address={{ page: view.page, goTo: turn }}
        failed={t`Your activity could not be loaded`}
        loading={t`Loading your activity...`}
        outline={<ActivitySkeleton />}
        above={
          <div
            className="flex flex-wrap gap-2 border-b border-border px-5 py-4 max-sm:px-4"
            role="group"
            aria-label={t`Which activity to show`}
          >
            {filters.map(({ show, label }) => (
              <Chip key={label} isSelected={view.show === show} onChange={() => onView({ page: 1, show })}>
                {label}
              </Chip>
            ))}
          </div>
        }
        empty={{
          icon: History,
          title: view.show === undefined ? t`Nothing has happened yet` : t`Nothing of this kind has happened`,
          text: <Trans>Your activity over the last 12 months.</Trans>,
          action: view.show !== undefined && (
            <Button size="sm" onPress={() => onView({ page: 1 })}>
              <Trans>Show all activity</Trans>
            </Button>
          ),
        }}
      >
        {({ data: entries }) => (
          <div aria-busy={isPlaceholderData} className={`pb-2 ${isPlaceholderData ? 'opacity-60 transition-opacity delay-150' : ''}`}>
            <ActivityDays entries={entries} />
          </div>
        )}
      </ListPanel>
    </div>
  )
}
