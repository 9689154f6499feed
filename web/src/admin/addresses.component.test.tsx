import { getAnalytics, listRisks } from '@twofold/contract/admin/analytics'
import { getAuditChain, listAudit } from '@twofold/contract/admin/audit'
import { listBackups } from '@twofold/contract/admin/backups'
import { getSystemHealth } from '@twofold/contract/admin/health'
import { listFailedJobs, listJobs } from '@twofold/contract/admin/jobs'
import { listNotifications } from '@twofold/contract/admin/notifications'
import { listUsers } from '@twofold/contract/admin/users'
import { listMailLogs } from '@twofold/contract/mail-log/logs'
import { listAvailableEvents, listMappings } from '@twofold/contract/mail-rules/mapping-calls'
import { listSuppressions } from '@twofold/contract/mail-delivery/suppressions'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { signInAsAdministrator } from '../testing/back-office.ts'
import { expectAddress, open } from '../testing/open.tsx'
import { onePage } from '../testing/paging.ts'
import { serve } from '../testing/server.ts'
import { serveThemes } from '../testing/themes.ts'

const range = { from: '2026-03-01', to: '2026-03-10', days: 10, before: { from: '2026-02-19', to: '2026-02-28' } }

function serveEveryScreen() {
  serveThemes()
  signInAsAdministrator()
  serve(listUsers, onePage())
  serve(listAudit, onePage())
  serve(getAuditChain, { verification: null, checkpoint: null, beginning: null })
  serve(getAnalytics, { range })
  serve(listRisks, onePage())
  serve(getSystemHealth, { status: 'healthy' })
  serve(listJobs, {})
  serve(listFailedJobs, onePage())
  serve(listBackups, { schedule: { frequency: 'daily', weekday: 0, hour: 3, keep: 7 } })
  serve(listMailLogs, { logs: onePage() })
  serve(listMappings, {})
  serve(listAvailableEvents, {})
  serve(listSuppressions, { suppressions: onePage() })
  serve(listNotifications, { current_page: 1, last_page: 1 })
}

const wrong = 'page=abc&sort=shoe_size&direction=sideways&role=root&status=asleep&tab=none&from=soon&to=2026-13-40&search=%00&colour=red'

test.for([
  ['users', 'User Management'],
  ['audit', 'Audit Log'],
  ['notifications', 'Notifications'],
  ['analytics', 'User Growth Analysis'],
  ['system', 'System Information'],
  ['backups', 'Files'],
  ['users/leavers', 'Leaver plans'],
  ['email/logs', 'Email Logs'],
  ['email/templates', 'Email Templates'],
  ['email/themes', 'Email Themes'],
  ['email/events', 'Event Mappings'],
  ['email/suppressions', 'Suppression List'],
])(
  'an address of /admin/%s that says what no screen knows shows what every screen begins with, and is put right',
  async ([screen, shown = '']) => {
    serveEveryScreen()
    await open(`/admin/${screen}?${wrong}`)
    await expectAddress(`/admin/${screen}`)
    await expect.element(page.getByRole('heading', { name: shown, exact: true })).toBeVisible()
    await expect.element(page.getByText('could not be loaded')).not.toBeInTheDocument()
  },
)

test.for(['users', 'audit', 'notifications', 'users/leavers', 'system?tab=jobs', 'analytics?tab=risks'])(
  'a page of /admin/%s that is not there leads to its last one',
  async (address) => {
    serveEveryScreen()
    await open(`/admin/${address}${address.includes('?') ? '&' : '?'}page=999`)
    await expectAddress(`/admin/${address}`)
  },
)
