import {
  Area,
  Bar,
  CartesianGrid,
  ComposedChart,
  Line,
  ResponsiveContainer,
  Tooltip,
  type TooltipContentProps,
  XAxis,
  YAxis,
} from 'recharts'
import { numberText } from '../lib/number-text.ts'
import type { DayPoint, Series } from './DayChart.tsx'

const colours = { 1: 'var(--chart-1)', 2: 'var(--chart-2)', 3: 'var(--chart-3)', before: 'var(--text-3)' } as const
const axis = { stroke: 'var(--chart-grid)', tick: { fill: 'var(--text-3)', fontSize: 12 }, tickLine: false, axisLine: false } as const
/** Room for a label such as 'Nov 20' and some air. */
const labelWidth = 56
const still = { isAnimationActive: false } as const
const compactText = (value: number) => numberText(value, { notation: 'compact' })

export function DayChartDrawing({ series, points }: { series: readonly Series[]; points: readonly DayPoint[] }) {
  const rows = points.map(({ label, title, values }) => ({ label, title, ...values }))
  return (
    <ResponsiveContainer width="100%" height="100%">
      <ComposedChart data={rows} margin={{ top: 8, right: 8, bottom: 0, left: 0 }} accessibilityLayer={false} barGap={1}>
        <CartesianGrid vertical={false} stroke="var(--chart-grid)" />
        <XAxis {...axis} dataKey="label" interval="preserveStartEnd" minTickGap={labelWidth} tickMargin={8} height={28} />
        <YAxis {...axis} allowDecimals={false} width={40} tickFormatter={compactText} />
        <Tooltip
          {...still}
          cursor={{ fill: 'var(--hover)', stroke: 'var(--border-strong)', opacity: 0.6 }}
          content={(props) => <Tip {...props} series={series} />}
        />
        {series.map((one) =>
          draw(
            one,
            series.some(({ tone }) => tone === 'before'),
          ),
        )}
      </ComposedChart>
    </ResponsiveContainer>
  )
}

/** Bars behind another line are translucent. */
function draw({ key, tone, kind }: Series, isCompared: boolean) {
  const colour = colours[tone]
  if (kind === 'bar')
    return <Bar key={key} {...still} dataKey={key} fill={colour} fillOpacity={isCompared ? 0.7 : 1} radius={[3, 3, 0, 0]} maxBarSize={24} />
  const line = {
    ...still,
    dataKey: key,
    type: 'linear',
    stroke: colour,
    strokeWidth: tone === 'before' ? 1.5 : 2,
    dot: false,
    activeDot: { r: 4, fill: colour, stroke: 'var(--surface)', strokeWidth: 2 },
    ...(tone === 'before' && { strokeDasharray: '4 4' }),
  } as const
  if (kind === 'area') return <Area key={key} {...line} fill={colour} fillOpacity={0.1} />
  return <Line key={key} {...line} />
}

function Tip({ active, payload, series }: Partial<TooltipContentProps> & { series: readonly Series[] }) {
  const row = payload?.[0]?.payload as ({ title: string } & Record<string, unknown>) | undefined
  if (active !== true || row === undefined) return null
  return (
    <div className="day-chart-tip">
      <strong>{row.title}</strong>
      <dl>
        {series.map(({ key, name, tone, kind }) => (
          <div key={key}>
            <dt>
              <i className="day-chart-mark" data-tone={tone} data-kind={kind} />
              {name}
            </dt>
            <dd>{numberText(Number(row[key]))}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
