import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { type BulkAction, type ListedUser, type UserSort } from '@twofold/contract/admin/users'
import { ChartNoAxesCombined } from '../../../ui/icons/ChartNoAxesCombined.ts'
import { UserPlus } from '../../../ui/icons/UserPlus.ts'
import { Users } from '../../../ui/icons/Users.ts'
import { useState } from 'react'
import { useFactorQuestion } from '../../../factors/use-factor-question.tsx'
import { ActDialog } from '../../../admin/users/ActDialog.tsx'
import { OpenPlans } from '../../../admin/leavers/OpenPlans.tsx'
import { AddUserDialog } from '../../../admin/users/AddUserDialog.tsx'
import { BulkDialog } from '../../../admin/users/BulkDialog.tsx'
import { adminDashboardQuery } from '../../../admin/dashboard/dashboard.ts'
import { RestoreUserDialog } from '../../../admin/users/RestoreUserDialog.tsx'
import { hasWork, type UserAct } from '../../../admin/users/use-user-act.ts'
import { usersQuery } from '../../../admin/users/users.ts'
import { UserBulkBar } from '../../../admin/users/UserBulkBar.tsx'
import { UserFilters } from '../../../admin/users/UserFilters.tsx'
import { UserTable } from '../../../admin/users/UserTable.tsx'
import { ListPanel } from '../../../kits/ListPanel.tsx'
import { useListAddress } from '../../../kits/use-list-address.ts'
import { useSelection } from '../../../kits/use-selection.ts'
import { oneIn, pageIn, present, searchIn, textIn } from '../../../lib/list-search.ts'
import { numberText } from '../../../lib/number-text.ts'
import { AdminPage } from '../../../shell/admin/AdminPage.tsx'
import { Button } from '../../../ui/Button.tsx'
import { LinkButton } from '../../../ui/LinkButton.tsx'
import { StatCard, StatGrid } from '../../../ui/StatCard.tsx'

const roles = ['admin', 'user'] as const
const statuses = ['active', 'deactivated', 'deleted'] as const
const factorStates = ['on', 'off'] as const
// Written out: the address is read by the first script, which the calls of the back office would make heavier.
const sorts = ['name', 'email', 'role', 'status', 'two_fa_keys_count', 'last_login_at', 'created_at'] as const satisfies UserSort[]

const usersSearch = searchIn(({ search, role, status, second_factor, sort, direction, page, add }) => ({
  search: textIn(search),
  role: oneIn(role, roles),
  status: oneIn(status, statuses),
  second_factor: oneIn(second_factor, factorStates),
  sort: oneIn(sort, sorts),
  direction: oneIn(direction, ['desc']),
  page: pageIn(page),
  add: oneIn(add, ['user']),
}))

export const Route = createFileRoute('/admin/users/')({
  validateSearch: usersSearch,
  component: UsersScreen,
})

function UsersScreen() {
  const { t } = useLingui()
  const { add, ...search } = Route.useSearch()
  const navigate = Route.useNavigate()
  const setAdding = (isOpen: boolean) =>
    void navigate({ search: (before) => present({ ...before, add: isOpen ? ('user' as const) : undefined }), replace: true })
  return (
    <AdminPage
      title={t`User Management`}
      crumbs={[{ label: t`Users` }]}
      actions={
        <>
          <LinkButton to="/admin/analytics" icon={ChartNoAxesCombined}>
            <Trans>View Analytics</Trans>
          </LinkButton>
          <Button variant="primary" icon={UserPlus} onPress={() => setAdding(true)}>
            <Trans>Add User</Trans>
          </Button>
        </>
      }
    >
      <UserFigures />
      <OpenPlans />
      <UserList search={search} />
      {add && <AddUserDialog onClose={() => setAdding(false)} />}
    </AdminPage>
  )
}

/** The default order is omitted. */
const inOrder = (by: UserSort, way: 'asc' | 'desc') => ({
  sort: by === 'name' ? undefined : by,
  direction: way === 'asc' ? undefined : way,
})

function UserFigures() {
  const { t } = useLingui()
  const users = useQuery(adminDashboardQuery).data?.users
  const figure = (value: number | undefined) => (value === undefined ? undefined : numberText(value))
  return (
    <StatGrid label={t`Figures`}>
      <StatCard label={t`Total Users`} value={figure(users?.total)} />
      <StatCard label={t`Active`} value={figure(users?.active)} />
      <StatCard label={t`Deactivated`} value={figure(users?.deactivated)} />
      <StatCard label={t`Administrators`} value={figure(users?.admins)} />
    </StatGrid>
  )
}

function UserList({ search }: { search: ReturnType<typeof usersSearch> }) {
  const { t } = useLingui()
  const { page = 1, sort = 'name', direction = 'asc', ...filters } = present(search)
  const navigate = Route.useNavigate()
  const leave = useNavigate()
  const list = useQuery(usersQuery({ ...filters, sort, direction, page }))
  const selection = useSelection()
  const { selected, isAll, clear, toggle } = selection
  const { askFactor, dialog: factorDialog } = useFactorQuestion()
  const [acting, setActing] = useState<{ act: UserAct; user: ListedUser }>()
  const [restoring, setRestoring] = useState<ListedUser>()
  const [bulk, setBulk] = useState<BulkAction>()
  const address = useListAddress({
    page,
    filters,
    go: (to, how) => void navigate({ search: present({ ...inOrder(sort, direction), ...to }), ...how }),
    onNarrow: clear,
  })
  const { total = 0, has_more: hasMore = false } = list.data ?? {}
  const [from, to] = [list.data?.from ?? 0, list.data?.to ?? 0]
  const totalText = hasMore ? t`more than ${total}` : total
  return (
    <>
      <ListPanel
        title={t`Users`}
        of={list}
        address={address}
        failed={t`The users could not be loaded`}
        loading={t`Loading users...`}
        summary={<Trans>{`Showing ${from} to ${to} of ${totalText} users`}</Trans>}
        isAlwaysCounted
        empty={{ icon: Users, title: t`No users found`, text: t`Try adjusting your search filters.` }}
        filters={<UserFilters filters={filters} onNarrow={address.narrow} />}
        above={<UserBulkBar selection={selection} total={total} hasMore={hasMore} onAct={setBulk} />}
      >
        {({ data: users }) => {
          const shown = isAll ? new Set(users.map(({ id }) => id)) : selected
          return (
            <UserTable
              users={users}
              sort={{ by: sort, direction }}
              onSort={({ by, direction: way }) => void navigate({ search: present({ ...filters, ...inOrder(by, way) }) })}
              selected={shown}
              onToggle={(ids, isOn) => toggle(ids, isOn, shown)}
              onAct={(act, user) => setActing({ act, user })}
              onRestore={setRestoring}
            />
          )
        }}
      </ListPanel>
      {acting && (
        <ActDialog
          {...acting}
          askFactor={askFactor}
          onClose={() => setActing(undefined)}
          onDone={({ leaver_plan: plan }) => hasWork(plan) && void leave({ to: '/admin/users/$id/leaver', params: { id: acting.user.id } })}
        />
      )}
      {factorDialog}
      {restoring && <RestoreUserDialog userId={restoring.id} onClose={() => setRestoring(undefined)} />}
      {bulk && (
        <BulkDialog
          action={bulk}
          count={isAll ? total : selected.size}
          selection={isAll ? { matching: filters } : { ids: [...selected] }}
          onClose={() => setBulk(undefined)}
          onDone={() => {
            setBulk(undefined)
            clear()
          }}
        />
      )}
    </>
  )
}
