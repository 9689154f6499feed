import { useLingui } from '@lingui/react/macro'
import { createFileRoute } from '@tanstack/react-router'
import { useEmailCrumbs } from '../-use-email-crumbs.ts'
import { ProviderForm } from '../../../../mail-delivery/providers/ProviderForm.tsx'
import { AdminPage } from '../../../../shell/admin/AdminPage.tsx'
import { LeaveGuard } from '../../../../shell/LeaveGuard.tsx'

export const Route = createFileRoute('/admin/email/providers/create')({ component: NewProviderScreen })

function NewProviderScreen() {
  const { t } = useLingui()
  const crumbs = useEmailCrumbs(t`Add Email Provider`, { label: t`Email Providers`, to: '/admin/email/providers' })
  return (
    <AdminPage title={t`Add Email Provider`} crumbs={crumbs}>
      <ProviderForm />
      <LeaveGuard />
    </AdminPage>
  )
}
