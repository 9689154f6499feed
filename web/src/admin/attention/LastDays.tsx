import './attention.css'
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
    <section className="attention" aria-labelledby={id}>
      <h2 id={id}>
        <Trans>Last 30 days</Trans>
      </h2>
      <div className="ui-card">
        <Outlined of={analytics} failed={t`The figures could not be loaded`} frame="inset">
          {(data) => (
            <div className="sparks">
              {figures.map(({ figure, name, to, isWarning = false }) => (
                <Link key={figure} to={to} className="spark" data-tone={isWarning ? 'warning' : undefined}>
                  <span className="text-text-2 text-sm">{name}</span>
                  <span className="spark-figure">{data ? numberText(data.totals[figure]) : <Skeleton width="min(4rem, 100%)" />}</span>
                  <span className="text-text-2 text-xs">
                    {data ? (
                      comparison(data.totals[figure], data.totals_before[figure], data.range.days)
                    ) : (
                      <Skeleton width="min(8rem, 100%)" />
                    )}
                  </span>
                  <Course values={data?.days.map(({ figures: of }) => of[figure]) ?? []} />
                </Link>
              ))}
            </div>
          )}
        </Outlined>
      </div>
    </section>
  )
}

function Course({ values }: { values: readonly number[] }) {
  const top = Math.max(1, ...values)
  const step = width / Math.max(1, values.length - 1)
  const line = values.map((value, index) => `${(index * step).toFixed(1)},${((1 - value / top) * height).toFixed(1)}`).join(' ')
  return (
    <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
      {values.length > 1 && (
        <>
          <polygon points={`0,${height} ${line} ${width},${height}`} />
          <polyline points={line} />
        </>
      )}
    </svg>
  )
}
