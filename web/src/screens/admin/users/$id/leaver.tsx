import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import type { LeaverPlan } from '@twofold/contract/admin/leavers'
import { ClipboardList } from '../../../../ui/icons/ClipboardList.ts'
import type { LeaverView } from '../../../../admin/leavers/LeaverListPanel.tsx'
import { leaverQuery } from '../../../../admin/leavers/leavers.ts'
import { OwnedTab } from '../../../../admin/leavers/OwnedTab.tsx'
import { PlanFigures } from '../../../../admin/leavers/PlanFigures.tsx'
import { PlanBadge } from '../../../../admin/leavers/PlanBadge.tsx'
import { PlanClosed } from '../../../../admin/leavers/PlanClosed.tsx'
import { RotateTab } from '../../../../admin/leavers/RotateTab.tsx'
import { SafeTab } from '../../../../admin/leavers/SafeTab.tsx'
import { vaultWish } from '../../../../keys/vault-wish.ts'
import { Loaded } from '../../../../kits/Loaded.tsx'
import { oneIn, pageIn, present, searchIn, textIn } from '../../../../lib/list-search.ts'
import { currentUserQuery } from '../../../../sessions/current-user.ts'
import { AdminPage } from '../../../../shell/admin/AdminPage.tsx'
import { EmptyState } from '../../../../ui/EmptyState.tsx'
import { LinkButton } from '../../../../ui/LinkButton.tsx'
import { Card } from '../../../../ui/Panel.tsx'
import { Tabs } from '../../../../ui/Tabs.tsx'
import { At } from '../../../../ui/At.tsx'

export const Route = createFileRoute('/admin/users/$id/leaver')({
  validateSearch: searchIn(({ tab, search, page }) => ({
    tab: oneIn(tab, ['rotate', 'safe']),
    search: textIn(search),
    page: pageIn(page),
  })),
  component: LeaverScreen,
})

function LeaverScreen() {
  const { t } = useLingui()
  const { id } = Route.useParams()
  const leaver = useQuery(leaverQuery(id))
  const crumbs = [{ label: t`Users`, to: '/admin/users' as const }, { label: t`Leaver plan` }]
  if (leaver.data) return <Plan plan={leaver.data} />
  return (
    <AdminPage title={t`Leaver plan`} crumbs={crumbs}>
      <Loaded of={leaver} failed={t`The leaver plan could not be loaded`} frame="card">
        {() => (
          <Card>
            <EmptyState
              icon={ClipboardList}
              title={t`There is no leaver plan for this user`}
              action={<LinkButton to="/admin/users/$id" params={{ id }}>{t`Back to the user`}</LinkButton>}
            >
              <Trans>One begins when somebody is deactivated.</Trans>
            </EmptyState>
          </Card>
        )}
      </Loaded>
    </AdminPage>
  )
}

function Plan({ plan }: { plan: LeaverPlan }) {
  const { t } = useLingui()
  const { tab = 'owned', search = '', page = 1 } = Route.useSearch()
  const navigate = Route.useNavigate()
  const { data: viewer } = useQuery(currentUserQuery)
  const { user } = plan
  const name = user.name ?? t`A removed account`
  const tabSearch = tab === 'owned' ? undefined : tab
  const view: LeaverView = {
    search,
    page,
    onSearch: (text) => void navigate({ search: present({ tab: tabSearch, search: textIn(text) }), replace: true }),
    onPage: (next, { replace = false } = {}) =>
      void navigate({ search: present({ tab: tabSearch, search: textIn(search), page: next > 1 ? next : undefined }), replace }),
  }
  function rotate(keyId: string) {
    vaultWish.set({ act: 'rotate', keyId })
    void navigate({ to: '/dashboard' })
  }
  return (
    <AdminPage
      title={t`Leaver plan of ${name}`}
      crumbs={[{ label: t`Users`, to: '/admin/users' }, { label: t`Leaver plans`, to: '/admin/users/leavers' }, { label: name }]}
      subtitle={<Origin plan={plan} />}
      actions={!user.is_deleted && <LinkButton to="/admin/users/$id" params={{ id: user.id }}>{t`View user`}</LinkButton>}
    >
      <PlanClosed plan={plan} />
      <PlanFigures plan={plan} />
      <Tabs
        label={t`Leaver plan`}
        selected={tab}
        onSelect={(next) => void navigate({ search: present({ tab: next === 'owned' ? undefined : next }), replace: true })}
        items={[
          { id: 'owned', label: t`Their own keys`, content: <OwnedTab plan={plan} view={view} viewerId={viewer?.id} /> },
          {
            id: 'rotate',
            label: t`Secrets to rotate`,
            content: <RotateTab plan={plan} view={view} viewerId={viewer?.id} onRotate={rotate} />,
          },
          { id: 'safe', label: t`Safe`, content: <SafeTab plan={plan} view={view} /> },
        ]}
      />
    </AdminPage>
  )
}

/** The plan's beginning and author. */
function Origin({ plan: { state, opened_at: at, opened_by: by, reason } }: { plan: LeaverPlan }) {
  const opener = by?.name
  return (
    <span className="flex flex-wrap items-center gap-2">
      <PlanBadge state={state} />
      <span className="wrap-anywhere">
        {opener === undefined ? (
          <Trans>
            Since <At time={at} />
          </Trans>
        ) : (
          <Trans>
            Since <At time={at} />, by {opener}
          </Trans>
        )}
        {reason !== '' && ` · ${reason}`}
      </span>
    </span>
  )
}
