import './day-chart.css'
import { type ReactNode, Suspense } from 'react'
import { Skeleton } from './Loading.tsx'
import { latePart } from '../lib/late-part.ts'

/** The drawing code is large, and loaded with the first chart. */
const Drawing = latePart(() => import('./DayChartDrawing.tsx').then((module) => module.DayChartDrawing))

export type Series = {
  /** Key of the value in each point. */
  key: string
  name: string
  /** `before`: the compared period, dashed and gray, so that it is distinct without color. */
  tone: 1 | 2 | 3 | 'before'
  kind: 'bar' | 'line' | 'area'
}

/** One day: its label beneath the axis, its full name, and its values by the keys of the series. */
export type DayPoint = { label: string; title: string; values: Readonly<Record<string, number>> }

type DayChartProps = {
  /** Description for screen readers; the numbers are in a table elsewhere. */
  label: string
  series: readonly Series[]
  points: readonly DayPoint[]
  /** Summary in a sentence. */
  caption?: ReactNode
}

/** Figures by day. A picture: who cannot see it reads the caption, and the table that the screen offers. */
export function DayChart({ label, series, points, caption }: DayChartProps) {
  return (
    <figure className="day-chart">
      <ul className="day-chart-legend">
        {series.map(({ key, name, tone, kind }) => (
          <li key={key}>
            <i className="day-chart-mark" data-tone={tone} data-kind={kind} />
            {name}
          </li>
        ))}
      </ul>
      <div className="day-chart-drawing" role="img" aria-label={label}>
        <Suspense fallback={<Skeleton height="100%" radius="var(--r-md)" />}>
          <Drawing series={series} points={points} />
        </Suspense>
      </div>
      {caption !== undefined && <figcaption>{caption}</figcaption>}
    </figure>
  )
}
