import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { exportAnalytics, type RiskKind } from '@twofold/contract/admin/analytics'
import { Download } from '../../ui/icons/Download.ts'
import { FileSpreadsheet } from '../../ui/icons/FileSpreadsheet.ts'
import { RotateCw } from '../../ui/icons/RotateCw.ts'
import { type Range, analyticsQuery } from '../../admin/analytics/analytics.ts'
import { type Chart, charts, chartsIn, otherRisks, type RangeSearch, rangeIn } from '../../admin/analytics/analytics-search.ts'
import { Overview } from '../../admin/analytics/Overview.tsx'
import { RangeBar, rangeProblem } from '../../admin/analytics/RangeBar.tsx'
import { Risks } from '../../admin/analytics/Risks.tsx'
import { Loaded } from '../../kits/Loaded.tsx'
import { callForFile } from '../../lib/call-for-file.ts'
import { oneIn, pageIn, present, searchIn, textIn } from '../../lib/list-search.ts'
import { useDownload } from '../../kits/use-download.ts'
import { AdminPage } from '../../shell/admin/AdminPage.tsx'
import { Button } from '../../ui/Button.tsx'
import { Skeleton } from '../../ui/Loading.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { CountedAt } from '../../admin/dashboard/CountedAt.tsx'

export const Route = createFileRoute('/admin/analytics')({
  validateSearch: searchIn(({ days, from, to, tables, tab, risk, page }) => ({
    ...rangeIn({ days, from, to }),
    tables: textIn(chartsIn(tables).join(',')),
    tab: oneIn(tab, ['risks']),
    risk: oneIn(risk, otherRisks),
    page: pageIn(page),
  })),
  component: AnalyticsScreen,
})

function AnalyticsScreen() {
  const { t } = useLingui()
  const { tab, risk = 'one_holder', page = 1, tables, ...range } = present(Route.useSearch())
  const navigate = Route.useNavigate()
  const isRisks = tab === 'risks'
  const go = (change: RangeSearch & { tables?: string | undefined }) =>
    void navigate({ search: present({ ...range, tables, ...change }), replace: true, resetScroll: false })
  const look = (kind: RiskKind, next = 1, { replace = false } = {}) =>
    void navigate({
      search: present({
        ...range,
        tables,
        tab: 'risks' as const,
        risk: kind === 'one_holder' ? undefined : kind,
        page: next > 1 ? next : undefined,
      }),
      replace,
      resetScroll: false,
    })
  return (
    <AdminPage title={t`System Analytics`} crumbs={[{ label: t`Analytics` }]} actions={isRisks ? undefined : <Acts range={range} />}>
      <Tabs
        label={t`System Analytics`}
        selected={isRisks ? 'risks' : 'overview'}
        onSelect={(id) => void navigate({ search: present({ ...range, tables, ...(id === 'risks' && { tab: 'risks' as const }) }) })}
        items={[
          {
            id: 'overview',
            label: t`Overview`,
            content: <Figures range={range} tables={chartsIn(tables)} onChange={go} />,
          },
          {
            id: 'risks',
            label: t`Risk radar`,
            content: (
              <div className="grid gap-6">
                <Risks kind={risk} page={page} onKind={look} onPage={(next, how) => look(risk, next, how)} />
              </div>
            ),
          },
        ]}
      />
    </AdminPage>
  )
}

const queryOf = ({ days, ...own }: RangeSearch): Range => present({ ...own, days: days === undefined ? undefined : (`${days}` as const) })

function Acts({ range }: { range: RangeSearch }) {
  const { t } = useLingui()
  const query = queryOf(range)
  const isWrong = rangeProblem(range) !== undefined
  const { isFetching, refetch } = useQuery({ ...analyticsQuery(query), enabled: !isWrong })
  const failure = t`Failed to export analytics data`
  const download = useDownload((format: 'json' | 'csv') => callForFile(exportAnalytics, { query: { ...query, format } }), failure)
  const wrong = isWrong ? t`The range has to be right first.` : undefined
  const exporting = (format: 'json' | 'csv') => download.isPending && download.variables === format
  return (
    <>
      <Button icon={RotateCw} onPress={() => void refetch()} pending={isFetching} pendingLabel={t`Refreshing...`} disabledReason={wrong}>
        <Trans>Refresh Data</Trans>
      </Button>
      <Button icon={FileSpreadsheet} onPress={() => download.mutate('csv')} pending={exporting('csv')} disabledReason={wrong}>
        <Trans>Export as CSV</Trans>
      </Button>
      <Button icon={Download} onPress={() => download.mutate('json')} pending={exporting('json')} disabledReason={wrong}>
        <Trans>Export Analytics</Trans>
      </Button>
    </>
  )
}

type FiguresProps = {
  range: RangeSearch
  tables: readonly Chart[]
  onChange: (change: RangeSearch & { tables?: string | undefined }) => void
}

function Figures({ range, tables, onChange }: FiguresProps) {
  const { t } = useLingui()
  const isWrong = rangeProblem(range) !== undefined
  const analytics = useQuery({ ...analyticsQuery(queryOf(range)), enabled: !isWrong })
  const { data, isPlaceholderData } = analytics
  const show = (chart: Chart, asTable: boolean) =>
    onChange({ tables: textIn(charts.filter((name) => (name === chart ? asTable : tables.includes(name))).join(',')) })
  return (
    <div className="grid gap-6">
      <div className="flex flex-wrap items-end justify-between gap-4">
        <RangeBar range={range} shown={data?.range} onRange={onChange} />
        {data && <CountedAt time={data.counted_at} />}
      </div>
      <Loaded
        of={analytics}
        failed={t`Failed to load analytics`}
        reason={<Trans>There was an error loading the analytics data.</Trans>}
        frame="card"
        outline={
          <div className="grid gap-6">
            <Skeleton height="8rem" radius="var(--r-lg)" />
            <Skeleton height="22rem" radius="var(--r-lg)" />
            <Skeleton height="14rem" radius="var(--r-lg)" />
          </div>
        }
      >
        {(shown) => (
          <div className="grid gap-6" aria-busy={isPlaceholderData}>
            <Overview analytics={shown} tables={tables} onTable={show} />
          </div>
        )}
      </Loaded>
    </div>
  )
}
