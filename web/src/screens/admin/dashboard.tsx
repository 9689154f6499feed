import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import type { getAdminDashboard } from '@twofold/contract/admin/dashboard'
import type { CallResponse } from '@twofold/contract/endpoint'
import { ChartNoAxesCombined } from '../../ui/icons/ChartNoAxesCombined.ts'
import { KeyRound } from '../../ui/icons/KeyRound.ts'
import { MonitorSmartphone } from '../../ui/icons/MonitorSmartphone.ts'
import { Share2 } from '../../ui/icons/Share2.ts'
import { Users } from '../../ui/icons/Users.ts'
import { Wrench } from '../../ui/icons/Wrench.ts'
import { Suspense } from 'react'
import { Outlined } from '../../kits/Loaded.tsx'
import { currentUserQuery } from '../../sessions/current-user.ts'
import { installationQuery } from '../../lib/installation.ts'
import { adminDashboardQuery } from '../../admin/dashboard/dashboard.ts'
import { LastDays } from '../../admin/attention/LastDays.tsx'
import { NeedsAttention } from '../../admin/attention/NeedsAttention.tsx'
import { CountedAt } from '../../admin/dashboard/CountedAt.tsx'
import { FigureList } from '../../admin/dashboard/FigureList.tsx'
import { SystemInformation } from '../../admin/dashboard/SystemInformation.tsx'
import { latePart } from '../../lib/late-part.ts'
import { numberText } from '../../lib/number-text.ts'
import { AdminPage } from '../../shell/admin/AdminPage.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { StatCard, StatGrid } from '../../ui/StatCard.tsx'

/** Needed only if the installation asks for a missing second factor. */
const SecondFactorCard = latePart(() => import('../../factors/SecondFactorCard.tsx').then((module) => module.SecondFactorCard))

export const Route = createFileRoute('/admin/dashboard')({
  component: AdminDashboardScreen,
})

function AdminDashboardScreen() {
  const { t } = useLingui()
  const { data: installation } = useQuery(installationQuery)
  const { data: user } = useQuery(currentUserQuery)
  return (
    <AdminPage title={t`Dashboard Overview`} subtitle={installation?.name}>
      {user?.second_factor_asked && (
        <Suspense>
          <SecondFactorCard dueAt={user.second_factor_asked.due_at} />
        </Suspense>
      )}
      <NeedsAttention />
      <Outlined of={useQuery(adminDashboardQuery)} failed={t`The figures could not be loaded`} frame="card">
        {(data) => <Overview data={data} />}
      </Outlined>
    </AdminPage>
  )
}

function Overview({ data }: { data: CallResponse<typeof getAdminDashboard> | undefined }) {
  const { t } = useLingui()
  const count = (value: number | undefined) => (value === undefined ? undefined : numberText(value))
  const active = count(data?.users.active)
  const newKeys = count(data?.keys.recent)
  const newShares = count(data?.shares.recent)
  const unused = count(data?.system.unused_recovery_codes)
  return (
    <>
      <LastDays />
      <StatGrid label={t`Figures`}>
        <StatCard icon={Users} label={t`Total Users`} value={count(data?.users.total)} note={<Trans>{active} active</Trans>} />
        <StatCard icon={KeyRound} label={t`Total Keys`} value={count(data?.keys.total)} note={<Trans>{newKeys} this week</Trans>} />
        <StatCard icon={Share2} label={t`Total Shares`} value={count(data?.shares.total)} note={<Trans>{newShares} this week</Trans>} />
        <StatCard
          icon={MonitorSmartphone}
          label={t`Active Sessions`}
          value={count(data?.sessions.active)}
          note={<Trans>last 7 days</Trans>}
        />
      </StatGrid>
      <div className="grid gap-6 md:grid-cols-2">
        <SystemInformation figures={data} recoveryCodes={data && t`${count(data.system.recovery_codes)} (${unused} unused)`} />
        <Panel title={t`Recent Activity (7 days)`}>
          <FigureList
            figures={[
              { label: t`New users`, value: count(data?.users.recent_signups) },
              { label: t`Logins`, value: count(data?.users.recent_logins) },
              { label: t`New keys`, value: newKeys },
              { label: t`New shares`, value: newShares },
            ]}
          />
        </Panel>
      </div>
      <Panel title={t`Quick Actions`}>
        <div className="ui-actions">
          <LinkButton to="/admin/users" icon={Users}>{t`Manage Users`}</LinkButton>
          <LinkButton to="/admin/analytics" icon={ChartNoAxesCombined}>{t`View Analytics`}</LinkButton>
          <LinkButton to="/admin/system" icon={Wrench}>{t`System Tools`}</LinkButton>
        </div>
      </Panel>
      {data && <CountedAt time={data.counted_at} />}
    </>
  )
}
