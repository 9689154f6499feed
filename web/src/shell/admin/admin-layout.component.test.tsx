import { getAdminDashboard } from '@twofold/contract/admin/dashboard'
import { listNotifications, markAllNotificationsRead } from '@twofold/contract/admin/notifications'
import { getEmailStatistics } from '@twofold/contract/mail-log/dashboard'
import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../../testing/axe.ts'
import { signInAsAdministrator } from '../../testing/back-office.ts'
import { pressEscape } from '../../testing/keyboard.ts'
import { expectAddress, open } from '../../testing/open.tsx'
import { failAndRetry } from '../../testing/retry.ts'
import { breakdown, serve, serveLater } from '../../testing/server.ts'
import { resizeWindow } from '../../testing/window.ts'

const bell = page.getByRole('button', { name: /^Notifications/ })
const dropdown = page.getByRole('dialog')

beforeEach(() => void signInAsAdministrator())

test('wide: the sidebar marks the current screen and links to the user dashboard', async () => {
  await open('/admin')
  const nav = page.getByRole('navigation', { name: 'Back office' })
  await expect.element(nav.getByRole('link', { name: 'Dashboard', exact: true })).toHaveAttribute('aria-current', 'page')
  await expect.element(nav.getByRole('link', { name: 'User Dashboard' })).toHaveAttribute('href', '/dashboard')
})

test('quick links in the header lead to the system monitor and to the e-mail settings', async () => {
  await open('/admin')
  await expect.element(page.getByRole('link', { name: 'System monitor' })).toHaveAttribute('href', '/admin/system')
  await expect.element(page.getByRole('link', { name: 'E-mail settings' })).toHaveAttribute('href', '/admin/email/settings')
})

test('narrow: the sidebar slides in, closes on Esc and on a choice, and gives the focus back', async () => {
  await resizeWindow(320)
  await open('/admin/notifications')
  const openButton = page.getByRole('button', { name: 'Navigation' })
  const drawer = page.getByRole('dialog', { name: 'Navigation' })
  await openButton.click()
  await expect.poll(() => drawer.query()?.getBoundingClientRect()).toMatchObject({ x: 0, y: 0 })
  await pressEscape()
  await expect.element(drawer).not.toBeInTheDocument()
  await expect.element(openButton).toHaveFocus()
  await openButton.click()
  await drawer.getByRole('link', { name: 'Dashboard', exact: true }).click()
  await expectAddress('/admin/dashboard')
  await expect.element(drawer).not.toBeInTheDocument()
  await expectAccessible()
})

test.for([
  [{}, 'System Healthy'],
  [{ failed_emails_24h: 6 }, 'System Warning'],
  [{ queue_pending: 101 }, 'System Warning'],
  [{ failed_emails_24h: 11 }, 'System Critical'],
] as const)('%o reads %s', async ([statistics, label]) => {
  serve(getEmailStatistics, { statistics })
  await open('/admin/dashboard')
  await expect.element(page.getByText(label)).toBeVisible()
})

test('e-mail figures are unknown while they load, and critical when loading fails', async () => {
  const { release } = serveLater(getEmailStatistics, breakdown())
  await open('/admin/dashboard')
  await expect.element(page.getByText('System Unknown')).toBeVisible()
  release()
  await expect.element(page.getByText('System Critical')).toBeVisible()
})

test('the header shows active users, the e-mail queue, and alerts only when there are any', async () => {
  serve(getAdminDashboard, { users: { active: 3 } })
  serve(getEmailStatistics, { statistics: { queue_pending: 7 } })
  await open('/admin/dashboard')
  await expect.element(page.getByText('3 active users')).toBeVisible()
  await expect.element(page.getByText('7 in e-mail queue')).toBeVisible()
  await expect.element(page.getByText(/alert/)).not.toBeInTheDocument()
  serve(listNotifications, { alert_count: 2 })
  await open('/admin/dashboard')
  await expect.element(page.getByText('2 alerts')).toBeVisible()
})

test('the dropdown has the first five notifications, more than 99 are 99+, and all can be marked as read', async () => {
  const now = Date.now()
  const notifications = Array.from({ length: 25 }, (_, index) => ({
    id: String(index),
    type: index === 0 ? ('alert' as const) : ('info' as const),
    title: `Notification ${index}`,
    message: 'What happened.',
    link: index === 0 ? '/admin/system?tab=jobs' : null,
    created_at: new Date(now - index * 12 * 3_600_000).toISOString(),
  }))
  let unread_count = 120
  serve(listNotifications, () => ({ notifications, unread_count, alert_count: 1, current_page: 1, last_page: 5, total: 120 }))
  serve(markAllNotificationsRead, () => {
    unread_count = 0
    return { message: 'All notifications are marked as read.', unread_count }
  })
  await open('/admin/notifications')
  await expect.element(bell).toMatchTextContent('99+')
  await bell.click()
  await expect.element(dropdown.getByRole('listitem')).toHaveLength(5)
  // Minutes, hours, and from a day on the date.
  const dayBefore = new Date(now - 24 * 3_600_000)
  const date = dayBefore.toLocaleDateString('en-US', { year: 'numeric', month: 'short', day: 'numeric', timeZone: 'UTC' })
  const times = [...(await dropdown.findElement()).querySelectorAll('time')].map((time) => time.textContent)
  expect(times.slice(0, 3)).toEqual(['Just now', '12 h ago', date])
  await expectAccessible()
  await expect.element(dropdown.getByRole('link', { name: 'Notification 0' })).toHaveAttribute('href', '/admin/system?tab=jobs')
  await dropdown.getByRole('button', { name: 'Mark all read' }).click()
  await expect.element(bell).toHaveAccessibleName('Notifications')
  await dropdown.getByRole('link', { name: 'View all notifications' }).click()
  await expect.element(dropdown).not.toBeInTheDocument()
  await expectAddress('/admin/notifications')
})

test('nothing new and nothing wrong: the dropdown says both', async () => {
  await open('/admin/dashboard')
  await bell.click()
  await expect.element(page.getByText('No new notifications')).toBeVisible()
  await expect.element(page.getByText('System Health Check')).toBeVisible()
  await expect.element(page.getByText('All systems operational')).toBeVisible()
})

test('notifications that fail to load: the panel says so, and Retry loads them', async () => {
  serve(listNotifications, breakdown())
  await open('/admin/dashboard')
  await bell.click()
  await expect.element(page.getByText('The notifications could not be loaded')).toBeVisible()
  await expect.element(page.getByText('All systems operational')).not.toBeInTheDocument()
  serve(listNotifications, {})
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect.element(page.getByText('The notifications could not be loaded')).not.toBeInTheDocument()
})

test('the user menu is labelled Administrator', async () => {
  await open('/admin/dashboard')
  await page.getByRole('button', { name: 'Account menu: Administrator' }).click()
  await expect.element(page.getByRole('menuitem', { name: 'Sign Out' })).toBeVisible()
  await expect.element(page.getByRole('menuitem', { name: 'Profile Settings' })).toHaveAttribute('href', '/profile')
})

test('the overview says so when its figures fail to load, and Retry loads them', async () => {
  await failAndRetry(getAdminDashboard, '/admin', 'The figures could not be loaded', () => serve(getAdminDashboard, {}))
  await expect.element(page.getByRole('heading', { name: 'Total Users' })).toBeVisible()
  await expect.element(page.getByText('PostgreSQL version')).toBeVisible()
})

test('Back closes the drawer, the palette and the panel of the bell; their links lead on', async () => {
  await resizeWindow(800)
  serve(listNotifications, {})
  await open('/admin/notifications')
  const goBack = () => window.history.back()
  const drawer = page.getByRole('dialog', { name: 'Navigation' })
  await page.getByRole('button', { name: 'Navigation' }).click()
  await expect.element(drawer).toBeVisible()
  goBack()
  await expect.element(drawer).not.toBeInTheDocument()

  const palette = page.getByRole('dialog', { name: 'Find a page, a person or an action' })
  await userEvent.keyboard('{Control>}k{/Control}')
  await palette.getByLabelText('Search').fill('no such thing')
  goBack()
  await expect.element(palette).not.toBeInTheDocument()

  const panel = page.getByRole('dialog', { name: 'Notifications' })
  await bell.click()
  await expect.element(panel).toBeVisible()
  goBack()
  await expect.element(panel).not.toBeInTheDocument()
  await expectAddress('/admin/notifications')

  await page.getByRole('button', { name: 'Navigation' }).click()
  await drawer.getByRole('link', { name: 'Dashboard', exact: true }).click()
  await expect.element(drawer).not.toBeInTheDocument()
  await expectAddress('/admin/dashboard')
  goBack()
  await expectAddress('/admin/notifications')
})
