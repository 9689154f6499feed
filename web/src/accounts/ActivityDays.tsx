import { Trans, useLingui } from '@lingui/react/macro'
import type { ActivityEntry } from '@twofold/contract/profile'
import { useId } from 'react'
import { daysBetween } from '../lib/relative-time.ts'
import { Badge } from '../ui/Badge.tsx'
import { Icon } from '../ui/Icon.tsx'
import { Skeleton } from '../ui/Loading.tsx'
import { Row } from '../ui/Row.tsx'
import { activityIcon, isRemarkable } from './activity-icons.ts'

export function ActivityDays({ entries }: { entries: readonly ActivityEntry[] }) {
  const { t, i18n } = useLingui()
  const days = Map.groupBy(entries, ({ happened_at }) => new Date(happened_at).setHours(0, 0, 0, 0))
  const dayName = (day: number) => {
    const distance = daysBetween(Date.now(), day)
    if (distance === 0) return t`Today`
    if (distance === -1) return t`Yesterday`
    return i18n.date(new Date(day), { dateStyle: 'full' })
  }
  return [...days].map(([day, ofDay]) => <Day key={day} name={dayName(day)} entries={ofDay} />)
}

function Day({ name, entries }: { name: string; entries: readonly ActivityEntry[] }) {
  const title = useId()
  return (
    <section aria-labelledby={title}>
      <h3 id={title} className="px-4 pt-4 pb-1 sm:px-5 text-xs font-medium text-text-3">
        {name}
      </h3>
      <ul>
        {entries.map((entry) => (
          <Entry key={entry.id} entry={entry} />
        ))}
      </ul>
    </section>
  )
}

function Entry({ entry }: { entry: ActivityEntry }) {
  const { i18n } = useLingui()
  const { actor, address } = entry
  return (
    <Row className="items-start gap-3 border-t-0 py-2">
      <span
        className={`grid size-8 place-items-center rounded-full border ${isRemarkable(entry.kind) ? 'border-warning-line bg-warning-soft text-warning-text' : 'border-border bg-sunken text-text-2'}`}
      >
        <Icon icon={activityIcon(entry)} />
      </span>
      <div className="pt-[0.35rem]">
        <p>{entry.description}</p>
        {(actor || address) && (
          <p className="mt-0.5 flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-text-3">
            {actor && (
              <Badge tone="info">
                <Trans>by {actor}</Trans>
              </Badge>
            )}
            {address && (
              <span>
                <Trans>
                  from <code>{address}</code>
                </Trans>
              </span>
            )}
          </p>
        )}
      </div>
      <time className="pt-[0.45rem] text-sm whitespace-nowrap text-text-3" dateTime={entry.happened_at}>
        {i18n.date(new Date(entry.happened_at), { timeStyle: 'short' })}
      </time>
    </Row>
  )
}

export function ActivitySkeleton() {
  return ['55%', '40%', '65%', '48%'].map((width) => (
    <div key={width} className="ui-row items-start gap-3 border-t-0 px-0 py-2">
      <Skeleton width="2rem" height="2rem" radius="50%" />
      <Skeleton width={width} />
      <Skeleton width="2.5rem" />
    </div>
  ))
}
