import { Trans } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { installationQuery } from '../lib/installation.ts'
import { SocialSignIn } from '../identities/SocialSignIn.tsx'
import { SignInForm } from '../sessions/SignInForm.tsx'
import { sendSignedInHome } from '../shell/guards.ts'
import { SignInGate } from '../shell/SignInGate.tsx'
import { TextButton } from '../ui/TextButton.tsx'

export const Route = createFileRoute('/login2')({
  beforeLoad: ({ context, preload }) => sendSignedInHome(context.queryClient, preload),
  component: EnhancedLoginScreen,
  pendingComponent: () => null,
})

const ResetPasswordDialog = lazy(() =>
  import('../sessions/ResetPasswordDialog.tsx').then((module) => ({ default: module.ResetPasswordDialog })),
)

function EnhancedLoginScreen() {
  const client = useQueryClient()
  const { data: installation } = useQuery(installationQuery)
  const findProviders = async () => (await client.ensureQueryData(installationQuery)).providers
  const [forgotten, setForgotten] = useState<string>()
  const forgot = (email: string) => (
    <TextButton onPress={() => setForgotten(email)}>
      <Trans>Forgot password?</Trans>
    </TextButton>
  )
  return (
    <>
      <SignInGate
        signIn={
          <SignInForm
            canRemember
            passwordNote={forgot}
            others={(remember) => <SocialSignIn providers={installation?.providers} findProviders={findProviders} remember={remember} />}
          />
        }
      />
      <Suspense>{forgotten !== undefined && <ResetPasswordDialog email={forgotten} onClose={() => setForgotten(undefined)} />}</Suspense>
    </>
  )
}
