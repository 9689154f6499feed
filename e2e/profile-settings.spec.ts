import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { openProfile } from './profile-page.ts'
import { button, field } from './sign-in-page.ts'

const update = (page: Page) => button(page, 'Update Profile').click()

test('a new name is saved, said, and everywhere at once', async ({ page, person }) => {
  await openProfile(page, person, 'settings')
  await expect(field(page, 'Name')).toHaveValue(person.name)
  await expect(field(page, 'Email')).toHaveValue(person.email)
  await field(page, 'Name').fill('Zoë Renamed')
  await update(page)
  await expect(page.getByText('Profile updated.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Account menu: Zoë Renamed' })).toBeVisible()
  await page.reload()
  await expect(field(page, 'Name')).toHaveValue('Zoë Renamed')
})

test('where no mail can be sent, another e-mail holds at once', async ({ page, person }) => {
  await openProfile(page, person, 'settings')
  const next = `new-${person.email}`
  await field(page, 'Email').fill(next)
  await field(page, 'Current password').fill(person.password)
  await update(page)
  await expect(page.getByText('Profile updated.')).toBeVisible()
  await expect(field(page, 'Current password')).toBeHidden()
  await page.getByRole('button', { name: /^Account menu/ }).click()
  await expect(page.getByText(next)).toBeVisible()
})

test('mails are chosen by switches, which hold at once and stay', async ({ page, person }) => {
  await openProfile(page, person, 'settings')
  const wanted = page.getByRole('switch', { name: 'Key shared with you' })
  const digest = page.getByRole('switch', { name: 'Weekly digest' })
  await expect(wanted).toBeChecked()
  await expect(digest).not.toBeChecked()
  await wanted.click()
  await digest.click()
  await expect(page.getByText('Notification settings saved.')).toBeVisible()
  await page.reload()
  await expect(wanted).not.toBeChecked()
  await expect(digest).toBeChecked()
})
