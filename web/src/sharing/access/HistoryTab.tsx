import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { CallResponse } from '@twofold/contract/endpoint'
import type { listShares } from '@twofold/contract/sharing/grants'
import { keyUsage } from '@twofold/contract/usage'
import { ScanEye } from '../../ui/icons/ScanEye.ts'
import { type CSSProperties, useState } from 'react'
import { Loaded } from '../../kits/Loaded.tsx'
import { usePager } from '../../kits/use-pager.tsx'
import { queryOf } from '../../lib/query-of.ts'
import { daysBetween } from '../../lib/relative-time.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { SectionTitle } from '../../ui/SectionTitle.tsx'
import { eventsOf, type HistoryEvent } from './history-events.ts'
import { HistoryRow } from './HistoryRow.tsx'

interface HistoryTabProps {
  keyId: string
  /** Present shares of the key, and recently ended ones. */
  shares: CallResponse<typeof listShares> | undefined
  onUndo: (share: { id: string }) => void
}

/** History of an own key: codes seen and copied, secrets seen, and access that began and ended. */
export function HistoryTab({ keyId, shares, onUndo }: HistoryTabProps) {
  const { t, i18n } = useLingui()
  const [page, setPage] = useState(1)
  const usage = useQuery({
    ...queryOf(['usage', keyId, page], keyUsage, { params: { id: keyId }, query: { page } }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  })
  const pager = usePager({ of: usage, page, goTo: setPage })

  function dayText(at: string): string {
    const days = daysBetween(Date.parse(at), Date.now())
    if (days <= 0) return t`Today`
    return days === 1 ? t`Yesterday` : i18n.date(new Date(at), { dateStyle: 'full' })
  }

  return (
    <Loaded of={usage} failed={t`Who used this key could not be loaded`}>
      {(data) => {
        const events = eventsOf(data, shares)
        if (events.length === 0) {
          return (
            <EmptyState icon={ScanEye} level={3} title={t`Nobody used this key yet`}>
              <Trans>Everyone who sees or copies one of its codes appears here.</Trans>
            </EmptyState>
          )
        }
        return (
          <div className="grid gap-4">
            <Copies counts={data.copies} />
            {[...Map.groupBy(events, ({ at }) => dayText(at))].map(([day, list]: [string, HistoryEvent[]]) => (
              <section key={day}>
                <SectionTitle>{day}</SectionTitle>
                <ul aria-label={day}>
                  {list.map((event) => (
                    <HistoryRow key={`${event.kind} ${event.who} ${event.at}`} event={event} onUndo={onUndo} />
                  ))}
                </ul>
              </section>
            ))}
            <p className="flex-[1_1_14rem] text-text-3 text-sm text-pretty wrap-anywhere">
              <Trans>Views are recorded once an hour per person; every copy is recorded.</Trans>
            </p>
            {pager}
          </div>
        )
      }}
    </Loaded>
  )
}

/** Number of copied codes on each of the last days. The bars are decorative: the sentence says it all. */
function Copies({ counts }: { counts: readonly number[] }) {
  const total = counts.reduce((sum, count) => sum + count, 0)
  const most = Math.max(1, ...counts)
  return (
    <div>
      <p>
        <Plural value={total} one="# code copied in 30 days" other="# codes copied in 30 days" />
      </p>
      <div className="mt-2 flex h-12 items-end gap-[3px]" aria-hidden="true" hidden={total === 0}>
        {counts.map((count, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- A day is its place.
          <span
            key={index}
            className={`h-[max(2px,calc(var(--share)*100%))] flex-1 rounded-t-[2px] forced-color-adjust-none forced-colors:bg-[CanvasText] ${index === counts.length - 1 ? 'bg-chart-1' : 'bg-chart-1/72'}`}
            style={{ '--share': count / most } as CSSProperties}
          />
        ))}
      </div>
    </div>
  )
}
