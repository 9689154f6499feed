import { getAnalytics } from '@twofold/contract/admin/analytics'
import { getAdminDashboard } from '@twofold/contract/admin/dashboard'
import { getFirstSteps } from '@twofold/contract/admin/first-steps'
import { getSystemHealth } from '@twofold/contract/admin/health'
import { listLeavers } from '@twofold/contract/admin/leavers'
import { getMailPath } from '@twofold/contract/admin/mail-path'
import { listNotifications } from '@twofold/contract/admin/notifications'
import { listRequests } from '@twofold/contract/admin/requests'
import { listKeys } from '@twofold/contract/keys'
import { getEmailStatistics } from '@twofold/contract/mail-log/dashboard'
import type { CurrentUser } from '@twofold/contract/sessions'
import { signIn } from './open.tsx'
import { onePage } from './paging.ts'
import { serve } from './server.ts'

/** An administrator is signed in, and the header of every screen says that nothing is wrong and nothing is new. */
export function signInAsAdministrator(who: Partial<CurrentUser> = {}): CurrentUser {
  serve(getAdminDashboard, { health: { status: 'healthy' } })
  serve(getEmailStatistics, { success: true })
  serve(getSystemHealth, { status: 'healthy', checks: [] })
  serve(getAnalytics, {})
  serve(getFirstSteps, { steps: [] })
  serve(listRequests, onePage())
  serve(getMailPath, { changes: [] })
  serve(listLeavers, onePage())
  serve(listNotifications, { notifications: [] })
  // The palette offers one's own keys.
  serve(listKeys, {})
  return signIn({ name: 'Ada Example', email: 'ada@example.org', role: 'admin', ...who })
}
