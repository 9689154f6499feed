import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { installationQuery } from '../../accounts/installation.ts'
import { currentUserQuery } from '../../sessions/current-user.ts'
import { Page } from '../../shell/Page.tsx'
import { Face } from '../../ui/Face.tsx'
import { Panel } from '../../ui/Panel.tsx'

export const Route = createFileRoute('/admin/dashboard')({ component: AdminDashboardScreen })

function AdminDashboardScreen() {
  const { t } = useLingui()
  const { data: installation } = useQuery(installationQuery)
  const { data: user } = useQuery(currentUserQuery)
  return (
    <Page title={t`Dashboard Overview`} subtitle={installation?.name}>
      {user && (
        <Panel title={t`Signed in`}>
          <div className="flex min-w-0 items-center gap-3">
            <Face name={user.name} />
            <div className="min-w-0">
              <p className="font-medium wrap-anywhere">{user.name}</p>
              <p className="text-sm text-text-2 wrap-anywhere">
                <Trans>{user.email}, administrator</Trans>
              </p>
            </div>
          </div>
        </Panel>
      )}
    </Page>
  )
}
