import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { ChevronDown } from '../../ui/icons/ChevronDown.ts'
import { History } from '../../ui/icons/History.ts'
import { SearchX } from '../../ui/icons/SearchX.ts'
import { FilterSelect } from '../../kits/FilterSelect.tsx'
import { ListPanel } from '../../kits/ListPanel.tsx'
import { Badge } from '../../ui/Badge.tsx'
import { Skeleton } from '../../ui/Loading.tsx'
import { When } from '../../ui/When.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { DecisionTrace, objectionIn } from './DecisionTrace.tsx'
import { decisionsQuery } from './mappings.ts'

type Outcome = 'sent' | 'not_sent'

type DecisionsPanelProps = {
  mappingId: string
  page: number
  outcome: Outcome | undefined
  onPage: (page: number, how?: { replace?: boolean }) => void
  onOutcome: (outcome: Outcome | undefined) => void
}

/** Decisions about an event, per recipient, with every check. */
export function DecisionsPanel({ mappingId, page, outcome, onPage, onOutcome }: DecisionsPanelProps) {
  const { t } = useLingui()
  const asked = useQuery(decisionsQuery(mappingId, page, outcome))
  return (
    <ListPanel
      title={t`Decisions`}
      of={asked}
      address={{ page, goTo: onPage, isNarrow: outcome !== undefined, clear: () => onOutcome(undefined) }}
      failed={t`The decisions could not be loaded`}
      loading={t`Loading decisions...`}
      outline={<Skeleton height="8rem" />}
      filters={
        <FilterSelect
          label={t`Outcome`}
          all={t`Sent and not sent`}
          options={{ sent: t`Sent`, not_sent: t`Not sent` }}
          value={outcome}
          onChange={onOutcome}
        />
      }
      empty={
        outcome
          ? { icon: SearchX, title: t`No decisions of this kind` }
          : { icon: History, title: t`No decisions yet`, text: t`They appear here as soon as the event happens.` }
      }
    >
      {({ data }) => (
        <ul className="divide-y divide-border" aria-label={t`Decisions`}>
          {data.map((decision) => (
            <li key={decision.id}>
              <details className="group">
                <summary className="flex cursor-pointer list-none flex-wrap items-center gap-x-3 gap-y-2 px-5 py-3">
                  <span className="wrap-anywhere font-medium">{decision.recipient_email}</span>
                  {decision.outcome === 'sent' ? <Badge tone="success">{t`Sent`}</Badge> : <Badge tone="warning">{t`Not sent`}</Badge>}
                  <span className="text-text-2 wrap-anywhere">{objectionIn(decision.trace)}</span>
                  <span className="ms-auto text-sm text-text-2">
                    <When at={decision.decided_at} />
                  </span>
                  <Icon icon={ChevronDown} className="group-open:rotate-180" />
                </summary>
                <div className="px-5 pb-4">
                  <DecisionTrace trace={decision.trace} />
                </div>
              </details>
            </li>
          ))}
        </ul>
      )}
    </ListPanel>
  )
}
