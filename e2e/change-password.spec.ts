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
