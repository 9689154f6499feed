import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import type { ActivityFilter } from '@twofold/contract/profile'
import { Suspense } from 'react'
import type { ActivityView } from '../../accounts/activity.ts'
import { profileQuery } from '../../accounts/profile.ts'
import { Outlined } from '../../kits/Loaded.tsx'
import { pageIn } from '../../lib/list-search.ts'
import { LeaveGuard } from '../../shell/LeaveGuard.tsx'
import { Page } from '../../shell/Page.tsx'
import { useShortcut } from '../../lib/use-shortcut.ts'
import { Tabs } from '../../ui/Tabs.tsx'
import { OverviewTab } from './-profile/OverviewTab.tsx'
import { TabSkeleton } from './-profile/TabSkeleton.tsx'
import { latePart } from '../../lib/late-part.ts'

const activityFilters = ['sign_in', 'security', 'keys', 'shares', 'others'] as const satisfies readonly ActivityFilter[]

const tabs = ['overview', 'settings', 'security', 'tokens', 'danger'] as const
type Tab = (typeof tabs)[number]

/** Search parameters of the screen; the first tab and the first page are omitted. */
interface ProfileSearch {
  tab?: Exclude<Tab, 'overview'> | undefined
  /** Page of the activity, on the first tab. */
  page?: number | undefined
  show?: ActivityFilter | undefined
}

export const Route = createFileRoute('/_signed-in/profile')({
  // All names: for an omitted name the router would keep the address's value.
  validateSearch: (search): ProfileSearch => {
    const tab = tabs.find((name) => name === search['tab'])
    if (tab !== undefined && tab !== 'overview') return { tab, page: undefined, show: undefined }
    return {
      tab: undefined,
      page: pageIn(search['page']),
      show: activityFilters.find((name) => name === search['show']),
    }
  },
  component: ProfileScreen,
})

const SettingsTab = latePart(() => import('./-profile/SettingsTab.tsx').then((module) => module.SettingsTab))
const SecurityTab = latePart(() => import('./-profile/SecurityTab.tsx').then((module) => module.SecurityTab))
const TokensTab = latePart(() => import('./-profile/TokensTab.tsx').then((module) => module.TokensTab))
const DangerTab = latePart(() => import('./-profile/DangerTab.tsx').then((module) => module.DangerTab))

function ProfileScreen() {
  const { t } = useLingui()
  const { tab = 'overview', page = 1, show } = Route.useSearch()
  const navigate = Route.useNavigate()
  const own = useQuery(profileQuery)
  const lookAt = (view: ActivityView) =>
    void navigate({
      search: { ...(view.page > 1 && { page: view.page }), ...(view.show && { show: view.show }) },
      resetScroll: false,
    })
  const open = (next: Tab) => void navigate({ search: next === 'overview' ? {} : { tab: next } })
  useShortcut('1', t`Open Overview`, () => open('overview'))
  useShortcut('2', t`Open Settings`, () => open('settings'))
  useShortcut('3', t`Open Security`, () => open('security'))
  useShortcut('4', t`Open Tokens`, () => open('tokens'))
  useShortcut('5', t`Open Danger Zone`, () => open('danger'))
  return (
    <Page title={t`Profile & Settings`}>
      <Outlined of={{ ...own, data: own.data?.user }} failed={t`Failed to load profile`} frame="card">
        {(profile) => (
          <Tabs
            label={t`Profile`}
            selected={tab}
            onSelect={open}
            items={[
              {
                id: 'overview',
                label: t`Overview`,
                content: profile ? <OverviewTab profile={profile} activity={{ page, show }} onActivity={lookAt} /> : <TabSkeleton />,
              },
              ...(
                [
                  { id: 'settings', label: t`Settings`, Content: SettingsTab },
                  { id: 'security', label: t`Security`, Content: SecurityTab },
                  { id: 'tokens', label: t`Tokens`, Content: TokensTab },
                  { id: 'danger', label: t`Danger Zone`, Content: DangerTab },
                ] as const
              ).map(({ id, label, Content }) => ({
                id,
                label,
                content: <Suspense fallback={<TabSkeleton />}>{profile ? <Content profile={profile} /> : <TabSkeleton />}</Suspense>,
              })),
            ]}
          />
        )}
      </Outlined>
      <LeaveGuard />
    </Page>
  )
}
