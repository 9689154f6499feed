import { createFileRoute } from '@tanstack/react-router'
import { sendSignedInHome } from '../shell/guards.ts'
import { SignInGate } from '../shell/SignInGate.tsx'

/** The older address of the page to sign in. */
export const Route = createFileRoute('/login2')({
  beforeLoad: ({ context, preload }) => sendSignedInHome(context.queryClient, preload),
  component: EnhancedLoginScreen,
})

function EnhancedLoginScreen() {
  return <SignInGate withWellKnown />
}
