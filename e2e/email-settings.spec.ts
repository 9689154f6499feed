import { changeEmailSettings, getEmailSettings } from '@twofold/contract/email/settings'
import { createTemplate, removeTemplate } from '@twofold/contract/email/template-changes'
import { getTemplate, listTemplates } from '@twofold/contract/email/templates'
import { expectAccessible } from './axe.ts'
import { inDatabase } from './database.ts'
import { callAs, preview, sendSample } from './email-page.ts'
import { expect, test } from './fixtures.ts'
import type { MailingApplication } from './mailbox.ts'
import { enter, newAccount } from './people.ts'

test.beforeEach(({ mailing }) => callAs(mailing.admin, changeEmailSettings, { body: {} }))

const failing = { status: 500, json: { code: 'server.failed', message: 'Something went wrong.' } }

const newTemplate = (mailing: MailingApplication) =>
  callAs(mailing.admin, createTemplate, {
    body: { name: `Ours ${newAccount().email}`, category: 'test', subject: 'Ours', html_content: '<p>Ours</p>', theme_slug: null },
  })

test('settings begin with their defaults, are saved as a whole, and are the same in another browser', async ({
  page,
  mailing,
  browser,
}) => {
  await enter(page, mailing.admin, '/admin/email/settings')
  await expect(page.getByRole('radio', { name: 'No theme' })).toBeChecked()
  await expect(page.getByLabel('Apply to new templates')).toBeChecked()
  await expect(page.getByLabel('Apply to existing templates')).not.toBeChecked()
  await expect(page.getByLabel('Override existing themes')).not.toBeChecked()
  await expect(page.getByLabel('Default category')).toHaveValue('notification')
  await expect(page.getByLabel('Default category').getByRole('option')).toHaveText([
    'None',
    'System',
    'Notification',
    'Marketing',
    'Security',
    'Admin',
  ])
  await expect(page.getByLabel('New templates are active')).toBeChecked()

  await page.getByRole('radio', { name: 'Magazine' }).check()
  await page.getByLabel('Default category').selectOption('Security')
  await page.getByLabel('New templates are active').uncheck()
  await page.getByLabel('Sender name').fill('The vault')
  await page.getByLabel('Sender address').fill('mail@example.org')
  await page.getByLabel('Keep logs for').fill('60')
  await page.getByRole('button', { name: 'Save Settings' }).click()
  await expect(page.getByText('Settings saved successfully!')).toBeVisible()

  const context = await browser.newContext()
  const other = await context.newPage()
  await enter(other, mailing.admin, '/admin/email/settings')
  await expect(other.getByRole('radio', { name: 'Magazine' })).toBeChecked()
  await expect(other.getByLabel('Default category')).toHaveValue('security')
  await expect(other.getByLabel('Sender name')).toHaveValue('The vault')
  await expect(other.getByLabel('Keep logs for')).toHaveValue('60')
  await context.close()
})

test('what the server refuses stands at its field, and a failure says why', async ({ page, mailing, guard }) => {
  guard.allow(/status of 500/)
  await enter(page, mailing.admin, '/admin/email/settings')
  await page.getByLabel('Keep logs for').fill('10')
  await page.getByRole('button', { name: 'Save Settings' }).click()
  await expect(page.getByText('Failed to save settings: Contents cannot be kept longer than the mails they belong to.')).toBeVisible()
  await expect(page.getByLabel('Keep contents for')).toHaveAttribute('aria-invalid', 'true')
  await page.getByLabel('Keep contents for').fill('5')
  await page.getByLabel('Sender address').fill('nobody')
  await page.getByRole('button', { name: 'Save Settings' }).click()
  await expect(page.getByLabel('Sender address')).toHaveAttribute('aria-invalid', 'true')
  await page.route('**/api/admin/email/settings', (route) =>
    route.request().method() === 'PUT' ? route.fulfill(failing) : route.continue(),
  )
  await page.getByRole('button', { name: 'Save Settings' }).click()
  await expect(page.getByText('Failed to save settings: Something went wrong.')).toBeVisible()
  await page.getByRole('button', { name: 'Discard changes' }).click()
  await expect(page.getByLabel('Keep logs for')).toHaveValue('90')
})

test('the preview shows the theme, a template in it, and says when it cannot', async ({ page, mailing, guard }) => {
  guard.allow(/status of 500/)
  await enter(page, mailing.admin, '/admin/email/settings')
  await expect(page.getByText('Choose a theme or a template to see what mail looks like.')).toBeVisible()
  const refresh = page.getByRole('button', { name: 'Refresh' })
  await expect(refresh).toHaveAttribute('aria-disabled', 'true')
  await expect(refresh).toHaveAccessibleDescription('Choose a template first.')
  await page.getByRole('radio', { name: 'Card' }).check()
  await expect(preview(page).getByText('A sign-in from a new device').first()).toBeVisible()
  await page.getByLabel('Template to preview').selectOption('PIN changed')
  await expect(preview(page).getByRole('heading', { name: 'Your PIN was changed' })).toBeVisible()
  await expect(refresh).not.toHaveAttribute('aria-disabled', 'true')
  const renewed = page.waitForResponse('**/api/admin/email/themes/card/preview')
  await refresh.click()
  expect((await renewed).ok()).toBe(true)

  const opened = page.context().waitForEvent('page')
  await page.getByRole('button', { name: 'Open in New Tab' }).click()
  const tab = await opened
  await expect(tab.getByRole('heading', { name: 'Your PIN was changed' })).toBeVisible()
  expect(await tab.evaluate(() => origin).catch(() => 'no script runs')).toMatch(/null|no script runs/)
  await tab.close()

  await page.route('**/api/admin/email/themes/minimal/preview', (route) => route.fulfill(failing))
  await page.getByRole('radio', { name: 'Minimal' }).check()
  await expect(page.getByRole('alert').getByText('Preview Error')).toBeVisible()
  await expect(page.getByRole('alert').getByText('Something went wrong.')).toBeVisible()
  await page.unroute('**/api/admin/email/themes/minimal/preview')
  await page.getByRole('alert').getByRole('button', { name: 'Retry' }).click()
  await expect(preview(page).getByRole('heading', { name: 'Your PIN was changed' })).toBeVisible()
})

test('the default theme is given to all templates after their number was named, with who failed and why, and taken back', async ({
  page,
  mailing,
}) => {
  const { template } = await newTemplate(mailing)
  const { template: broken } = await newTemplate(mailing)
  await inDatabase(mailing.app, `update email_templates set html_content = '{% if %}' where slug = $1`, [broken.slug])
  const themeOf = async (id: string) => (await callAs(mailing.admin, getTemplate, { params: { id } })).template.theme_slug
  await enter(page, mailing.admin, '/admin/email/settings')
  const apply = page.getByRole('button', { name: 'Apply Default Theme to All Templates' })
  await expect(apply).toHaveAttribute('aria-disabled', 'true')
  await expect(apply).toHaveAccessibleDescription('Choose a default theme first.')
  await page.getByRole('radio', { name: 'Minimal' }).check()
  await apply.click()
  const question = page.getByRole('alertdialog', { name: 'Apply Minimal to all templates?' })
  await expect(question.getByText(/\d+ templates without a theme get it/)).toBeVisible()
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Apply theme' }).click()
  await expect(page.getByText(/Applied theme to \d+ templates, but 1 failed/)).toBeVisible()
  await expect(page.getByText(/\d+ templates? (has|have) the theme now, 1 failed/)).toBeVisible()
  await expect(page.getByRole('list', { name: 'Templates that failed' })).toContainText(broken.name)
  expect(await themeOf(template.slug)).toBe('minimal')
  expect(await themeOf('pin-changed')).toBe('standard')
  await callAs(mailing.admin, removeTemplate, { params: { id: broken.slug } })

  await page.getByLabel('Override existing themes').check()
  await expect(page.getByText('also to those that have another theme. Use with caution.')).toBeVisible()
  await apply.click()
  await expect(question.getByText(/\d+ templates lose the theme they have/)).toBeVisible()
  await question.getByRole('button', { name: 'Apply theme' }).click()
  await expect(page.getByText(/^Successfully applied theme to \d+ templates!$/)).toBeVisible()
  expect(await themeOf('pin-changed')).toBe('minimal')
  const { email } = newAccount()
  await sendSample(mailing, 'pin-changed', email)
  // The ground of the minimal theme's button.
  expect((await mailing.mailbox.mail(email, /PIN/)).html).toContain('#24292f')

  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText(/^\d+ templates have their theme of before again$/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Undo' })).toBeHidden()
  expect(await themeOf('pin-changed')).toBe('standard')
  await callAs(mailing.admin, removeTemplate, { params: { id: template.slug } })
})

test('saving settings that reach existing templates names their number first', async ({ page, mailing }) => {
  const { template } = await newTemplate(mailing)
  // Other tests may have left some.
  const without = (await callAs(mailing.admin, listTemplates, { query: {} })).templates.filter((one) => one.theme_slug === null).length
  await enter(page, mailing.admin, '/admin/email/settings')
  await page.getByRole('radio', { name: 'Newsletter' }).check()
  await page.getByLabel('Apply to existing templates').check()
  await page.getByRole('button', { name: 'Save Settings' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question.getByText(new RegExp(`^${without} templates? without a theme gets? it`))).toBeVisible()
  await question.getByRole('button', { name: 'Save and apply' }).click()
  await expect(page.getByText('Settings saved successfully!')).toBeVisible()
  await expect(page.getByText(new RegExp(`^${without} templates? (has|have) the theme now, 0 failed`))).toBeVisible()
  expect((await callAs(mailing.admin, getTemplate, { params: { id: template.slug } })).template.theme_slug).toBe('newsletter')
  await callAs(mailing.admin, removeTemplate, { params: { id: template.slug } })
})

test('a theme that cannot be applied says why, and Back leads to where one came from', async ({ page, mailing, guard }) => {
  guard.allow(/status of 500/)
  await enter(page, mailing.admin, '/admin/email/logs')
  await page.getByRole('navigation', { name: 'Back office' }).getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('radio', { name: 'Card' }).check()
  await page.route('**/api/admin/email/settings/apply-theme', (route) => route.fulfill(failing))
  await page.getByRole('button', { name: 'Apply Default Theme to All Templates' }).click()
  await page.getByRole('button', { name: 'Apply theme' }).click()
  await expect(page.getByText('Failed to apply theme to templates: Something went wrong.')).toBeVisible()
  await page.getByRole('button', { name: 'Discard changes' }).click()
  await page.getByRole('button', { name: 'Back' }).click()
  await expect(page.getByRole('heading', { name: 'Email Logs', level: 1 })).toBeVisible()
  expect((await callAs(mailing.admin, getEmailSettings, {})).settings.default_theme).toBe('')
})
