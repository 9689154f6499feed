import type { Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { addKey, enter } from './people.ts'

const bell = (page: Page) => page.getByRole('button', { name: /^Notifications/ })
const palette = (page: Page) => page.getByRole('dialog', { name: 'Find a page, a person or an action' })

const statistics = (figures: object) => ({ success: true, statistics: { queue_pending: 0, failed_emails_24h: 0, ...figures } })

/** Nothing is wrong: neither with the machine that the tests run on, nor with the mails that other tests have left waiting. */
async function findNothing(page: Page) {
  await page.route('**/api/admin/email/dashboard/statistics', (route) => route.fulfill({ json: statistics({}) }))
  await page.route('**/api/admin/dashboard', async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ json: { ...((await answer.json()) as object), health: { status: 'healthy' } } })
  })
}

// A figure may be asked for once more while a test ends.
test.afterEach(({ page }) => page.unrouteAll({ behavior: 'ignoreErrors' }))

test('wide: the sidebar marks the present screen and leads to the user dashboard', async ({ page, admin }) => {
  await enter(page, admin, '/admin')
  const nav = page.getByRole('navigation', { name: 'Back office' })
  await expect(nav.getByRole('link', { name: 'Dashboard', exact: true })).toHaveAttribute('aria-current', 'page')
  await nav.getByRole('link', { name: 'User Dashboard' }).click()
  await expect(page).toHaveURL(`${admin.app.url}/dashboard`)
})

test('quick buttons in the header lead to the system monitor and to the e-mail settings', async ({ page, admin }) => {
  await enter(page, admin, '/admin')
  await page.getByRole('link', { name: 'System monitor' }).click()
  await expect(page).toHaveURL(`${admin.app.url}/admin/system`)
  await page.getByRole('link', { name: 'E-mail settings' }).click()
  await expect(page).toHaveURL(`${admin.app.url}/admin/email/settings`)
})

test('narrow: the sidebar slides in, closes on Esc and on a choice, and gives the focus back', async ({ page, admin }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await enter(page, admin, '/admin/notifications')
  await expect(page.getByRole('navigation', { name: 'Back office' })).toBeHidden()
  const open = page.getByRole('button', { name: 'Navigation' })
  await open.click()
  const box = () => page.getByRole('dialog', { name: 'Navigation' }).boundingBox()
  await expect.poll(box).toMatchObject({ x: 0, y: 0 })
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog', { name: 'Navigation' })).toBeHidden()
  await expect(open).toBeFocused()
  await open.click()
  await page.getByRole('dialog').getByRole('link', { name: 'Dashboard', exact: true }).click()
  await expect(page).toHaveURL(`${admin.app.url}/admin/dashboard`)
  await expect(page.getByRole('dialog')).toBeHidden()
  await expectAccessible(page)
})

for (const [figures, label] of [
  [{}, 'System Healthy'],
  [{ failed_emails_24h: 6 }, 'System Warning'],
  [{ queue_pending: 101 }, 'System Warning'],
  [{ failed_emails_24h: 11 }, 'System Critical'],
] as const) {
  test(`${JSON.stringify(figures)} reads ${label}`, async ({ page, admin }) => {
    await findNothing(page)
    await page.route('**/api/admin/email/dashboard/statistics', (route) => route.fulfill({ json: statistics(figures) }))
    await enter(page, admin, '/admin/dashboard')
    await expect(page.getByText(label)).toBeVisible()
  })
}

test('figures of mail are unknown while they are on their way, and critical when they cannot be had', async ({ page, admin, guard }) => {
  guard.allow(/status of 500/)
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/api/admin/email/dashboard/statistics', async (route) => {
    await held
    await route.fulfill({ status: 500, json: { code: 'server.failed', message: 'Something went wrong.' } })
  })
  await enter(page, admin, '/admin/dashboard')
  await expect(page.getByText('System Unknown')).toBeVisible()
  release()
  await expect(page.getByText('System Critical')).toBeVisible()
})

test('the header shows active users, the e-mail queue, and alerts only when there are any', async ({ page, admin }) => {
  const answer = {
    notifications: [],
    unread_count: 0,
    alert_count: 0,
    current_page: 1,
    last_page: 1,
    per_page: 25,
    total: 0,
    from: 0,
    to: 0,
  }
  let alerts = 0
  await page.route('**/api/admin/notifications*', (route) => route.fulfill({ json: { ...answer, alert_count: alerts } }))
  await enter(page, admin, '/admin/dashboard')
  await expect(page.getByText(/^\d+ active users?$/)).toBeVisible()
  await expect(page.getByText(/^\d+ in e-mail queue$/)).toBeVisible()
  await expect(page.getByText(/alert/)).toBeHidden()
  alerts = 2
  await page.reload()
  await expect(page.getByText('2 alerts')).toBeVisible()
})

test('the dropdown has the first five notifications, more than 99 are 99+, and all can be marked as read', async ({ page, admin }) => {
  const notifications = Array.from({ length: 25 }, (_, index) => ({
    id: String(index),
    type: index === 0 ? 'alert' : 'info',
    title: `Notification ${index}`,
    message: 'What happened.',
    link: index === 0 ? '/admin/system?tab=jobs' : null,
    read: false,
    created_at: new Date(Date.now() - index * 12 * 3_600_000).toISOString(),
  }))
  let unread_count = 120
  await page.route('**/api/admin/notifications*', (route) =>
    route.fulfill({
      json: { notifications, unread_count, alert_count: 1, current_page: 1, last_page: 5, per_page: 25, total: 120, from: 1, to: 25 },
    }),
  )
  await page.route('**/api/admin/notifications/mark-all-read', (route) => {
    unread_count = 0
    return route.fulfill({ json: { message: 'All notifications are marked as read.', unread_count } })
  })
  await enter(page, admin, '/admin/dashboard')
  await expect(bell(page)).toContainText('99+')
  await bell(page).click()
  await expect(page.getByRole('dialog').getByRole('listitem')).toHaveCount(5)
  // Minutes, hours, and from a day on the date.
  const dayBefore = new Date(Date.now() - 24 * 3_600_000)
  const date = dayBefore.toLocaleDateString('en-US', { year: 'numeric', month: 'short', day: 'numeric', timeZone: 'UTC' })
  await expect(page.getByRole('dialog').locator('time').first()).toHaveText('Just now')
  await expect(page.getByRole('dialog').locator('time').nth(1)).toHaveText('12 h ago')
  await expect(page.getByRole('dialog').locator('time').nth(2)).toHaveText(date)
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Notification 0' }).click()
  await expect(page).toHaveURL(/\/admin\/system\?tab=jobs$/)
  await expect(page.getByRole('dialog')).toBeHidden()
  await bell(page).click()
  await page.getByRole('button', { name: 'Mark all read' }).click()
  await expect(bell(page)).toHaveAccessibleName('Notifications')
  await page.getByRole('link', { name: 'View all notifications' }).click()
  await expect(page.getByRole('heading', { name: 'Notifications', level: 1 })).toBeVisible()
})

test('nothing new and nothing wrong: the dropdown says both', async ({ page, admin }) => {
  const answer = {
    notifications: [],
    unread_count: 0,
    alert_count: 0,
    current_page: 1,
    last_page: 1,
    per_page: 25,
    total: 0,
    from: 0,
    to: 0,
  }
  await findNothing(page)
  await page.route('**/api/admin/notifications*', (route) => route.fulfill({ json: answer }))
  await enter(page, admin, '/admin/dashboard')
  await bell(page).click()
  await expect(page.getByText('No new notifications')).toBeVisible()
  await expect(page.getByText('System Health Check')).toBeVisible()
  await expect(page.getByText('All systems operational')).toBeVisible()
})

test('notifications that cannot be loaded: the panel says so, and Retry loads them', async ({ page, admin, guard }) => {
  guard.allow(/status of 500/)
  let isBroken = true
  await page.route('**/api/admin/notifications*', (route) =>
    isBroken ? route.fulfill({ status: 500, json: { code: 'server.failed', message: 'Something went wrong.' } }) : route.continue(),
  )
  await enter(page, admin, '/admin/dashboard')
  await bell(page).click()
  await expect(page.getByText('The notifications could not be loaded')).toBeVisible()
  await expect(page.getByText('All systems operational')).toBeHidden()
  isBroken = false
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByText('The notifications could not be loaded')).toBeHidden()
})

test('Ctrl+K finds a page by its name, and Enter goes there', async ({ page, admin }) => {
  await enter(page, admin, '/admin/dashboard')
  await expect(page.getByRole('heading', { name: 'Dashboard Overview' })).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(palette(page)).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.type('notif')
  await expect(page.getByRole('menuitem')).toHaveCount(1)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`${admin.app.url}/admin/notifications`)
  await expect(palette(page)).toBeHidden()
  await page.getByRole('button', { name: 'Search' }).click()
  await page.keyboard.type('no such thing')
  await expect(page.getByText('Nothing by this name.')).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(palette(page)).toBeHidden()
})

test('the user menu is labelled Administrator', async ({ page, admin }) => {
  await enter(page, admin, '/admin/dashboard')
  await page.getByRole('button', { name: 'Account menu: Administrator' }).click()
  await expect(page.getByRole('menuitem', { name: 'Sign Out' })).toBeVisible()
  await page.getByRole('menuitem', { name: 'Profile Settings' }).click()
  await expect(page).toHaveURL(`${admin.app.url}/profile`)
})

test('the overview says so when its figures cannot be loaded, and Retry loads them', async ({ page, admin, guard }) => {
  guard.allow(/status of 500/)
  let isBroken = true
  await page.route('**/api/admin/dashboard', (route) =>
    isBroken ? route.fulfill({ status: 500, json: { code: 'server.failed', message: 'Something went wrong.' } }) : route.continue(),
  )
  await enter(page, admin, '/admin')
  await expect(page.getByRole('heading', { name: 'The figures could not be loaded' })).toBeVisible()
  isBroken = false
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('heading', { name: 'Total Users' })).toBeVisible()
  await expect(page.getByText('PostgreSQL version')).toBeVisible()
})

test('Ctrl+K finds a person by a part of the e-mail', async ({ page, admin, person }) => {
  await enter(page, admin, '/admin/dashboard')
  await expect(page.getByRole('heading', { name: 'Dashboard Overview' })).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('searchbox', { name: 'Search' })).toBeFocused()
  await page.keyboard.type(person.email.slice(0, 12))
  await page.getByRole('menuitem', { name: person.name }).click()
  await expect(page.getByRole('heading', { name: person.name, level: 1 })).toBeVisible()
})

test('Ctrl+K finds a key by its name and leads to its owner, and does an action', async ({ page, admin, person }) => {
  const name = `Boiler room ${Date.now()}`
  await addKey(person, { name })
  await enter(page, admin, '/admin/dashboard')
  await expect(page.getByRole('heading', { name: 'Dashboard Overview' })).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.keyboard.type(name.toLowerCase())
  await expect(page.getByRole('menuitem', { name })).toContainText(`of ${person.name}`)
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: person.name, level: 1 })).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('add user')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Add User' })).toBeVisible()
})

test('what is typed while the palette is on its way is not lost', async ({ page, admin }) => {
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  await page.route(/CommandPalette/, async (route) => {
    await released
    await route.continue()
  })
  await enter(page, admin, '/admin/dashboard')
  await expect(page.getByRole('heading', { name: 'Dashboard Overview' })).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('noti')
  await expect(page.getByRole('searchbox', { name: 'Search' })).toHaveValue('noti')
  await expect(page.getByRole('menuitem')).toHaveCount(0)
  release()
  await expect(page.getByRole('menuitem', { name: 'Notifications', exact: true })).toBeVisible()
  await page.keyboard.type('f')
  await expect(page.getByRole('searchbox', { name: 'Search' })).toHaveValue('notif')
})
