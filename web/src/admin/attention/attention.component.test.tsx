import { getAnalytics } from '@twofold/contract/admin/analytics'
import { getSystemHealth, type HealthCheckName } from '@twofold/contract/admin/health'
import { listLeavers } from '@twofold/contract/admin/leavers'
import { getMailPath } from '@twofold/contract/admin/mail-path'
import { listRequests } from '@twofold/contract/admin/requests'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '../../testing/axe.ts'
import { signInAsAdministrator } from '../../testing/back-office.ts'
import { open } from '../../testing/open.tsx'
import { onePage } from '../../testing/paging.ts'
import { breakdown, serve } from '../../testing/server.ts'
import { idOf } from '../../testing/vault.ts'

const attention = page.getByRole('region', { name: 'Needs attention' })
const lines = attention.getByRole('listitem')
const problem = (name: HealthCheckName, status: 'warning' | 'critical' = 'warning', remedy: string | null = null) => ({
  name,
  status,
  value: 'Never',
  message: `What is wrong with ${name}.`,
  remedy,
  since: '2026-11-20T08:30:00.000Z',
})

beforeEach(() => void signInAsAdministrator())

test('each problem is one line with its state, since when, and the one button that leads to its remedy; urgent ones come first', async () => {
  serve(getSystemHealth, {
    status: 'critical',
    checks: [problem('transport', 'warning', '/admin/system/remedies#transport'), problem('backup', 'critical', '/admin/backups')],
  })
  await open('/admin/dashboard')
  await expect.element(lines).toHaveLength(2)
  await expect.element(lines.nth(0)).toMatchTextContent('Urgent: Last backup: Never')
  await expect.element(lines.nth(0)).toMatchTextContent('What is wrong with backup. Since Nov 20, 2026, 8:30 AM.')
  await expect.element(lines.nth(0).getByRole('link', { name: /^Open backups/ })).toHaveAttribute('href', '/admin/backups')
  await expect
    .element(lines.nth(1).getByRole('link', { name: /^Set up HTTPS/ }))
    .toHaveAttribute('href', '/admin/system/remedies#transport')
  await expect.element(attention.getByText('2 things, 1 of them urgent')).toBeVisible()
  await expectAccessible()
})

test('a problem that only the machine can help with leads to where it is explained', async () => {
  serve(getSystemHealth, { status: 'warning', checks: [problem('disk'), problem('jobs')] })
  await open('/admin/dashboard')
  const links = lines.getByRole('link')
  await expect.element(links).toHaveLength(2)
  expect(links.elements().map((link) => link.getAttribute('href'))).toEqual(['/admin/system', '/admin/system?tab=jobs'])
})

test('requests that wait and open leaver plans are lines too', async () => {
  serve(listRequests, onePage({ created_at: '2026-11-20T08:30:00.000Z' }))
  serve(listLeavers, onePage({ opened_at: new Date().toISOString() }, { opened_at: new Date().toISOString() }))
  await open('/admin/dashboard')
  await expect.element(lines.nth(0)).toMatchTextContent('1 request waits for a decision')
  await expect.element(lines.nth(0)).toMatchTextContent('Since Nov 20, 2026, 8:30 AM.')
  await expect.element(lines.nth(1)).toMatchTextContent('2 open leaver plans')
  await expect.element(lines.nth(1).getByRole('link', { name: /^Hand over/ })).toHaveAttribute('href', '/admin/users/leavers')
})

test('a change to e-mail waits for a second administrator, or for its time where there is none', async () => {
  const change = {
    id: idOf(5),
    kind: 'provider' as const,
    what: 'Mail',
    by: 'Ada',
    happened_at: '2026-01-01T03:01:00.000Z',
    cannot_approve: 'own' as const,
    cannot_approve_until: null,
  }
  serve(getMailPath, { changes: [{ ...change, counts_until: '2026-01-02T03:01:00.000Z' }] })
  await open('/admin/dashboard')
  await expect.element(lines.nth(0)).toMatchTextContent('1 change to e-mail is new')
  await expect.element(lines.nth(0)).toMatchTextContent(/Until Jan 2, 2026, .+, a link sent by e-mail does not prove who somebody is\./)
  serve(getMailPath, { changes: [{ ...change, counts_until: null }] })
  await open('/admin/dashboard')
  await expect.element(lines.nth(0)).toMatchTextContent('1 change to e-mail is not approved')
  await expect.element(lines.nth(0)).toMatchTextContent('Until a second administrator approves')
})

test('more than seven lines are shown when asked for', async () => {
  const names = ['database', 'jobs', 'mail', 'waiting_mail', 'providers', 'disk', 'clock', 'backup', 'names'] as const
  serve(getSystemHealth, { status: 'warning', checks: names.map((name) => problem(name)) })
  await open('/admin/dashboard')
  await expect.element(lines).toHaveLength(7)
  await attention.getByRole('button', { name: 'Show 2 more' }).click()
  await expect.element(lines).toHaveLength(9)
})

test('with nothing to do it says so, and how many checks passed', async () => {
  serve(getSystemHealth, {
    status: 'healthy',
    checks: [
      { name: 'disk', status: 'healthy' },
      { name: 'clock', status: 'unknown' },
    ],
  })
  await open('/admin/dashboard')
  await expect.element(attention.getByRole('heading', { name: 'Nothing needs you' })).toBeVisible()
  await expect.element(attention.getByText('2 checks passed.')).toBeVisible()
  await expect.element(attention.getByRole('link', { name: 'Show all checks' })).toHaveAttribute('href', '/admin/system')
})

test('checks that cannot be run are a line themselves, with a way to try again', async () => {
  serve(getSystemHealth, breakdown())
  await open('/admin/dashboard')
  await expect.element(lines.nth(0)).toMatchTextContent('The checks could not be run')
  serve(getSystemHealth, { status: 'healthy', checks: [] })
  await lines.getByRole('button', { name: 'Retry' }).click()
  await expect.element(attention.getByRole('heading', { name: 'Nothing needs you' })).toBeVisible()
})

test('figures of 30 days lead to their reports, and say how they compare with the 30 days before', async () => {
  const days = ['2026-11-20', '2026-11-21'].map((date) => ({ date, figures: { copies: 4 } }))
  serve(getAnalytics, { range: { days: 30 }, totals: { copies: 12 }, totals_before: { copies: 10 }, days })
  await open('/admin/dashboard')
  const copied = page.getByRole('region', { name: 'Last 30 days' }).getByRole('link', { name: /^Codes copied/ })
  await expect.element(copied).toMatchTextContent('1220% more than in the 30 days before')
  await expect.element(copied).toHaveAttribute('href', '/admin/analytics')
})

test('the settings of the installation have their name in the sidebar', async () => {
  await open('/admin/dashboard')
  const nav = page.getByRole('navigation', { name: 'Back office' })
  await expect.element(nav.getByRole('link', { name: 'Admin Settings' })).toHaveAttribute('href', '/admin/settings')
})
