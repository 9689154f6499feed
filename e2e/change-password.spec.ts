import type { Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { enter, type Person } from './people.ts'
import { press, typeInto } from './keyboard.ts'
import { storedToken } from './sign-in-page.ts'

const form = (page: Page) => page.getByRole('form', { name: 'Change Password' })
const field = (page: Page, label: string) => form(page).getByLabel(label, { exact: true })
const submit = (page: Page) => form(page).getByRole('button', { name: 'Change Password' })
const newPassword = 'Amber-Quarry-9041'

async function open(page: Page, person: Person) {
  await enter(page, person, '/profile?tab=security')
  await expect(form(page)).toBeVisible()
}

async function fill(page: Page, current: string, next = newPassword) {
  await field(page, 'Current password').fill(current)
  await field(page, 'New password').fill(next)
  await field(page, 'Confirm new password').fill(next)
}

test('a changed password signs out here after two seconds, and everywhere else', async ({ page, person, guard }) => {
  guard.allow(/status of 401/)
  await open(page, person)
  await typeInto(field(page, 'Current password'), person.password)
  await typeInto(field(page, 'New password'), newPassword)
  await expect(form(page).getByText('Password strength: Very Strong')).toBeVisible()
  await typeInto(field(page, 'Confirm new password'), newPassword)
  await expectAccessible(page)
  await press(submit(page))
  await expect(form(page).getByText('Password changed. Please sign in again.')).toBeVisible()
  expect(new URL(page.url()).pathname).toBe('/profile')
  await page.waitForURL('**/login')
  expect(await storedToken(page)).toBeNull()
  await page.getByLabel('Email', { exact: true }).fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(newPassword)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL(/profile|dashboard/)
})

test('what is wrong stands beneath its field: before it is sent, and when the server refuses it', async ({ page, person, guard }) => {
  guard.allow(/status of 422/)
  await open(page, person)
  await submit(page).click()
  await expect(field(page, 'Current password')).toHaveAccessibleDescription('Current password is required')
  await expect(field(page, 'New password')).toHaveAccessibleDescription('Password is required')
  await expect(field(page, 'Confirm new password')).toHaveAccessibleDescription('Please confirm your password')
  await fill(page, 'Not-the-password')
  await field(page, 'Confirm new password').fill('another')
  await expect(field(page, 'Confirm new password')).toHaveAccessibleDescription('Passwords do not match')
  await fill(page, 'Not-the-password')
  await submit(page).click()
  await expect(field(page, 'Current password')).toHaveAccessibleDescription('The password is not right.')
  await expect(field(page, 'Current password')).toBeFocused()
  await expect(form(page).getByText('Failed to change password')).toBeVisible()
  await expect(form(page).getByText('Please fix the errors above')).toBeVisible()
  await expectAccessible(page)
  await fill(page, person.password, person.password)
  await submit(page).click()
  await expect(field(page, 'New password')).toHaveAccessibleDescription(/must be another one/)
})

test('without the server the form says that the password was not changed, and keeps what was typed', async ({ page, person, guard }) => {
  guard.allow(/ERR_FAILED|net::/)
  await open(page, person)
  await fill(page, person.password)
  await page.route('**/api/profile/password', (route) => route.abort())
  await submit(page).click()
  await expect(form(page).getByText('Failed to change password')).toBeVisible()
  await expect(field(page, 'New password')).toHaveValue(newPassword)
})
