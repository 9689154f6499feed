import { t } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { type Analytics, longestRange } from '@twofold/contract/admin/analytics'
import { dayIn } from '../../lib/list-search.ts'
import { Segments } from '../../ui/Segments.tsx'
import { TextField } from '../../ui/TextField.tsx'
import type { RangeSearch } from './analytics-search.ts'
import { fullDay } from './figure-text.ts'

const dayLength = 86_400_000

/** Reason why a range is invalid. */
export function rangeProblem({ from, to }: RangeSearch): string | undefined {
  if (from === undefined || to === undefined) return undefined
  const days = (Date.parse(to) - Date.parse(from)) / dayLength + 1
  if (days < 1) return t`The range ends before it begins.`
  return days > longestRange ? t`At most ${longestRange} days.` : undefined
}

type RangeBarProps = {
  range: RangeSearch
  /** Range of the displayed figures. */
  shown: Analytics['range'] | undefined
  onRange: (range: RangeSearch) => void
}

export function RangeBar({ range, shown, onRange }: RangeBarProps) {
  const { t } = useLingui()
  const isOwn = range.from !== undefined
  const [from, to] = [range.from ?? '', range.to ?? '']
  const today = new Date().toISOString().slice(0, 10)
  const change = (own: { from?: string | undefined; to?: string | undefined }) => {
    const next = { from: own.from ?? from, to: own.to ?? to }
    if (next.from !== '' && next.to !== '') onRange({ days: undefined, ...next })
  }
  return (
    <div className="grid min-w-0 gap-3">
      <Segments
        label={t`Range`}
        value={isOwn ? 'own' : String(range.days ?? 30)}
        options={[
          { value: '7', label: t`7 days` },
          { value: '30', label: t`30 days` },
          { value: '90', label: t`90 days` },
          { value: 'own', label: t`Custom range` },
        ]}
        onChange={(value) => {
          if (value === 'own') onRange({ days: undefined, from: shown?.from ?? today, to: shown?.to ?? today })
          else onRange({ days: value === '7' ? 7 : value === '90' ? 90 : undefined, from: undefined, to: undefined })
        }}
      />
      {isOwn && (
        <div className="flex flex-wrap items-start gap-3">
          <TextField
            label={t`From`}
            type="date"
            value={from}
            max={today}
            onChange={({ target }) => change({ from: dayIn(target.value) })}
          />
          <TextField
            label={t`To`}
            type="date"
            value={to}
            max={today}
            error={rangeProblem(range)}
            onChange={({ target }) => change({ to: dayIn(target.value) })}
          />
        </div>
      )}
      {shown && (
        <p className="text-sm text-text-2">
          <Trans>
            {fullDay(shown.from)} – {fullDay(shown.to)} compared with {fullDay(shown.before.from)} – {fullDay(shown.before.to)} (UTC)
          </Trans>
        </p>
      )}
    </div>
  )
}
