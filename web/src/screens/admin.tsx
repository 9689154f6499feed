import { createFileRoute, Outlet } from '@tanstack/react-router'
import { AdminChrome } from '../shell/admin/AdminChrome.tsx'
import { requireAdmin } from '../shell/guards.ts'
import { SignedInFrame } from '../shell/SignedInFrame.tsx'

export const Route = createFileRoute('/admin')({
  beforeLoad: ({ context }) => requireAdmin(context.queryClient),
  component: AdminLayout,
})

function AdminLayout() {
  return (
    <SignedInFrame chrome={AdminChrome}>
      <Outlet />
    </SignedInFrame>
  )
}
