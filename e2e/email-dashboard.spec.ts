import { expectAccessible } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { enter } from './people.ts'

const panel = 'Event-Template Mappings'

test('figures, newest mails, mappings, providers and health are there, with the ways to the other screens', async ({ page, mailing }) => {
  await enter(page, mailing.admin, '/admin/email')
  await expect(page.getByRole('heading', { name: 'Email System Dashboard' })).toBeVisible()
  for (const name of ['Recent Email Activity', panel, 'Template Preview', 'Email Providers', 'System Health']) {
    await expect(page.getByRole('heading', { name, exact: true })).toBeVisible()
  }
  await expect(page.getByRole('list', { name: panel }).getByRole('listitem')).toHaveCount(5)
  await expect(page.getByRole('list', { name: 'Email Providers' })).toContainText('Mailbox')
  await expect(page.getByText('Queue Pending')).toBeVisible()
  const links = page.getByRole('navigation', { name: 'Quick links' })
  for (const name of ['Providers', 'Logs', 'Settings']) await expect(links.getByRole('link', { name })).toBeVisible()
  await expectAccessible(page)
})

test('a test of a mapping arrives, filled with sample values', async ({ page, mailing }) => {
  const address = `trial-${crypto.randomUUID()}@example.org`
  await enter(page, mailing.admin, '/admin/email')
  await page.getByRole('list', { name: panel }).getByRole('button').first().click()
  const dialog = page.getByRole('dialog', { name: 'Test Event Mapping' })
  await expect(dialog.getByRole('button', { name: 'Send Test' })).toHaveAttribute('aria-disabled', 'true')
  await dialog.getByLabel('Email').fill(address)
  await dialog.getByRole('button', { name: 'Send Test' }).click()
  await expect(dialog).toBeHidden()
  const mail = await mailing.mailbox.mail(address, /./)
  expect(mail.html).not.toContain('{{')
  await expect(page.getByRole('list', { name: 'Recent Email Activity' })).toContainText(address)
})

test('Failed to send test email: said in the dialog with the reason', async ({ page, mailing, guard }) => {
  guard.allow(/status of 503/)
  await enter(page, mailing.admin, '/admin/email')
  await page.route('**/api/admin/email/events/*/test', (route) =>
    route.fulfill({ status: 503, json: { code: 'server.unavailable', message: 'The database cannot be reached right now.' } }),
  )
  await page.getByRole('list', { name: panel }).getByRole('button').first().click()
  await page.getByRole('dialog').getByLabel('Email').fill('trial@example.org')
  await page.getByRole('dialog').getByLabel('Email').press('Enter')
  await expect(page.getByText('Failed to send test email: The database cannot be reached right now.')).toBeVisible()
})

test('it is read anew by a button, and by itself every 30 seconds once that is switched on', async ({ page, mailing }) => {
  await page.clock.install()
  let reads = 0
  await page.route('**/api/admin/email/dashboard/recent-logs*', (route) => {
    reads += 1
    return route.continue()
  })
  await enter(page, mailing.admin, '/admin/email')
  await expect.poll(() => reads).toBe(1)
  await page.clock.runFor(61_000)
  expect(reads).toBe(1)
  await page.getByRole('button', { name: 'Refresh', exact: true }).click()
  await expect.poll(() => reads).toBe(2)
  await page.getByRole('switch', { name: 'Auto-refresh' }).check()
  // A turn that comes while the last answer is still on its way asks nothing.
  await expect(async () => {
    await page.clock.runFor(31_000)
    expect(reads).toBeGreaterThan(2)
  }).toPass()
})

test('a mail is previewed with sample values, its first 300 characters, and whole in a tab that runs nothing', async ({
  page,
  mailing,
}) => {
  await enter(page, mailing.admin, '/admin/email')
  const preview = page.getByRole('region', { name: 'Template Preview' })
  await expect(preview.getByRole('button', { name: 'Open the whole mail' })).toBeEnabled()
  const shown = (await preview.locator('p.whitespace-pre-line').textContent()) ?? ''
  expect(shown.length).toBeGreaterThan(20)
  expect(shown.length).toBeLessThanOrEqual(301)
  expect(shown).not.toContain('{{')
})

test('without a provider a banner says that mail waits', async ({ page, admin }) => {
  await enter(page, admin, '/admin/email')
  await expect(page.getByText('Mail is waiting: no provider works')).toBeVisible()
})
