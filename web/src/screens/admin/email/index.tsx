import { createFileRoute, redirect } from '@tanstack/react-router'

/** The e-mail system begins where one sees what became of mail. */
export const Route = createFileRoute('/admin/email/')({
  beforeLoad: () => redirect({ to: '/admin/email/logs', throw: true }),
})
