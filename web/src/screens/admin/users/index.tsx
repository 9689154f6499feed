import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { type BulkAction, bulkMost, type ListedUser, type UserSort } from '@twofold/contract/admin/users'
import { ChartNoAxesCombined, UserPlus, Users } from '../../../ui/icons.generated.ts'
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
import { UserTable } from '../../../admin/users/UserTable.tsx'
import { ListPanel } from '../../../kits/ListPanel.tsx'
import { useListAddress } from '../../../kits/use-list-address.ts'
import { oneIn, pageIn, present, searchIn, textIn } from '../../../lib/list-search.ts'
import { numberText } from '../../../lib/number-text.ts'
import { useTypedText } from '../../../lib/use-typed-text.ts'
import { AdminPage } from '../../../shell/admin/AdminPage.tsx'
import { BulkBar } from '../../../ui/BulkBar.tsx'
import { Button } from '../../../ui/Button.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { LinkButton } from '../../../ui/LinkButton.tsx'
import { SearchField } from '../../../ui/SearchField.tsx'
import { Select } from '../../../ui/Select.tsx'
import { StatCard, StatGrid } from '../../../ui/StatCard.tsx'
import { TextButton } from '../../../ui/TextButton.tsx'

const roles = ['admin', 'user'] as const
const statuses = ['active', 'deactivated', 'deleted'] as const
const factorStates = ['on', 'off'] as const
// Written out: the address is read by the first script, which the calls of the back office would make heavier.
const sorts = ['name', 'email', 'role', 'status', 'two_fa_keys_count', 'last_login_at', 'created_at'] as const satisfies UserSort[]

export const Route = createFileRoute('/admin/users/')({
  validateSearch: searchIn(({ search, role, status, second_factor, sort, direction, page, add }) => ({
    search: textIn(search),
    role: oneIn(role, roles),
    status: oneIn(status, statuses),
    second_factor: oneIn(second_factor, factorStates),
    sort: oneIn(sort, sorts),
    direction: oneIn(direction, ['desc']),
    page: pageIn(page),
    add: oneIn(add, ['user']),
  })),
  component: UsersScreen,
})

function UsersScreen() {
  const { t } = useLingui()
  const { page = 1, sort = 'name', direction = 'asc', add, ...filters } = present(Route.useSearch())
  const navigate = Route.useNavigate()
  const leave = useNavigate()
  const list = useQuery(usersQuery({ ...filters, sort, direction, page }))
  const { data: figures } = useQuery(adminDashboardQuery)
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [isAll, setAll] = useState(false)
  const { askFactor, dialog: factorDialog } = useFactorQuestion()
  const [acting, setActing] = useState<{ act: UserAct; user: ListedUser }>()
  const [restoring, setRestoring] = useState<ListedUser>()
  const [bulk, setBulk] = useState<BulkAction>()

  const order = { sort: sort === 'name' ? undefined : sort, direction: direction === 'asc' ? undefined : direction }
  const clearSelection = () => {
    setSelected(new Set())
    setAll(false)
  }
  const address = useListAddress({
    of: list,
    page,
    filters,
    go: (to, how) => void navigate({ search: present({ ...order, ...to }), ...how }),
    onNarrow: clearSelection,
  })
  const { narrow } = address
  const [typed, setTyped] = useTypedText(filters.search ?? '', (text) => narrow({ search: textIn(text) }))
  const setAdding = (isOpen: boolean) =>
    void navigate({ search: (before) => present({ ...before, add: isOpen ? ('user' as const) : undefined }), replace: true })
  const { data } = list
  const total = data?.total ?? 0
  const [from, to] = [data?.from ?? 0, data?.to ?? 0]
  const count = isAll ? total : selected.size
  const totalText = data?.has_more ? t`more than ${total}` : total
  const most = numberText(bulkMost)
  const figure = (value: number | undefined) => (value === undefined ? undefined : numberText(value))
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
      <StatGrid label={t`Figures`}>
        <StatCard label={t`Total Users`} value={figure(figures?.users.total)} />
        <StatCard label={t`Active`} value={figure(figures?.users.active)} />
        <StatCard label={t`Deactivated`} value={figure(figures?.users.deactivated)} />
        <StatCard label={t`Administrators`} value={figure(figures?.users.admins)} />
      </StatGrid>
      <OpenPlans />
      <ListPanel
        title={t`Users`}
        of={list}
        address={address}
        failed={t`The users could not be loaded`}
        loading={t`Loading users...`}
        summary={<Trans>{`Showing ${from} to ${to} of ${totalText} users`}</Trans>}
        isAlwaysCounted
        empty={
          <EmptyState icon={Users} title={t`No users found`} level={3}>
            <Trans>Try adjusting your search filters.</Trans>
          </EmptyState>
        }
        filters={
          <>
            <SearchField label={t`Search users`} placeholder={t`Search by name or email`} value={typed} onChange={setTyped} />
            <Select
              label={t`Role`}
              value={filters.role ?? ''}
              onChange={({ target }) => narrow({ role: oneIn(target.value, roles) })}
              options={[
                { value: '', label: t`All roles` },
                { value: 'admin', label: t`Administrator` },
                { value: 'user', label: t`User` },
              ]}
            />
            <Select
              label={t`Status`}
              value={filters.status ?? ''}
              onChange={({ target }) => narrow({ status: oneIn(target.value, statuses) })}
              options={[
                { value: '', label: t`All statuses` },
                { value: 'active', label: t`Active` },
                { value: 'deactivated', label: t`Deactivated` },
                { value: 'deleted', label: t`Deleted` },
              ]}
            />
            <Select
              label={t`Second factor`}
              value={filters.second_factor ?? ''}
              onChange={({ target }) => narrow({ second_factor: oneIn(target.value, factorStates) })}
              options={[
                { value: '', label: t`Everybody` },
                { value: 'on', label: t`With a second factor` },
                { value: 'off', label: t`Password only` },
              ]}
            />
          </>
        }
        above={
          <BulkBar
            selected={count}
            onClear={clearSelection}
            more={
              !isAll &&
              total > selected.size &&
              (total <= bulkMost && data?.has_more !== true ? (
                <TextButton onPress={() => setAll(true)}>
                  <Trans>Select all {total} matching</Trans>
                </TextButton>
              ) : (
                <span className="text-sm text-text-2">
                  <Trans>More than {most} match: narrow the list down to act on all of them.</Trans>
                </span>
              ))
            }
          >
            <Button size="sm" onPress={() => setBulk('activate')}>{t`Activate`}</Button>
            <Button size="sm" onPress={() => setBulk('deactivate')}>{t`Deactivate`}</Button>
            <Button size="sm" onPress={() => setBulk('revoke_sessions')}>{t`Revoke sessions`}</Button>
            <Button size="sm" variant="danger-line" onPress={() => setBulk('delete')}>{t`Delete`}</Button>
          </BulkBar>
        }
      >
        {({ data: users }) => (
          <UserTable
            users={users}
            sort={{ by: sort, direction }}
            onSort={({ by, direction: way }) =>
              void navigate({
                search: present({
                  ...filters,
                  sort: by === 'name' ? undefined : by,
                  direction: way === 'asc' ? undefined : way,
                }),
              })
            }
            selected={isAll ? new Set(users.map(({ id }) => id)) : selected}
            onSelect={(next) => {
              setAll(false)
              setSelected(next)
            }}
            onAct={(act, user) => setActing({ act, user })}
            onRestore={setRestoring}
          />
        )}
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
          count={count}
          selection={isAll ? { matching: filters } : { ids: [...selected] }}
          onClose={() => setBulk(undefined)}
          onDone={() => {
            setBulk(undefined)
            clearSelection()
          }}
        />
      )}
      {add && <AddUserDialog onClose={() => setAdding(false)} />}
    </AdminPage>
  )
}
