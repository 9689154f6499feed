import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useEmailCrumbs } from '../../../../email/crumbs.ts'
import { ProviderList } from '../../../../email/providers/ProviderList.tsx'
import { providersQuery } from '../../../../email/providers/providers.ts'
import { failureMessage } from '../../../../lib/api-error.ts'
import { AdminPage } from '../../../../shell/admin/AdminPage.tsx'
import { ErrorState } from '../../../../ui/EmptyState.tsx'
import { LinkButton } from '../../../../ui/LinkButton.tsx'
import { Loading, Skeleton } from '../../../../ui/Loading.tsx'
import { Card } from '../../../../ui/Panel.tsx'

export const Route = createFileRoute('/admin/email/providers/')({ component: ProvidersScreen })

function ProvidersScreen() {
  const { t } = useLingui()
  const crumbs = useEmailCrumbs(t`Email Providers`)
  const { data, error, isFetching, refetch } = useQuery(providersQuery)
  return (
    <AdminPage
      title={t`Email Providers`}
      subtitle={t`Mail goes out through the default one, then by priority. The next one takes over when one fails or has no room.`}
      crumbs={crumbs}
      actions={
        <LinkButton to="/admin/email/providers/create" variant="primary" icon={Plus}>
          <Trans>Add Provider</Trans>
        </LinkButton>
      }
    >
      {data ? (
        <ProviderList providers={data} />
      ) : error ? (
        <Card>
          <ErrorState title={t`The providers could not be loaded`} onRetry={() => void refetch()} retrying={isFetching}>
            {failureMessage(error, error.message)}
          </ErrorState>
        </Card>
      ) : (
        <Loading label={t`Loading providers...`}>
          <Skeleton height="16rem" radius="var(--r-lg)" />
        </Loading>
      )}
    </AdminPage>
  )
}
