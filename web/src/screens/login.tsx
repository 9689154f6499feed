import { Trans } from '@lingui/react/macro'
import { createFileRoute, Link } from '@tanstack/react-router'
import { SignInForm } from '../sessions/SignInForm.tsx'
import { sendSignedInHome } from '../shell/guards.ts'
import { SignInGate } from '../shell/SignInGate.tsx'

export const Route = createFileRoute('/login')({
  beforeLoad: ({ context, preload }) => sendSignedInHome(context.queryClient, preload),
  component: LoginScreen,
  pendingComponent: () => null,
})

function LoginScreen() {
  return (
    <SignInGate
      signIn={<SignInForm />}
      footer={
        <Link to="/login2" className="text-button">
          <Trans>More ways to sign in</Trans>
        </Link>
      }
    />
  )
}
