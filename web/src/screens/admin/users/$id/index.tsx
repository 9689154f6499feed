import { Plural, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, useNavigate } from '@tanstack/react-router'
import type { UserDetail } from '@twofold/contract/admin/user-detail'
import { KeyRound } from '../../../../ui/icons/KeyRound.ts'
import { Share2 } from '../../../../ui/icons/Share2.ts'
import { ShieldCheck } from '../../../../ui/icons/ShieldCheck.ts'
import { ShieldOff } from '../../../../ui/icons/ShieldOff.ts'
import { UserCheck } from '../../../../ui/icons/UserCheck.ts'
import { UserX } from '../../../../ui/icons/UserX.ts'
import { Users } from '../../../../ui/icons/Users.ts'
import { useState } from 'react'
import { DeletedUser } from '../../../../admin/users/DeletedUser.tsx'
import { DevicesPanel } from '../../../../admin/users/DevicesPanel.tsx'
import { LeaverNotice } from '../../../../admin/leavers/LeaverNotice.tsx'
import { AccountTab } from '../../../../admin/users/AccountTab.tsx'
import { useFactorQuestion } from '../../../../factors/use-factor-question.tsx'
import { ActDialog } from '../../../../admin/users/ActDialog.tsx'
import { AdminActions } from '../../../../admin/users/AdminActions.tsx'
import { AuditTab } from '../../../../admin/users/AuditTab.tsx'
import { SessionsTab } from '../../../../admin/users/SessionsTab.tsx'
import { SharesTab } from '../../../../admin/users/SharesTab.tsx'
import { TimelineTab } from '../../../../admin/users/TimelineTab.tsx'
import { hasWork, type UserAct } from '../../../../admin/users/use-user-act.ts'
import { userQuery } from '../../../../admin/users/users.ts'
import { RoleBadge, StatusBadge } from '../../../../admin/users/UserTable.tsx'
import { oneIn, present, searchIn } from '../../../../lib/list-search.ts'
import { Loaded } from '../../../../kits/Loaded.tsx'
import { AdminPage } from '../../../../shell/admin/AdminPage.tsx'
import { Button } from '../../../../ui/Button.tsx'
import { LinkButton } from '../../../../ui/LinkButton.tsx'
import { StatCard, StatGrid } from '../../../../ui/StatCard.tsx'
import { Tabs } from '../../../../ui/Tabs.tsx'

const tabs = ['account', 'activity', 'shares', 'sessions', 'audit'] as const

export const Route = createFileRoute('/admin/users/$id/')({
  validateSearch: searchIn(({ tab }) => ({ tab: oneIn(tab, tabs.slice(1)) })),
  component: UserScreen,
})

function UserScreen() {
  const { t } = useLingui()
  const { id } = Route.useParams()
  const leave = useNavigate()
  const asked = useQuery(userQuery(id))
  const [act, setAct] = useState<UserAct>()
  const { askFactor, dialog: factorDialog } = useFactorQuestion()
  const user = asked.data?.user

  if (!user) {
    return (
      <AdminPage title={asked.error ? t`User not found` : t`User`} crumbs={[{ label: t`Users`, to: '/admin/users' }, { label: t`User` }]}>
        <Loaded
          of={asked}
          failed={t`The requested user could not be loaded.`}
          reason={false}
          onward={<LinkButton to="/admin/users">{t`Back to Users`}</LinkButton>}
          frame="card"
        />
      </AdminPage>
    )
  }

  const { deletion } = user
  return (
    <AdminPage
      title={user.name}
      crumbs={[{ label: t`Users`, to: '/admin/users' }, { label: user.name }]}
      subtitle={
        <span className="flex flex-wrap items-center gap-2">
          <span className="wrap-anywhere">{user.email}</span>
          <RoleBadge role={user.role} />
          <StatusBadge user={user} />
        </span>
      }
      actions={
        deletion === null && (
          <>
            {user.role === 'admin' ? (
              <Button icon={ShieldOff} onPress={() => setAct('demote')}>{t`Demote to User`}</Button>
            ) : (
              <Button icon={ShieldCheck} onPress={() => setAct('promote')}>{t`Promote to Admin`}</Button>
            )}
            {user.is_active ? (
              <Button variant="danger-line" icon={UserX} onPress={() => setAct('deactivate')}>{t`Deactivate User`}</Button>
            ) : (
              <Button icon={UserCheck} onPress={() => setAct('activate')}>{t`Activate User`}</Button>
            )}
          </>
        )
      }
    >
      {deletion !== null ? <DeletedUser user={user} deletion={deletion} /> : <UserDetails user={user} onAct={setAct} />}
      {act && (
        <ActDialog
          act={act}
          user={user}
          askFactor={askFactor}
          onClose={() => setAct(undefined)}
          onDone={({ leaver_plan: plan }) => {
            if (act === 'delete') void leave({ to: '/admin/users' })
            else if (hasWork(plan)) void leave({ to: '/admin/users/$id/leaver', params: { id } })
          }}
        />
      )}
      {factorDialog}
    </AdminPage>
  )
}

function UserDetails({ user, onAct }: { user: UserDetail; onAct: (act: UserAct) => void }) {
  const { t } = useLingui()
  const { id, statistics } = user
  const { tab = 'account' } = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <>
      {!user.is_active && <LeaverNotice userId={id} />}
      <StatGrid label={t`Figures`}>
        <StatCard icon={KeyRound} label={t`Total 2FA Keys`} value={statistics.total_keys} />
        <StatCard
          icon={Share2}
          label={t`Keys Shared`}
          value={statistics.keys_shared_by_user}
          note={<Plural value={statistics.shares_given} one="# share" other="# shares" />}
        />
        <StatCard icon={Users} label={t`Keys Received`} value={statistics.keys_received} />
      </StatGrid>
      <div className="grid items-start gap-6 *:min-w-0 min-[80rem]:grid-cols-[minmax(0,1fr)_22rem]">
        <Tabs
          label={t`User`}
          selected={tab}
          onSelect={(next) => void navigate({ search: present({ tab: next === 'account' ? undefined : next }), replace: true })}
          items={[
            { id: 'account', label: t`Account Information`, content: <AccountTab user={user} /> },
            { id: 'activity', label: t`Activity Timeline`, content: <TimelineTab items={user.activity_timeline} /> },
            { id: 'shares', label: t`Shares`, content: <SharesTab userId={id} /> },
            {
              id: 'sessions',
              label: t`Sessions and Devices`,
              content: (
                <div className="grid gap-6">
                  <SessionsTab userId={id} />
                  <DevicesPanel userId={id} />
                </div>
              ),
            },
            { id: 'audit', label: t`Audit`, content: <AuditTab userId={id} /> },
          ]}
        />
        <AdminActions user={user} onAct={onAct} />
      </div>
    </>
  )
}
