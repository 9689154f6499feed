import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { DayFigure } from '@twofold/contract/admin/analytics'
import { useId } from 'react'
import { Outlined } from '../../kits/Loaded.tsx'
import { numberText } from '../../lib/number-text.ts'
import { Skeleton } from '../../ui/Loading.tsx'
import { analyticsQuery } from '../analytics/analytics.ts'
import { comparison } from '../analytics/figure-text.ts'

/** Units of the drawing; it is stretched to its container. */
const [width, height] = [120, 32]

/** Four figures of the last 30 days, each with its course and a link to its report. */
export function LastDays() {
  const { t } = useLingui()
  const id = useId()
  const analytics = useQuery(analyticsQuery({ days: '30' }))
  const figures: { figure: DayFigure; name: string; to: '/admin/analytics' | '/admin/email'; isWarning?: boolean }[] = [
    { figure: 'copies', name: t`Codes copied`, to: '/admin/analytics' },
    { figure: 'sign_ins', name: t`Sign-ins`, to: '/admin/analytics' },
    { figure: 'failed_sign_ins', name: t`Failed sign-ins`, to: '/admin/analytics', isWarning: true },
    { figure: 'mails_sent', name: t`E-mails sent`, to: '/admin/email' },
  ]
  return (
    <section className="grid min-w-0 gap-3" aria-labelledby={id}>
      <h2 id={id}>
        <Trans>Last 30 days</Trans>
      </h2>
      <div className="ui-card">
        <Outlined of={analytics} failed={t`The figures could not be loaded`} frame="inset">
          {(data) => (
            <div className="grid grid-cols-2 gap-px overflow-hidden rounded-[inherit] bg-border md:grid-cols-4">
              {figures.map(({ figure, name, to, isWarning = false }) => (
                <Link
                  key={figure}
                  to={to}
                  className="grid min-w-0 content-start gap-0.5 bg-surface p-4 text-text no-underline hover:bg-hover"
                >
                  <span className="text-text-2 text-sm">{name}</span>
                  <span className="text-2xl leading-tight font-bold tracking-title tabular-nums">
                    {data ? numberText(data.totals[figure]) : <Skeleton width="min(4rem, 100%)" />}
                  </span>
                  <span className="text-text-2 text-xs">
                    {data ? (
                      comparison(data.totals[figure], data.totals_before[figure], data.range.days)
                    ) : (
                      <Skeleton width="min(8rem, 100%)" />
                    )}
                  </span>
                  <Course values={data?.days.map(({ figures: of }) => of[figure]) ?? []} isWarning={isWarning} />
                </Link>
              ))}
            </div>
          )}
        </Outlined>
      </div>
    </section>
  )
}

function Course({ values, isWarning }: { values: readonly number[]; isWarning: boolean }) {
  const top = Math.max(1, ...values)
  const step = width / Math.max(1, values.length - 1)
  const line = values.map((value, index) => `${(index * step).toFixed(1)},${((1 - value / top) * height).toFixed(1)}`).join(' ')
  return (
    <svg className="mt-2 h-8 w-full overflow-visible" viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
      {values.length > 1 && (
        <>
          <polygon className={isWarning ? 'fill-warning-soft' : 'fill-accent-soft'} points={`0,${height} ${line} ${width},${height}`} />
          <polyline
            className={`fill-none ${isWarning ? 'stroke-warning' : 'stroke-chart-1'}`}
            strokeWidth={1.5}
            strokeLinejoin="round"
            vectorEffect="non-scaling-stroke"
            points={line}
          />
        </>
      )}
    </svg>
  )
}
