import { useLingui } from '@lingui/react/macro'
import type { Analytics, DayFigure } from '@twofold/contract/admin/analytics'
import { ChartColumn } from '../../ui/icons/ChartColumn.ts'
import { Table2 } from '../../ui/icons/Table2.ts'
import type { ReactNode } from 'react'
import { Button } from '../../ui/Button.tsx'
import { DayChart, type Series } from '../../ui/DayChart.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { type Column, Table } from '../../ui/Table.tsx'
import { countText, fullDay, shortDay } from './figure-text.ts'

export type Line = { figure: DayFigure; name: string; kind: Series['kind'] }

type ChartPanelProps = {
  title: string
  analytics: Analytics
  /** A single line is compared with the previous period; several are not. */
  lines: readonly Line[]
  caption: ReactNode
  asTable: boolean
  onAsTable: (asTable: boolean) => void
  children?: ReactNode
}

const tones = [1, 2, 3, 'before'] as const

/** Figures by day, as a chart or as the table behind it. */
export function ChartPanel({ title, analytics, lines, caption, asTable, onAsTable, children }: ChartPanelProps) {
  const { t } = useLingui()
  const { days, range } = analytics
  const count = range.days
  const [line] = lines
  const isCompared = lines.length === 1 && line !== undefined
  const series: Series[] = lines.map(({ figure, name, kind }, at) => ({ key: figure, name, kind, tone: tones[at] ?? 'before' }))
  if (isCompared)
    series.push({ key: 'before', name: count === 1 ? t`The day before` : t`The ${count} days before`, kind: 'line', tone: 'before' })
  const points = days.map(({ date, figures, before, date_before: dateBefore }) => ({
    date,
    label: shortDay(date),
    title: isCompared ? t`${fullDay(date)}, before: ${shortDay(dateBefore)}` : fullDay(date),
    values: { ...figures, ...(isCompared && { before: before[line.figure] }) } as Record<string, number>,
  }))
  const [first, last] = [fullDay(range.from), fullDay(range.to)]
  return (
    <Panel
      title={title}
      actions={
        <Button
          variant="quiet"
          size="sm"
          icon={asTable ? ChartColumn : Table2}
          onPress={() => onAsTable(!asTable)}
          aria-label={asTable ? t`${title} as a chart` : t`${title} as a table`}
        >
          {asTable ? t`Chart` : t`Table`}
        </Button>
      }
    >
      <div className="grid gap-5">
        {children}
        {asTable ? (
          <DayTable title={title} series={series} points={points} />
        ) : (
          <DayChart label={t`${title}, by day from ${first} to ${last}`} series={series} points={points} caption={caption} />
        )}
      </div>
    </Panel>
  )
}

type Row = { date: string; values: Readonly<Record<string, number>> }

/** The newest day first. */
function DayTable({ title, series, points }: { title: string; series: readonly Series[]; points: readonly Row[] }) {
  const { t } = useLingui()
  const columns: Column<Row, string>[] = [
    { key: 'day', header: t`Day (UTC)`, card: 'title', cell: ({ date }) => <span className="whitespace-nowrap">{fullDay(date)}</span> },
    ...series.map(({ key, name }): Column<Row, string> => ({
      key,
      header: name,
      align: 'end',
      cell: ({ values }) => countText(values[key] ?? 0),
    })),
  ]
  return (
    // Scrolls by the keyboard too, and so has to be reachable.
    <div
      className="max-h-88 overflow-auto rounded-md border border-border [&_td]:h-10 [&_th]:sticky [&_th]:top-0 [&_th]:whitespace-normal"
      role="region"
      aria-label={t`${title}, by day`}
      tabIndex={0}
    >
      <Table label={title} columns={columns} rows={points.toReversed()} rowKey={({ date }) => date} />
    </div>
  )
}
