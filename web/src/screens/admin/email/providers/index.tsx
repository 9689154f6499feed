import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { Plus } from '../../../../ui/icons/Plus.ts'
import { Server } from '../../../../ui/icons/Server.ts'
import { useEmailCrumbs } from '../-use-email-crumbs.ts'
import { ProviderList } from '../../../../mail-delivery/providers/ProviderList.tsx'
import { providersQuery } from '../../../../mail-delivery/providers/providers.ts'
import { Loaded } from '../../../../kits/Loaded.tsx'
import { AdminPage } from '../../../../shell/admin/AdminPage.tsx'
import { LinkButton } from '../../../../ui/LinkButton.tsx'
import { Skeleton } from '../../../../ui/Loading.tsx'

export const Route = createFileRoute('/admin/email/providers/')({ component: ProvidersScreen })

function ProvidersScreen() {
  const { t } = useLingui()
  const crumbs = useEmailCrumbs(t`Email Providers`)
  const addButton = (
    <LinkButton to="/admin/email/providers/create" variant="primary" icon={Plus}>
      <Trans>Add Provider</Trans>
    </LinkButton>
  )
  return (
    <AdminPage
      title={t`Email Providers`}
      subtitle={t`E-mails go out through the default one, then by priority. The next one takes over when one fails or is over its limit.`}
      crumbs={crumbs}
      actions={addButton}
    >
      <Loaded
        of={useQuery(providersQuery)}
        failed={t`The providers could not be loaded`}
        loading={t`Loading providers...`}
        outline={<Skeleton height="16rem" radius="var(--r-lg)" />}
        frame="card"
        empty={{
          icon: Server,
          title: t`No e-mail providers`,
          text: t`E-mails wait until a provider can send them.`,
          action: addButton,
        }}
      >
        {(providers) => <ProviderList providers={providers} />}
      </Loaded>
    </AdminPage>
  )
}
