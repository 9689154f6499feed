import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useEmailCrumbs } from '../-use-email-crumbs.ts'
import { Settled } from '../../../../kits/Settled.tsx'
import { ProviderForm } from '../../../../mail-delivery/providers/ProviderForm.tsx'
import { providerQuery } from '../../../../mail-delivery/providers/providers.ts'
import { longToast } from '../../../../ui/toast-options.ts'
import { AdminPage } from '../../../../shell/admin/AdminPage.tsx'
import { LeaveGuard } from '../../../../shell/LeaveGuard.tsx'
import { Skeleton } from '../../../../ui/Loading.tsx'
import { toast } from '../../../../ui/toast.ts'

export const Route = createFileRoute('/admin/email/providers/$id')({ component: EditProviderScreen })

function EditProviderScreen() {
  const { t } = useLingui()
  const { id } = Route.useParams()
  const navigate = Route.useNavigate()
  const crumbs = useEmailCrumbs(t`Edit Email Provider`, { label: t`Email Providers`, to: '/admin/email/providers' })
  const provider = useQuery(providerQuery(id))
  const isGone = provider.error !== null
  useEffect(() => {
    if (!isGone) return
    toast.error(t`Failed to fetch provider details`, longToast)
    void navigate({ to: '/admin/email', replace: true })
  }, [isGone, navigate, t])
  return (
    <AdminPage title={t`Edit Email Provider`} crumbs={crumbs} subtitle={provider.data?.name}>
      <Settled of={provider} loading={t`Loading the provider...`} outline={<Skeleton height="24rem" radius="var(--r-lg)" />}>
        {(stored) => stored && <ProviderForm key={stored.id} stored={stored} />}
      </Settled>
      <LeaveGuard />
    </AdminPage>
  )
}
