import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { CircleCheck } from '../../../ui/icons/CircleCheck.ts'
import { FileText } from '../../../ui/icons/FileText.ts'
import { MailCheck } from '../../../ui/icons/MailCheck.ts'
import { RotateCw } from '../../../ui/icons/RotateCw.ts'
import { Server } from '../../../ui/icons/Server.ts'
import { emailStatisticsQuery } from './-dashboard/dashboard.ts'
import { MailHealthPanel } from './-dashboard/MailHealthPanel.tsx'
import { MailWaitingNotice } from './-dashboard/MailWaitingNotice.tsx'
import { MappingsPanel } from './-dashboard/MappingsPanel.tsx'
import { PreviewPanel } from './-dashboard/PreviewPanel.tsx'
import { ProvidersPanel } from './-dashboard/ProvidersPanel.tsx'
import { RecentMailPanel } from './-dashboard/RecentMailPanel.tsx'
import { useAutoRefresh } from './-dashboard/use-auto-refresh.ts'
import { Outlined } from '../../../kits/Loaded.tsx'
import { AdminPage } from '../../../shell/admin/AdminPage.tsx'
import { successText } from '../../../lib/success-text.ts'
import { useAdminNavigation } from '../../../shell/palette/use-admin-navigation.ts'
import { Button } from '../../../ui/Button.tsx'
import { Switch } from '../../../ui/Checkbox.tsx'
import { LinkButton } from '../../../ui/LinkButton.tsx'
import { StatCard, StatGrid } from '../../../ui/StatCard.tsx'

export const Route = createFileRoute('/admin/email/')({ component: EmailDashboardScreen })

function EmailDashboardScreen() {
  const { t, i18n } = useLingui()
  const { email } = useAdminNavigation()
  const statistics = useQuery(emailStatisticsQuery)
  const { data } = statistics
  const { isOn, setOn, isRefreshing, refresh } = useAutoRefresh()
  const count = (value: number | undefined) => (value === undefined ? undefined : i18n.number(value))
  const templates = count(data?.total_templates)
  const providers = count(data?.total_providers)
  return (
    <AdminPage
      title={t`Email System Dashboard`}
      crumbs={[{ label: t`Email System` }]}
      actions={
        <>
          <Switch label={t`Auto-refresh`} checked={isOn} onChange={({ target }) => setOn(target.checked)} />
          <Button icon={RotateCw} pending={isRefreshing} pendingLabel={t`Refreshing...`} onPress={() => void refresh()}>
            <Trans>Refresh</Trans>
          </Button>
        </>
      }
    >
      {data?.active_providers === 0 && <MailWaitingNotice />}
      <Outlined of={statistics} failed={t`The figures could not be loaded`} frame="card">
        {() => (
          <StatGrid label={t`Figures`}>
            <StatCard icon={MailCheck} label={t`E-mails sent`} value={count(data?.total_emails_sent)} />
            <StatCard
              icon={CircleCheck}
              label={t`Success Rate`}
              value={data && successText({ ...data, total_sent: data.total_emails_sent })}
            />
            <StatCard
              icon={FileText}
              label={t`Active Templates`}
              value={count(data?.active_templates)}
              note={<Trans>of {templates}</Trans>}
            />
            <StatCard
              icon={Server}
              label={t`Active Providers`}
              value={count(data?.active_providers)}
              note={<Trans>of {providers}</Trans>}
            />
          </StatGrid>
        )}
      </Outlined>
      <nav aria-label={t`Quick links`} className="ui-actions">
        {email
          .filter(({ to }) => to !== '/admin/email')
          .map(({ to, label, icon }) => (
            <LinkButton key={to} to={to} icon={icon}>
              {label}
            </LinkButton>
          ))}
      </nav>
      <div className="grid gap-6 *:grid *:min-w-0 *:content-start *:gap-6 min-[1100px]:grid-cols-2">
        <div>
          <RecentMailPanel />
          <MappingsPanel />
        </div>
        <div>
          <ProvidersPanel />
          <MailHealthPanel statistics={data} />
          <PreviewPanel />
        </div>
      </div>
    </AdminPage>
  )
}
