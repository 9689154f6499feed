import { createFileRoute } from '@tanstack/react-router'
import { sendSignedInHome } from '../shell/guards.ts'
import { SignInGate } from '../shell/SignInGate.tsx'

export const Route = createFileRoute('/login')({
  beforeLoad: ({ context, preload }) => sendSignedInHome(context.queryClient, preload),
  component: LoginScreen,
})

function LoginScreen() {
  return <SignInGate />
}
