import type { Page } from '@playwright/test'
import type { CallInput } from '@twofold/contract/endpoint'
import { createTemplate } from '@twofold/contract/email/template-changes'
import { call } from './api.ts'
import { expectAccessible } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { enter, type Person } from './people.ts'

const path = '/admin/email/templates'
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
const asAdmin = ({ token }: Person) => ({ authorization: `Bearer ${token}` })

/** A template that nobody else uses; answers its name. */
async function makeTemplate(admin: Person, change: Partial<CallInput<typeof createTemplate>['body']> = {}) {
  const name = `Notice ${crypto.randomUUID().slice(0, 8)}`
  const body = { name, category: 'notification' as const, subject: 'A notice', html_content: '<p>Hello {{ user.name }}</p>', ...change }
  const { template } = await call(admin.app, createTemplate, { body }, asAdmin(admin))
  return template
}

test('figures, filters, sort and search stand in the address, and every template says what it is', async ({ page, admin }) => {
  const { name } = await makeTemplate(admin, { description: 'For the night shift', is_active: false })
  await enter(page, admin, path)
  await expect(page.getByText('Ready', { exact: true })).toBeVisible()
  await expect(page.getByText('Last updated:')).toBeVisible()
  for (const label of ['Total Templates', 'Active Templates', 'System Templates', 'Custom Templates', 'Linked Events']) {
    await expect(page.getByRole('region', { name: label })).toHaveText(/\d/)
  }
  await page.getByLabel('Search templates').fill('night shift')
  await expect(page).toHaveURL(/search=night/)
  await expect(row(page, name)).toContainText('Inactive')
  await expect(row(page, name)).toContainText('Notification')
  await expect(row(page, name)).toContainText('100%')
  await expect(page.getByText(/^1 of \d+ templates$/)).toBeVisible()
  await page.getByLabel('Type').selectOption('system')
  await expect(page.getByRole('heading', { name: 'No templates match your filters' })).toBeVisible()
  await page.getByRole('button', { name: 'Clear Filters' }).click()
  await expect(page).toHaveURL(admin.app.url + path)
  await page.getByLabel('Status').selectOption('inactive')
  await page.getByLabel('Category').selectOption('notification')
  await expect(page).toHaveURL(/category=notification.*status=inactive|status=inactive.*category=notification/)
  await page.getByRole('button', { name: 'Updated' }).click()
  await page.getByRole('button', { name: 'Updated' }).click()
  await page.reload()
  await expect(page.getByRole('columnheader', { name: 'Updated' })).toHaveAttribute('aria-sort', 'descending')
  await expectAccessible(page)
})

test('a template is written, previewed and stored; until it can be, the buttons say why not', async ({ page, admin }) => {
  const name = `Written ${crypto.randomUUID().slice(0, 8)}`
  await enter(page, admin, path)
  await page.getByRole('button', { name: 'Create Template' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create Template' })
  const create = dialog.getByRole('button', { name: 'Create Template' })
  await expect(create).toHaveAttribute('aria-disabled', 'true')
  await expect(dialog.getByLabel('Category *')).toHaveValue('notification')
  await expect(dialog.getByLabel('Active Template')).toBeChecked()
  await dialog.getByLabel('Template Name *').fill(name)
  await dialog.getByLabel('Subject *').fill('Hello {{ user.name }}')
  await dialog.getByRole('textbox', { name: 'HTML Content *' }).click()
  await page.keyboard.insertText('<p>Dear {{ user.nickname }}</p>')
  await create.click()
  await expect(dialog.getByText(/There is no variable "user.nickname" here/)).toBeVisible()
  await dialog.getByRole('textbox', { name: 'HTML Content *' }).press('Control+a')
  await page.keyboard.insertText('<p>Dear {{ user.name }}</p>')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Preview' }).click()
  const preview = page.getByRole('dialog', { name: 'Preview' })
  await expect(preview.getByText(/^Hello \w/)).toBeVisible()
  await expect(page.frameLocator(`iframe[title="Preview of ${name}"]`).getByText(/^Dear \w/)).toBeVisible()
  await expect(preview.getByRole('region', { name: 'Text' })).toContainText('Dear')
  await preview.getByRole('button', { name: 'Close' }).last().click()
  await create.click()
  await expect(page.getByText('Email template created successfully!')).toBeVisible()
  await page.getByLabel('Search templates').fill(name)
  await expect(row(page, name)).toContainText('Active')
})

test('a template is duplicated, and a custom one deleted after a question that counts what goes; one of the system is not', async ({
  page,
  admin,
}) => {
  const { name } = await makeTemplate(admin)
  await enter(page, admin, `${path}?search=${encodeURIComponent(name)}`)
  await page.getByRole('button', { name: `Duplicate: ${name}`, exact: true }).click()
  await expect(page.getByText('Email template duplicated successfully')).toBeVisible()
  await expect(row(page, `${name} (Copy)`)).toContainText('Inactive')
  await page.getByRole('button', { name: `Delete: ${name} (Copy)` }).click()
  const dialog = page.getByRole('alertdialog')
  await expect(dialog.getByText(`Are you sure you want to delete "${name} (Copy)"?`)).toBeVisible()
  await expect(dialog.getByText('1 version goes with it')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Delete Template' }).click()
  await expect(page.getByText('Email template deleted successfully')).toBeVisible()
  await expect(row(page, `${name} (Copy)`)).toBeHidden()
  await page.goto(`${admin.app.url}${path}?type=system`)
  await expect(page.getByRole('button', { name: /^Delete: / }).first()).toHaveAttribute('aria-disabled', 'true')
})

test('switching on together touches what is off, switching off leaves the system alone, and the message says so', async ({
  page,
  admin,
}) => {
  const mark = crypto.randomUUID().slice(0, 8)
  await makeTemplate(admin, { name: `Bulk ${mark} One`, is_active: false })
  await makeTemplate(admin, { name: `Bulk ${mark} Two` })
  await enter(page, admin, `${path}?search=${mark}`)
  await page.getByLabel('Select All').check()
  await page.getByRole('button', { name: 'Activate Selected (2)', exact: true }).click()
  await expect(page.getByText('Selected templates activated successfully')).toBeVisible()
  await expect(row(page, `Bulk ${mark} One`)).not.toContainText('Inactive')
  await page.getByLabel('Select All').check()
  await page.getByRole('button', { name: 'Deactivate Selected (2)' }).click()
  await expect(page.getByRole('alertdialog').getByText('2 templates are switched off')).toBeVisible()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Deactivate' }).click()
  await expect(page.getByText('Selected templates deactivated successfully')).toBeVisible()
  await expect(row(page, `Bulk ${mark} Two`)).toContainText('Inactive')

  await page.goto(`${admin.app.url}${path}?type=system`)
  await page.getByLabel('Select All').check()
  await page.getByRole('button', { name: /^Deactivate Selected/ }).click()
  await expect(page.getByRole('alertdialog').getByText('There is nothing to do.')).toBeVisible()
  await expect(page.getByRole('alertdialog').getByText(/belong to the system, and stay as they are/)).toBeVisible()
})

test('when some cannot be switched, the message and the page say which and why', async ({ page, admin }) => {
  const mark = crypto.randomUUID().slice(0, 8)
  await makeTemplate(admin, { name: `Fail ${mark} One`, is_active: false })
  const two = await makeTemplate(admin, { name: `Fail ${mark} Two`, is_active: false })
  await page.route(`**/api/admin/email/templates/${two.slug}`, (route) =>
    route.fulfill({ status: 409, json: { code: 'email.template_changed', message: 'Somebody else has changed this template meanwhile.' } }),
  )
  await enter(page, admin, `${path}?search=${mark}`)
  await page.getByLabel('Select All').check()
  await page.getByRole('button', { name: /^Activate Selected/ }).click()
  await expect(page.getByText('Failed to activate some templates')).toBeVisible()
  await expect(page.getByText('Not all of them could be changed; 1 was.')).toBeVisible()
  await expect(page.getByText(new RegExp(`Fail ${mark} Two: Somebody else`))).toBeVisible()
})

test('auto-refresh is off until it is wanted, and then loads again by itself, but not while rows are chosen', async ({ page, admin }) => {
  const { name } = await makeTemplate(admin)
  await page.clock.install()
  let loads = 0
  page.on('request', (request) => {
    if (request.method() === 'GET' && new URL(request.url()).pathname === '/api/admin/email/templates') loads += 1
  })
  await enter(page, admin, `${path}?search=${encodeURIComponent(name)}`)
  await expect(row(page, name)).toBeVisible()
  const first = loads
  await page.getByRole('button', { name: 'Auto-refresh OFF' }).click()
  await expect(page.getByText('Auto-refresh (30s)')).toBeVisible()
  await page.clock.runFor(31_000)
  await expect.poll(() => loads).toBe(first + 1)
  await page.getByLabel(`Select ${name}`).check()
  await page.clock.runFor(65_000)
  expect(loads).toBe(first + 1)
  await page.getByLabel(`Select ${name}`).uncheck()
  await page.getByRole('button', { name: 'Auto-refresh ON' }).click()
  await expect(page.getByText('Ready', { exact: true })).toBeVisible()
})

test('a test mail arrives at the address that was typed, and the address is offered the next time', async ({ page, mailing }) => {
  const { admin, mailbox } = mailing
  const { name } = await makeTemplate(admin, { subject: 'Trial of {{ app.name }}' })
  const address = `trial-${crypto.randomUUID().slice(0, 8)}@example.org`
  await enter(page, admin, `${path}?search=${encodeURIComponent(name)}`)
  await page.getByRole('button', { name: `Send Test Email: ${name}` }).click()
  const dialog = page.getByRole('dialog', { name: 'Send Test Email' })
  await expect(dialog.getByRole('button', { name: 'Send Test Email' })).toHaveAttribute('aria-disabled', 'true')
  await dialog.getByLabel('Test Email Address').fill(address)
  await dialog.getByRole('button', { name: 'Send Test Email' }).click()
  await expect(page.getByText('Test email sent successfully')).toBeVisible()
  const mail = await mailbox.mail(address, /^Trial of Twofold/)
  expect(mail.html).toContain('Hello')
  await page.getByRole('button', { name: `Send Test Email: ${name}` }).click()
  await page.getByRole('dialog').getByLabel('Test Email Address').focus()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('option', { name: address })).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Test Email Address')).toHaveValue(address)
  await expectAccessible(page)
})
