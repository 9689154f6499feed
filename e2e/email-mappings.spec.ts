import type { Page } from '@playwright/test'
import { addSuppression } from '@twofold/contract/mail-delivery/suppressions'
import { expectAccessible } from './axe.ts'
import { callAs } from './email-page.ts'
import { expect, test } from './fixtures.ts'
import { enter } from './people.ts'

const row = (page: Page, event: string) => page.getByRole('row').filter({ has: page.getByRole('link', { name: event, exact: true }) })
const act = async (page: Page, event: string, name: string) => {
  await page.getByRole('button', { name: `Actions for ${event}`, exact: true }).click()
  await page.getByRole('menuitem', { name, exact: true }).click()
}
const says = (page: Page, text: string) => expect(page.getByText(text).first()).toBeVisible()

test('a mapping is deleted, created again with its template chosen by the address, edited, disabled and enabled, and shown with its decisions', async ({
  page,
  mailing: { admin },
}) => {
  const event = 'user.profile.updated'
  await enter(page, admin, `/admin/email/events?search=${event}`)
  const template = (await row(page, event).locator('small').nth(1).textContent()) ?? ''
  await act(page, event, 'Delete')
  const question = page.getByRole('alertdialog', { name: 'Are you sure you want to delete this mapping?' })
  await question.getByRole('button', { name: 'Delete' }).click()
  await says(page, 'Event mapping removed')
  await expect(page.getByRole('heading', { name: 'No mappings found' })).toBeVisible()

  await page.goto(`${admin.app.url}/admin/email/events?action=create&template_slug=${template}`)
  const dialog = page.getByRole('dialog', { name: 'Add Event Mapping' })
  await expect(dialog.getByLabel('Template')).toHaveValue(template)
  await expect(dialog.getByLabel('Template').locator('optgroup[label="Security"]')).toContainText('PIN changed')
  await dialog.getByRole('button', { name: 'Create Mapping' }).click()
  await says(page, 'Please choose an event')
  await expect(dialog.getByLabel('Event', { exact: true }).locator('option[value="key.shared"]')).toBeDisabled()
  await dialog.getByLabel('Event', { exact: true }).selectOption(event)
  await dialog.getByLabel('Cooldown in seconds').fill('3600')
  await dialog.getByRole('button', { name: 'Create Mapping' }).click()
  await says(page, 'Event mapping created')

  await page.getByLabel('Search mappings').fill(event)
  await act(page, event, 'Quick Edit')
  const edit = page.getByRole('dialog', { name: 'Edit Event Mapping' })
  await expect(edit.getByLabel('Cooldown in seconds')).toHaveValue('3600')
  await edit.getByLabel('Description').fill('At most one an hour')
  await edit.getByRole('button', { name: 'Save Changes' }).click()
  await expect(row(page, event)).toContainText('At most one an hour')
  await act(page, event, 'Disable')
  await says(page, 'Event mapping disabled')
  await expect(row(page, event)).toContainText('Inactive')
  await page.getByRole('button', { name: 'Undo' }).click()
  await says(page, 'Event mapping enabled')
  await expect(row(page, event)).not.toContainText('Inactive')

  await row(page, event).getByRole('link').first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'User Profile Updated' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Decisions', exact: true })).toBeVisible()
  await says(page, 'The affected person')
  await page.getByLabel('Outcome').selectOption('not_sent')
  await expect(page).toHaveURL(/outcome=not_sent/)
  await expectAccessible(page)
})

test('why it would (not) be sent: every check, the providers and the e-mail', async ({ page, mailing: { admin } }) => {
  await enter(page, admin, '/admin/email/why')
  await expect(page.getByRole('navigation', { name: 'Back office' }).locator('[aria-current]')).toHaveText(['Event Mappings'])
  await page.getByLabel('Event', { exact: true }).selectOption('user.password.changed')
  await page.getByLabel('Email', { exact: true }).fill(admin.email)
  await page.getByRole('button', { name: 'Explain' }).click()
  await says(page, `It is sent to ${admin.name}`)
  await expect(page.getByRole('list', { name: 'Decision' }).getByRole('listitem').first()).toContainText('The mapping is active')
  await expect(page.getByRole('list', { name: 'Providers' })).toContainText('Mailbox')
  await expect(page.locator('iframe')).toBeVisible()
  await expect(page).toHaveURL(/event=user.password.changed/)
  await expectAccessible(page)

  await callAs(admin, addSuppression, { body: { email: 'off@nowhere.example' } })
  await page.goto(`${admin.app.url}/admin/email/why?event=key.share.invited&email=off@nowhere.example`)
  const answer = page.locator('.ui-alert').filter({ hasText: 'It is not sent to' })
  await expect(answer).toContainText('The address is suppressed: it was added by hand')
  await page.goto(`${admin.app.url}/admin/email/why?event=key.shared&email=nobody@nowhere.example`)
  await expect(answer).toHaveText(/^It is not sent to nobody@nowhere.example\s*Nobody has an account with this address\.$/)
})
