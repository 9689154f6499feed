import { useLingui } from '@lingui/react/macro'
import { createFileRoute } from '@tanstack/react-router'
import { ForcedPasswordForm } from '../sessions/ForcedPasswordForm.tsx'
import { EndedSignIn } from '../shell/EndedSignIn.tsx'
import { Gate } from '../shell/Gate.tsx'
import { requireStep } from '../shell/guards.ts'
import { NotNow } from '../shell/NotNow.tsx'

export const Route = createFileRoute('/new-password')({
  beforeLoad: async ({ context }) => ({ waiting: await requireStep(context.queryClient, '/new-password') }),
  component: NewPasswordScreen,
})

function NewPasswordScreen() {
  const { t } = useLingui()
  const { email, remember = false } = Route.useRouteContext().waiting
  return (
    <Gate
      title={t`Choose a password of your own`}
      subtitle={t`Your password was set by an administrator. Choose your own to open the vault.`}
      footer={<NotNow />}
    >
      <ForcedPasswordForm email={email} remember={remember} ended={(reason) => <EndedSignIn reason={reason} />} />
    </Gate>
  )
}
