import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { ClipboardCheck } from '../../../ui/icons/ClipboardCheck.ts'
import { leaversQuery } from '../../../admin/leavers/leavers.ts'
import { PlanTable } from '../../../admin/leavers/PlanTable.tsx'
import { ListPanel } from '../../../kits/ListPanel.tsx'
import { useListAddress } from '../../../kits/use-list-address.ts'
import { oneIn, pageIn, present, searchIn } from '../../../lib/list-search.ts'
import { AdminPage } from '../../../shell/admin/AdminPage.tsx'
import { Select } from '../../../ui/Select.tsx'

export const Route = createFileRoute('/admin/users/leavers')({
  validateSearch: searchIn(({ state, page }) => ({ state: oneIn(state, ['closed']), page: pageIn(page) })),
  component: LeaversScreen,
})

function LeaversScreen() {
  const { t } = useLingui()
  const { page = 1, ...filters } = present(Route.useSearch())
  const navigate = Route.useNavigate()
  const plans = useQuery(leaversQuery({ state: filters.state ?? 'open', page }))
  const address = useListAddress({ page, filters, go: (to, how) => void navigate({ search: to, ...how }) })
  return (
    <AdminPage
      title={t`Leaver plans`}
      crumbs={[{ label: t`Users`, to: '/admin/users' }, { label: t`Leaver plans` }]}
      subtitle={<Trans>What is left to do when somebody leaves: new owners for their keys, and secrets to rotate.</Trans>}
    >
      <ListPanel
        title={t`Plans`}
        of={plans}
        address={address}
        failed={t`The leaver plans could not be loaded`}
        empty={{
          icon: ClipboardCheck,
          title: filters.state ? t`No plan was closed yet` : t`No open leaver plans`,
          text: t`One begins when somebody is deactivated.`,
        }}
        filters={
          <Select
            label={t`State`}
            value={filters.state ?? 'open'}
            onChange={({ target }) => address.narrow({ state: oneIn(target.value, ['closed']) })}
            options={[
              { value: 'open', label: t`Open` },
              { value: 'closed', label: t`Closed` },
            ]}
          />
        }
      >
        {({ data }) => <PlanTable plans={data} />}
      </ListPanel>
    </AdminPage>
  )
}
