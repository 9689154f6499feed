import { createFileRoute, Outlet } from '@tanstack/react-router'
import { currentUserQuery } from '../sessions/current-user.ts'
import { requireSignIn } from '../shell/guards.ts'
import { UserChrome } from '../shell/Header.tsx'
import { SignedInFrame } from '../shell/SignedInFrame.tsx'

export const Route = createFileRoute('/_signed-in')({
  beforeLoad: ({ context }) => {
    requireSignIn()
    void context.queryClient.prefetchQuery(currentUserQuery)
  },
  component: SignedInLayout,
})

function SignedInLayout() {
  return (
    <SignedInFrame chrome={UserChrome}>
      <Outlet />
    </SignedInFrame>
  )
}
