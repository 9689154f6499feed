import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link, useRouterState } from '@tanstack/react-router'
import { Construction } from '../../ui/icons/Construction.ts'
import { Banner } from '../../ui/Banner.tsx'
import { At } from '../../ui/At.tsx'
import { adminDashboardQuery } from './dashboard.ts'

/** Reminds administrators, who can work during maintenance, that nobody else can. */
export function MaintenanceBanner() {
  const { data } = useQuery(adminDashboardQuery)
  // There the windows themselves are, with their own word about it.
  const isThere = useRouterState({
    select: ({ location: { pathname, search } }) => pathname === '/admin/system' && 'tab' in search && search.tab === 'maintenance',
  })
  const maintenance = data?.maintenance
  return (
    <div role="status">
      {maintenance && !isThere && (
        <Banner
          icon={Construction}
          action={
            <Link to="/admin/system" search={{ tab: 'maintenance' }}>
              <Trans>Manage</Trans>
            </Link>
          }
        >
          <Trans>
            Maintenance until <At time={maintenance.until} />: only administrators can work.
          </Trans>
        </Banner>
      )}
    </div>
  )
}
