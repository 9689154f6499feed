import type { Page } from '@playwright/test'
import { controlled, test } from './deployed.ts'
import { expect } from './fixtures.ts'
import { enter, signUp } from './people.ts'
import { openProfile } from './profile-page.ts'
import { button, field } from './sign-in-page.ts'

/* The server really goes away: the page itself is still there, because the service worker keeps it. */

test.beforeEach(({ guard }) => guard.allow(/net::ERR_|An unknown error occurred when fetching the script/))
test.afterEach(({ deployed: { proxy } }) => proxy.comeBack())

const alert = (page: Page) => page.getByRole('main').getByRole('alert')
const unreachable = 'The server cannot be reached. Check your connection and try again.'

test('Failed to load profile: said with the reason, and Retry loads it', async ({ page, deployed: { app, proxy } }) => {
  const person = await signUp(app)
  await enter(page, person)
  await controlled(page)
  await expect(page.getByRole('heading', { name: 'No 2FA keys' })).toBeVisible()
  proxy.goAway()
  await page.getByRole('link', { name: 'Profile', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Failed to load profile' })).toBeVisible()
  await expect(alert(page)).toContainText(unreachable)
  proxy.comeBack()
  await button(page, 'Retry').click()
  await expect(page.getByRole('heading', { name: person.name })).toBeVisible()
})

test('Failed to load statistics: the rest of the profile stays, and Retry loads them', async ({ page, deployed: { app } }) => {
  const person = await signUp(app)
  await page.route('**/api/profile/stats', (route) => route.abort('connectionfailed'))
  await openProfile(page, person)
  await expect(page.getByRole('heading', { name: 'Failed to load statistics' })).toBeVisible()
  await expect(page.getByRole('heading', { name: person.name })).toBeVisible()
  await expect(page.getByText('Not available')).toHaveCount(2)
  await page.unroute('**/api/profile/stats')
  await button(page, 'Retry').click()
  await expect(page.getByText('Total 2FA Keys')).toBeVisible()
})

test('activity that cannot be loaded says so, and Retry loads it', async ({ page, deployed: { app } }) => {
  const person = await signUp(app)
  await page.route('**/api/profile/activity*', (route) => route.abort('connectionfailed'))
  await openProfile(page, person)
  await expect(page.getByRole('heading', { name: 'Your activity could not be loaded' })).toBeVisible()
  await page.unroute('**/api/profile/activity*')
  await button(page, 'Retry').click()
  await expect(page.getByText('Signed in with')).toBeVisible()
})

test('Failed to update profile: nothing that was typed is lost', async ({ page, deployed: { app, proxy } }) => {
  const person = await signUp(app)
  await openProfile(page, person, 'settings')
  await field(page, 'Name').fill('Zoë Renamed')
  proxy.goAway()
  await button(page, 'Update Profile').click()
  await expect(alert(page)).toContainText('Failed to update profile')
  await expect(alert(page)).toContainText(unreachable)
  await expect(field(page, 'Name')).toHaveValue('Zoë Renamed')
  proxy.comeBack()
  await button(page, 'Update Profile').click()
  await expect(page.getByText('Profile updated.')).toBeVisible()
  await expect(alert(page)).toBeHidden()
})

test('Failed to delete account: nothing is deleted', async ({ page, deployed: { app, proxy } }) => {
  const person = await signUp(app)
  await openProfile(page, person, 'danger')
  await button(page, 'Delete Account').click()
  await field(page, 'Password').fill(person.password)
  await field(page, 'Type DELETE to confirm').fill('DELETE')
  proxy.goAway()
  const dialog = page.getByRole('dialog', { name: 'Delete Account' })
  await dialog.getByRole('button', { name: 'Delete Account' }).click()
  await expect(dialog.getByRole('alert')).toContainText('Failed to delete account')
  await expect(dialog.getByRole('alert')).toContainText(unreachable)
  proxy.comeBack()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Delete Account' })).toBeVisible()
})
