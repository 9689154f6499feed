import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link2 } from '../../ui/icons/Link2.ts'
import { useState } from 'react'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { Select } from '../../ui/Select.tsx'
import { type EventGroup, groupOfEvent } from './event-groups.ts'
import { availableEventsQuery } from '../mappings/mappings.ts'

type LinkEventProps = { pending: boolean; onLink: (event: string, reset: () => void) => void }

/** Picks an event without a template, and links it. */
export function LinkEvent({ pending, onLink }: LinkEventProps) {
  const { t } = useLingui()
  const { data: events = [], isError, isFetching, refetch } = useQuery(availableEventsQuery)
  const [event, setEvent] = useState('')
  const chosen = events.find(({ name }) => name === event)
  const groups: Record<EventGroup, string> = {
    authentication: t`Authentication`,
    security: t`Security`,
    users: t`User Management`,
    system: t`System`,
    other: t`Other`,
  }
  const order = Object.keys(groups)
  const options = events
    .map(({ name, title, is_mapped: isMapped }) => {
      const group = groupOfEvent(name)
      const label = isMapped ? t`${name} (linked already)` : `${name} – ${title}`
      return { value: name, label, disabled: isMapped, group: groups[group], rank: order.indexOf(group) }
    })
    .toSorted((a, b) => a.rank - b.rank)
  if (isError) {
    return (
      <Alert
        type="error"
        title={t`Failed to load available events`}
        actions={<Button size="sm" pending={isFetching} onPress={() => void refetch()}>{t`Retry`}</Button>}
      />
    )
  }
  return (
    <div className="flex flex-wrap items-end gap-3">
      <div className="min-w-48 flex-1">
        <Select
          label={t`Event`}
          value={event}
          help={chosen?.when}
          onChange={({ target }) => setEvent(target.value)}
          options={[{ value: '', label: t`Choose an event` }, ...options]}
        />
      </div>
      <Button
        icon={Link2}
        pending={pending}
        onPress={() => onLink(event, () => setEvent(''))}
        disabledReason={
          chosen === undefined ? t`Please choose an event first.` : chosen.is_mapped ? t`This event is linked already.` : undefined
        }
      >
        <Trans>Link Event</Trans>
      </Button>
    </div>
  )
}
