import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { ChevronDown, History, SearchX } from '../../ui/icons.generated.ts'
import { FilterSelect } from '../../kits/FilterSelect.tsx'
import { Loaded } from '../../kits/Loaded.tsx'
import { useExistingPage } from '../../lib/use-existing-page.ts'
import { Badge } from '../../ui/Badge.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { FilterBar } from '../../ui/FilterBar.tsx'
import { Skeleton } from '../../ui/Loading.tsx'
import { Pagination } from '../../ui/Pagination.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { When } from '../../ui/When.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { DecisionTrace, objectionIn } from './DecisionTrace.tsx'
import { decisionsQuery } from './mappings.ts'

type Outcome = 'sent' | 'not_sent'

type DecisionsPanelProps = {
  mappingId: string
  page: number
  outcome: Outcome | undefined
  onPage: (page: number, how?: { replace: true }) => void
  onOutcome: (outcome: Outcome | undefined) => void
}

/** What came of an event, recipient by recipient, with every check that was made. */
export function DecisionsPanel({ mappingId, page, outcome, onPage, onOutcome }: DecisionsPanelProps) {
  const { t } = useLingui()
  const asked = useQuery(decisionsQuery(mappingId, page, outcome))
  useExistingPage(page, asked.isPlaceholderData ? undefined : asked.data?.last_page, onPage)
  return (
    <Panel
      title={t`Decisions`}
      padding="none"
      footer={
        asked.data &&
        asked.data.last_page > 1 && <Pagination page={page} pages={asked.data.last_page} total={asked.data.total} onPage={onPage} />
      }
    >
      <FilterBar onClear={outcome && (() => onOutcome(undefined))}>
        <FilterSelect
          label={t`Outcome`}
          all={t`Sent and not sent`}
          options={{ sent: t`Sent`, not_sent: t`Not sent` }}
          value={outcome}
          onChange={onOutcome}
        />
      </FilterBar>
      <Loaded
        of={asked}
        failed={t`The decisions could not be loaded`}
        loading={t`Loading decisions...`}
        outline={<Skeleton height="8rem" />}
        frame="inset"
      >
        {(data) =>
          data.data.length === 0 && outcome ? (
            <EmptyState icon={SearchX} title={t`No decisions of this kind`} level={3} />
          ) : data.data.length === 0 ? (
            <EmptyState icon={History} title={t`No decisions yet`} level={3}>
              <Trans>They appear here as soon as the event happens.</Trans>
            </EmptyState>
          ) : (
            <ul className="mapping-decisions" aria-label={t`Decisions`}>
              {data.data.map((decision) => (
                <li key={decision.id}>
                  <details>
                    <summary>
                      <span className="wrap-anywhere font-medium">{decision.recipient_email}</span>
                      {decision.outcome === 'sent' ? <Badge tone="success">{t`Sent`}</Badge> : <Badge tone="warning">{t`Not sent`}</Badge>}
                      <span className="text-text-2 wrap-anywhere">{objectionIn(decision.trace)}</span>
                      <span className="mapping-when">
                        <When at={decision.decided_at} />
                      </span>
                      <Icon icon={ChevronDown} />
                    </summary>
                    <DecisionTrace trace={decision.trace} />
                  </details>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Panel>
  )
}
