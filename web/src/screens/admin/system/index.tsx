import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { Printer } from '../../../ui/icons/Printer.ts'
import { adminDashboardQuery } from '../../../admin/dashboard/dashboard.ts'
import { CleanupPanel } from '../../../admin/system/CleanupPanel.tsx'
import { FailedJobsPanel } from '../../../admin/system/FailedJobsPanel.tsx'
import { HealthLine, HealthPanel } from '../../../admin/system/HealthPanel.tsx'
import { HealthFigures, InformationPanel, NodesPanel, StatisticsPanel } from '../../../admin/system/InformationPanel.tsx'
import { JobsPanel } from '../../../admin/system/JobsPanel.tsx'
import { MaintenancePanel } from '../../../admin/system/MaintenancePanel.tsx'
import { NoticePanel } from '../../../admin/system/NoticePanel.tsx'
import { OperationsPanel } from '../../../admin/system/OperationsPanel.tsx'
import { ReleasesPanel } from '../../../admin/system/ReleasesPanel.tsx'
import { ToolsPanel } from '../../../admin/system/ToolsPanel.tsx'
import { Outlined } from '../../../kits/Loaded.tsx'
import { oneIn, pageIn, present, searchIn, textIn } from '../../../lib/list-search.ts'
import { currentUserQuery } from '../../../sessions/current-user.ts'
import { AdminPage } from '../../../shell/admin/AdminPage.tsx'
import { useAdminNavigation } from '../../../shell/palette/use-admin-navigation.ts'
import { LinkButton } from '../../../ui/LinkButton.tsx'
import { Tabs } from '../../../ui/Tabs.tsx'

const tabs = ['overview', 'jobs', 'maintenance', 'notices'] as const

export const Route = createFileRoute('/admin/system/')({
  validateSearch: searchIn(({ tab, queue, page }) => ({ tab: oneIn(tab, tabs.slice(1)), queue: textIn(queue), page: pageIn(page) })),
  component: SystemScreen,
})

function SystemScreen() {
  const { t } = useLingui()
  const { tab = 'overview' } = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <AdminPage title={t`System Management`} crumbs={[{ label: t`System` }]}>
      <HealthLine />
      <Tabs
        label={t`System Management`}
        selected={tab}
        onSelect={(next) => void navigate({ search: present({ tab: next === 'overview' ? undefined : next }), replace: true })}
        items={[
          { id: 'overview', label: t`Overview`, content: <Overview /> },
          { id: 'jobs', label: t`Jobs`, content: <JobsTab /> },
          { id: 'maintenance', label: t`Maintenance`, content: <MaintenancePanel /> },
          {
            id: 'notices',
            label: t`Notices and releases`,
            content: (
              <div className="grid gap-6">
                <NoticePanel />
                <ReleasesPanel />
              </div>
            ),
          },
        ]}
      />
    </AdminPage>
  )
}

function Overview() {
  const { t } = useLingui()
  const dashboard = useQuery(adminDashboardQuery)
  const { data: user } = useQuery(currentUserQuery)
  const { main, email } = useAdminNavigation()
  const links = [...main, ...email].filter(({ to }) => ['/admin/analytics', '/admin/email'].includes(to))
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <div className="grid gap-6">
        <div id="checks">
          <HealthPanel figures={<HealthFigures figures={dashboard.data} />} />
        </div>
        <CleanupPanel />
      </div>
      <div className="grid gap-6">
        <Outlined of={dashboard} failed={t`The figures could not be loaded`} frame="card">
          {(figures) => (
            <>
              <InformationPanel figures={figures} />
              <StatisticsPanel figures={figures} />
            </>
          )}
        </Outlined>
        <NodesPanel />
        <ToolsPanel>
          <LinkButton to="/admin/system/report" icon={Printer}>
            <Trans>Printable report</Trans>
          </LinkButton>
          {links.map(({ to, label, icon }) => (
            <LinkButton key={to} to={to} icon={icon}>
              {label}
            </LinkButton>
          ))}
        </ToolsPanel>
        <OperationsPanel userId={user?.id ?? ''} />
      </div>
    </div>
  )
}

function JobsTab() {
  const { queue, page = 1 } = Route.useSearch()
  const navigate = Route.useNavigate()
  const go = (search: { queue?: string | undefined; page?: number | undefined }, replace = true) =>
    void navigate({ search: present({ tab: 'jobs' as const, ...search }), replace })
  return (
    <div className="grid gap-6">
      <FailedJobsPanel
        queue={queue}
        page={page}
        onPage={(next, { replace = false } = {}) => go({ queue, page: next > 1 ? next : undefined }, replace)}
        onClear={() => go({})}
      />
      <JobsPanel onShowFailed={(name) => go({ queue: name })} />
    </div>
  )
}
